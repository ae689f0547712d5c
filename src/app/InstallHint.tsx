import { Button, Text } from '@mantine/core'
import { IconDeviceMobile } from '@tabler/icons-react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { getSession } from '#app/data/device.ts'
import { live } from '#app/data/local-query.ts'
import { useHasDirtyForm } from '#app/ui/dirty-forms.ts'
import { dismissInstalling, install, useDismissedAt, useWay, visits } from '../data/installation.ts'
import { Card } from '../ui/Card.tsx'
import { isHintDue } from './install-hint.ts'
import styles from './Notice.module.css'

/** The start pages of both roles. */
const HOMES = ['/dashboard', '/dashboard/serviceman/menu']

/** Offers to install the app to users who have already benefited from it, while they are not working. */
export function InstallHint() {
  const { t } = useTranslation('install')
  const { pathname } = useLocation()
  const way = useWay()
  const dismissed = useDismissedAt()
  const isDirty = useHasDirtyForm()
  const { data: restocked = false } = useQuery(hasRestocked())
  const occasion = {
    isInstalled: way === 'installed',
    visits: visits(),
    hasRestocked: restocked,
    dismissedAt: dismissed,
    isAtRest: !isDirty && HOMES.includes(pathname.replace(/\/$/, '')),
  }
  if (!isHintDue(occasion, Date.now())) return null
  return (
    <Card mb="md" aria-label={t('hint.title')}>
      <div className={styles.notice}>
        <IconDeviceMobile size={24} aria-hidden />
        <div className={styles.words}>
          <Text fw={600}>{t('hint.title')}</Text>
          <Text size="sm" c="dimmed">
            {t('hint.help')}
          </Text>
        </div>
        <div className={styles.buttons}>
          {way === 'offered' ? (
            <Button mih={48} onClick={() => void install()}>
              {t('install')}
            </Button>
          ) : (
            <Button mih={48} renderRoot={(props) => <Link to="/install" {...props} />}>
              {t('hint.how')}
            </Button>
          )}
          <Button mih={48} variant="subtle" onClick={() => dismissInstalling(Date.now())}>
            {t('hint.later')}
          </Button>
        </div>
      </div>
    </Card>
  )
}

const isRestock = ({ call }: { call: string }) => call === 'restockSlots' || call === 'restockProducts'

/** Whether this user has ever recorded a restock on this device. */
const hasRestocked = () => queryOptions({ queryKey: ['hasRestocked'], queryFn: live(findRestock) })

async function findRestock(): Promise<boolean> {
  const { db } = getSession()
  return (await db.outbox.filter(isRestock).first()) !== undefined || (await db.journal.filter(isRestock).first()) !== undefined
}
