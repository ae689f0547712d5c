import { valibotResolver } from '@hookform/resolvers/valibot'
import { Alert, Select, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Form } from '#app/components/form/Form.tsx'
import { FormDialog } from '#app/components/form/FormDialog.tsx'
import { useControlledField } from '#app/components/form/use-controlled-field.ts'
import { useKeyedMutation, useServerMutation } from '#app/components/use-server-mutation.ts'
import { getSession } from '#app/data/device.ts'
import { pushState, subscribeThisDevice } from '#app/data/push.ts'
import { siteInfo } from '#app/data/session.ts'
import { toastError, toastSuccess } from '#app/ui/toasts.ts'
import { addAlert } from '#contract/alerts.ts'
import { ALERT_CHANNELS, ALERT_EVENTS, type AlertChannel, type AlertEvent } from '#domain/alerts/alert.ts'
import * as data from './alerts.queries.ts'
import { ChannelNote, isReachable } from './ChannelNote.tsx'
import { usePushError } from './use-push-error.ts'

type Fields = { event: AlertEvent; channel: AlertChannel }
const INITIAL: Fields = { event: 'ANY_EVENT', channel: 'EMAIL' }

export function CreateAlertDialog({ opened, onClose }: { opened: boolean; onClose(): void }) {
  const { t } = useTranslation('alerts')
  return (
    <FormDialog opened={opened} onClose={onClose} title={t('create')}>
      <AlertForm onClose={onClose} />
    </FormDialog>
  )
}

function AlertForm({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('alerts')
  const { account } = getSession()
  const { data: site } = useQuery(siteInfo())
  const { data: push } = useQuery(pushState())
  const form = useForm({ resolver: valibotResolver(addAlert.body), defaultValues: INITIAL })
  const field = useControlledField(form)
  const [event, channel] = [field('event'), field('channel')]
  const ways = { account, push: push ?? null, sendsSms: site?.sendsSms ?? false, sendsMail: site?.sendsMail !== false }
  const addition = useKeyedMutation({
    ...data.addAlert,
    onSuccess: () => {
      toastSuccess(t('created'))
      onClose()
    },
    onError: () => toastError(t('failed')),
  })
  const subscription = useServerMutation(subscribeThisDevice)
  const pushError = usePushError(subscription.data)

  const create = (fields: Fields) => {
    if (fields.channel !== 'PUSH' || push === 'on') return addition.mutate(fields)
    // The browser requires a tap to ask for the permission, and the rule is created only once it is granted.
    subscription.mutate(site?.pushKey ?? null, { onSuccess: (outcome) => outcome === 'done' && addition.mutate(fields) })
  }
  return (
    <Form
      form={form}
      onSubmit={create}
      submit={t('create')}
      mutation={{ error: addition.error, isPending: addition.isPending || subscription.isPending }}
      isUnsettled={addition.isUnsettled}
      onCancel={onClose}
      isPrefilled
      isBlocked={!isReachable(channel.value, ways)}
    >
      <Select
        {...event}
        label={t('column.event')}
        description={event.value === 'ANY_EVENT' ? t('anyEventMeans') : undefined}
        data={ALERT_EVENTS.map((value) => ({ value, label: t(`event.${value}`) }))}
        onChange={(value) => value && event.onChange(value)}
        allowDeselect={false}
        data-autofocus
      />
      <Select
        {...channel}
        label={t('column.channel')}
        data={ALERT_CHANNELS.map((value) => ({ value, label: t(`channel.${value}`) }))}
        onChange={(value) => {
          if (value) channel.onChange(value)
          subscription.reset()
        }}
        allowDeselect={false}
      />
      <ChannelNote channel={channel.value} {...ways} />
      <TextInput
        label={t('column.recipient')}
        description={t('recipientMeans')}
        size="md"
        value={[account.firstName, account.lastName].filter(Boolean).join(' ')}
        readOnly
      />
      {pushError && (
        <Alert color="red" role="alert">
          {pushError}
        </Alert>
      )}
    </Form>
  )
}
