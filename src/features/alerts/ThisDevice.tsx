import { Alert, Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useServerMutation } from '#app/components/use-server-mutation.ts'
import { pushState, subscribeThisDevice } from '#app/data/push.ts'
import { siteInfo } from '#app/data/session.ts'
import classes from './Alerts.module.css'
import { PushNote } from './ChannelNote.tsx'
import { usePushError } from './use-push-error.ts'

/** Whether notifications arrive on this device, and how to enable them. */
export function ThisDevice() {
  const { t } = useTranslation('alerts')
  const { data: push } = useQuery(pushState())
  const { data: site } = useQuery(siteInfo())
  const { mutate, data: outcome, isPending } = useServerMutation(subscribeThisDevice)
  const error = usePushError(outcome)
  if (!push || push === 'on') return null
  return (
    <Alert color="yellow" className={classes.device} title={push === 'off' ? t('push.off') : undefined}>
      <Group justify="space-between" gap="sm">
        <Text size="sm" flex="1 1 260px">
          {error ?? <PushNote push={push} />}
        </Text>
        {push === 'off' && (
          <Button size="md" variant="default" loading={isPending} onClick={() => mutate(site?.pushKey ?? null)}>
            {t('push.turnOn')}
          </Button>
        )}
      </Group>
    </Alert>
  )
}
