import { Alert, Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pushState, subscribeHere } from '#app/data/push.ts'
import { siteInfo } from '#app/data/session.ts'
import classes from './Alerts.module.css'
import { PushNote } from './ChannelNote.tsx'
import { usePushTrouble } from './use-push-trouble.ts'

/** Whether notifications arrive on this device, and how to enable them. */
export function ThisDevice({ onDone }: { onDone(): void }) {
  const { t } = useTranslation('alerts')
  const { data: push } = useQuery(pushState())
  const { data: site } = useQuery(siteInfo())
  const { pushTrouble, note } = usePushTrouble()
  const [isBusy, setBusy] = useState(false)
  if (!push || push === 'on') return null
  const turnOn = async () => {
    setBusy(true)
    note(site?.pushKey ? await subscribeHere(site.pushKey) : 'failed')
    setBusy(false)
    onDone()
  }
  return (
    <Alert color="yellow" className={classes.device} title={push === 'off' ? t('push.off') : undefined}>
      <Group justify="space-between" gap="sm">
        <Text size="sm" flex="1 1 260px">
          {pushTrouble ?? <PushNote push={push} />}
        </Text>
        {push === 'off' && (
          <Button size="md" variant="default" loading={isBusy} onClick={() => void turnOn()}>
            {t('push.turnOn')}
          </Button>
        )}
      </Group>
    </Alert>
  )
}
