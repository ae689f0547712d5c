import { valibotResolver } from '@hookform/resolvers/valibot'
import { Alert, Select, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import * as v from 'valibot'
import { Form } from '#app/components/form/Form.tsx'
import { FormDialog } from '#app/components/form/FormDialog.tsx'
import { useControlledField } from '#app/components/form/use-controlled-field.ts'
import { useKeyedMutation, useServerMutation } from '#app/components/use-server-mutation.ts'
import { getSession } from '#app/data/device.ts'
import { pushState, subscribeThisDevice } from '#app/data/push.ts'
import { siteInfo } from '#app/data/session.ts'
import { toastError, toastSuccess } from '#app/ui/toasts.ts'
import {
  ALERT_AUDIENCES,
  ALERT_CHANNELS,
  ALERT_EVENTS,
  type AlertAudience,
  type AlertChannel,
  type AlertEvent,
  isForManagersOnly,
} from '#domain/alerts/alert.ts'
import * as data from './alerts.queries.ts'
import { ChannelNote, isReachable } from './ChannelNote.tsx'
import { usePushError } from './use-push-error.ts'

/** `to`: an audience, or the id of a user. */
const Fields = v.object({ event: v.picklist(ALERT_EVENTS), channel: v.picklist(ALERT_CHANNELS), to: v.string() })
type Fields = { event: AlertEvent; channel: AlertChannel; to: string }

const audienceIn = (to: string): AlertAudience | undefined => ALERT_AUDIENCES.find((audience) => audience === to)

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
  const { data: people = [] } = useQuery(data.recipients())
  const me = String(account.userId)
  const form = useForm<Fields>({ resolver: valibotResolver(Fields), defaultValues: { event: 'ANY_EVENT', channel: 'EMAIL', to: me } })
  const field = useControlledField(form)
  const [event, channel, to] = [field('event'), field('channel'), field('to')]
  const isMe = to.value === me
  const person = people.find(({ userId }) => String(userId) === to.value)
  const audience = audienceIn(to.value)
  const ways = { account, push: push ?? null, sendsSms: site?.sendsSms ?? false, sendsMail: site?.sendsMail !== false }
  const reach = isMe ? ways : { ...ways, account: person ?? null, push: 'on' as const }
  const isEmployee = audience === 'ASSIGNED' || (person !== undefined && person.companyRole !== 'ROLE_MANAGER')
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
    const { event, channel } = fields
    const rule = { event, channel, ...(audience ? { audience } : { recipientId: Number(fields.to) }) }
    if (!isMe || channel !== 'PUSH' || push === 'on') return addition.mutate(rule)
    // The browser requires a tap to ask for the permission, and the rule is created only once it is granted.
    subscription.mutate(site?.pushKey ?? null, { onSuccess: (outcome) => outcome === 'done' && addition.mutate(rule) })
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
      isBlocked={!isReachable(channel.value, reach) || (isEmployee && isForManagersOnly(event.value))}
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
      <Select
        {...to}
        label={t('column.recipient')}
        description={isEmployee ? t('audienceMeans') : undefined}
        data={[
          { value: me, label: t('you', { name: [account.firstName, account.lastName].filter(Boolean).join(' ') }) },
          ...ALERT_AUDIENCES.map((value) => ({ value, label: t(`audience.${value}`) })),
          ...people.flatMap(({ userId, firstName, lastName }) =>
            String(userId) === me ? [] : [{ value: String(userId), label: `${firstName} ${lastName}` }],
          ),
        ]}
        onChange={(value) => value && to.onChange(value)}
        allowDeselect={false}
        searchable
      />
      {isEmployee && isForManagersOnly(event.value) ? (
        <Text size="sm" c="var(--mantine-color-error)" role="status">
          {t('refusals:ALERT_MANAGERS_ONLY')}
        </Text>
      ) : (
        (isMe || person || channel.value === 'SMS' || channel.value === 'APP') && (
          <ChannelNote channel={channel.value} {...reach} isMe={isMe} />
        )
      )}
      {pushError && (
        <Alert color="red" role="alert">
          {pushError}
        </Alert>
      )}
    </Form>
  )
}
