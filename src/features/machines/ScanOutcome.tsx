import { Button } from '@mantine/core'
import { IconList, IconMapPinQuestion } from '@tabler/icons-react'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Card } from '#app/ui/Card.tsx'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import styles from './ScanOutcome.module.css'
import type { Scanned } from './stickers.queries.ts'

export type Miss = Exclude<Scanned, { state: 'found' }>

/** Why a sticker could not be opened, and what to do next. `again` is the retry button. */
export function ScanOutcome({ miss, again, machines }: { miss: Miss; again: ReactNode; machines: LinkProps }) {
  const { t } = useTranslation('scan')
  return (
    <div role="alert">
      <Card component="div">
        <EmptyState
          icon={<IconMapPinQuestion size={30} stroke={1.6} />}
          color="slate"
          title={t(`outcome.${miss.state}.title`)}
          text={t(`outcome.${miss.state}.help`, miss.state === 'foreign' ? { host: miss.host } : {})}
          action={
            <div className={styles.buttons}>
              {again}
              <Button
                size="md"
                mih={48}
                variant="default"
                leftSection={<IconList size={18} aria-hidden />}
                renderRoot={(props) => <Link {...machines} {...props} />}
              >
                {t('outcome.machines')}
              </Button>
            </div>
          }
        />
      </Card>
    </div>
  )
}
