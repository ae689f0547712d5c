import { Button, Text } from '@mantine/core'
import { IconSparkles } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useHasDirtyForm } from '#app/ui/dirty-forms.ts'
import { sending } from '../data/outbox.ts'
import { Card } from '../ui/Card.tsx'
import styles from './Notice.module.css'
import { useUpdate } from './worker.ts'

/**
 * Shows that a new version is ready, but not while a form is open or a sync is in progress, and that an accepted one is about to start. If it
 * is dismissed, the update happens at the next start.
 */
export function UpdateNotice() {
  const { t } = useTranslation('install')
  const update = useUpdate()
  const isDirty = useHasDirtyForm()
  const { data: now } = useQuery(sending())
  const [isLater, setIsLater] = useState(false)
  if (!update) return null
  const { state, accept } = update
  if (state === 'offered' && (isDirty || isLater || (now?.isSending ?? true))) return null
  return (
    <Card mb="md" aria-label={t('update.title')}>
      <div className={styles.notice}>
        <IconSparkles size={24} aria-hidden />
        <div className={styles.words}>
          <Text fw={600}>{t('update.title')}</Text>
          <Text size="sm" c="dimmed">
            {t(state === 'slow' ? 'update.slow' : 'update.help')}
          </Text>
        </div>
        <div className={styles.buttons}>
          <Button mih={48} loading={state !== 'offered'} onClick={accept}>
            {t('update.accept')}
          </Button>
          {state === 'offered' && (
            <Button mih={48} variant="subtle" onClick={() => setIsLater(true)}>
              {t('update.later')}
            </Button>
          )}
        </div>
      </div>
    </Card>
  )
}
