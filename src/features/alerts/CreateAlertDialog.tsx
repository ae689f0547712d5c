import { Alert, Button, Group, Select, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAsking } from '#app/components/use-asking.ts'
import { addAlert } from '#app/data/alerts.ts'
import { getSession } from '#app/data/device.ts'
import { pushState, subscribeHere } from '#app/data/push.ts'
import { siteInfo } from '#app/data/session.ts'
import { FormModal } from '#app/ui/FormModal.tsx'
import { toastError, toastSuccess } from '#app/ui/toasts.ts'
import { ALERT_CHANNELS, ALERT_EVENTS, type AlertChannel, type AlertEvent } from '#domain/alerts/alert.ts'
import { ChannelNote, isReachable } from './ChannelNote.tsx'
import { usePushTrouble } from './use-push-trouble.ts'

type Props = { onClose(): void; onCreated(): void }

export function CreateAlertDialog({ opened, ...props }: Props & { opened: boolean }) {
  const { t } = useTranslation('alerts')
  return (
    <FormModal opened={opened} onClose={props.onClose} title={t('create')} closeButtonProps={{ 'aria-label': t('common:close') }}>
      {opened && <AlertForm {...props} />}
    </FormModal>
  )
}

function AlertForm({ onClose, onCreated }: Props) {
  const { t } = useTranslation('alerts')
  const { account } = getSession()
  const { data: site } = useQuery(siteInfo())
  const { data: push } = useQuery(pushState())
  const { isBusy, trouble, ask } = useAsking()
  const { pushTrouble, note } = usePushTrouble()
  const [event, setEvent] = useState<AlertEvent>('ANY_EVENT')
  const [channel, setChannel] = useState<AlertChannel>('EMAIL')
  const [isAsking, setAsking] = useState(false)
  // A retry after a lost response has the same key.
  const [key, setKey] = useState(() => crypto.randomUUID())
  const ways = { account, push: push ?? null, sendsSms: site?.sendsSms ?? false, sendsMail: site?.sendsMail !== false }

  const create = async () => {
    // The browser requires a tap to ask for the permission, and the rule is created only once it is granted.
    if (channel === 'PUSH' && push !== 'on') {
      setAsking(true)
      const subscribed = note(site?.pushKey ? await subscribeHere(site.pushKey) : 'failed')
      setAsking(false)
      if (!subscribed) return
    }
    const made = await ask(
      () => addAlert({ event, channel }, key),
      () => setKey(crypto.randomUUID()),
    )
    if (!made) return toastError(t('failed'))
    toastSuccess(t('created'))
    onCreated()
    onClose()
  }
  return (
    <form
      onSubmit={(submitted) => {
        submitted.preventDefault()
        void create()
      }}
    >
      <Stack gap="md">
        <Select
          label={t('column.event')}
          description={event === 'ANY_EVENT' ? t('anyEventMeans') : undefined}
          size="md"
          data={ALERT_EVENTS.map((value) => ({ value, label: t(`event.${value}`) }))}
          value={event}
          onChange={(value) => value && setEvent(value as AlertEvent)}
          allowDeselect={false}
          data-autofocus
        />
        <Select
          label={t('column.channel')}
          size="md"
          data={ALERT_CHANNELS.map((value) => ({ value, label: t(`channel.${value}`) }))}
          value={channel}
          onChange={(value) => {
            if (value) setChannel(value as AlertChannel)
            note('done')
            setKey(crypto.randomUUID())
          }}
          allowDeselect={false}
        />
        <ChannelNote channel={channel} {...ways} />
        <TextInput
          label={t('column.recipient')}
          description={t('recipientMeans')}
          size="md"
          value={[account.firstName, account.lastName].filter(Boolean).join(' ')}
          readOnly
        />
        {(pushTrouble ?? trouble) && (
          <Alert color="red" role="alert">
            {pushTrouble ?? trouble}
          </Alert>
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" size="md" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" size="md" loading={isBusy || isAsking} disabled={!isReachable(channel, ways)}>
            {t('create')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
