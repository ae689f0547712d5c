import { Alert } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useClock } from '#app/components/operations/use-clock.ts'
import { useAge } from '#app/ui/AgeText.tsx'
import type { Connection } from '#offline/records.ts'

/** Why nothing is sent just now, where that is so. */
export function ConnectionNote({ connection }: { connection: Connection | null }) {
  const { t } = useTranslation('outbox')
  if (connection?.state === 'unreachable') return <Unreachable {...connection} />
  // That one has to sign in again is said above every page.
  if (connection?.state !== 'app-too-old') return null
  return (
    <Alert role="status" color="orange" icon={<IconCloudOff aria-hidden />}>
      {t('connection.app-too-old')}
    </Alert>
  )
}

function Unreachable({ since, nextTryAt, status }: Extract<Connection, { state: 'unreachable' }>) {
  const { t } = useTranslation('outbox')
  const clock = useClock()
  const age = useAge(since)
  return (
    <Alert
      role="status"
      color="slate"
      icon={<IconCloudOff aria-hidden />}
      title={t(status === undefined ? 'connection.unreachable' : 'connection.serverFailed', { since: clock(since), age })}
    >
      {nextTryAt === null ? t('connection.byItself') : t('connection.nextTry', { at: clock(nextTryAt) })}
    </Alert>
  )
}
