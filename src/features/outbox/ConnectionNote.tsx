import { Alert } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useClock } from '#app/components/operations/use-clock.ts'
import { useAge } from '#app/ui/AgeText.tsx'
import type { Connection } from '#offline/records.ts'

/** Why nothing is being sent, if that is the case. */
export function ConnectionNote({ connection }: { connection: Connection | null }) {
  const { t } = useTranslation('outbox')
  if (connection?.state === 'unreachable') return <Unreachable {...connection} />
  // The need for a new sign-in is shown above every page.
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
