import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorText } from '#app/components/ErrorText.tsx'
import { useKeyedMutation } from '#app/components/use-server-mutation.ts'
import { AgeText } from '#app/ui/AgeText.tsx'
import { ConfirmDialog } from '#app/ui/ConfirmDialog.tsx'
import { type Column, Table } from '#app/ui/table/Table.tsx'
import { toastSuccess } from '#app/ui/toasts.ts'
import type { Alert } from '#contract/alerts.ts'
import classes from './Alerts.module.css'
import { deleteAlert } from './alerts.queries.ts'

const keyOf = ({ event, channel, recipientId, audience }: Alert) => `${event} ${channel} ${recipientId ?? audience}`

export function AlertsTable({ rules }: { rules: readonly Alert[] }) {
  const { t } = useTranslation('alerts')
  const [selected, setSelected] = useState<Alert | null>(null)
  const { mutate, isPending, errorText, reset } = useKeyedMutation({
    ...deleteAlert,
    onSuccess: () => {
      toastSuccess(t('deleted'))
      setSelected(null)
    },
  })
  const close = () => {
    reset()
    setSelected(null)
  }
  const labels = ({ event, channel, recipient, audience }: Alert) => ({
    event: t(`event.${event}`),
    channel: t(`channel.${channel}`),
    recipient: audience ? t(`audience.${audience}`) : recipient,
  })
  const columns: Column<Alert>[] = [
    {
      key: 'event',
      label: t('column.event'),
      sortBy: (rule) => labels(rule).event,
      cell: (rule) => <Text fw={600}>{labels(rule).event}</Text>,
    },
    { key: 'channel', label: t('column.channel'), sortBy: (rule) => labels(rule).channel, cell: (rule) => labels(rule).channel },
    {
      key: 'recipient',
      sortBy: (rule) => labels(rule).recipient,
      label: t('column.recipient'),
      cell: (rule) => (
        <>
          {labels(rule).recipient}
          <Reached rule={rule} />
        </>
      ),
    },
    {
      key: 'last',
      label: t('column.last'),
      sortBy: ({ last }) => last && Date.parse(last.at),
      cell: ({ last, audience, channel }) => (audience || channel === 'APP' ? '–' : <Last last={last} />),
    },
    {
      key: 'delete',
      label: '',
      cell: (rule) => (
        <Button variant="default" mih={48} aria-label={t('deleteNamed', labels(rule))} onClick={() => setSelected(rule)}>
          {t('delete')}
        </Button>
      ),
    },
  ]
  return (
    <>
      <Table name="alerts" label={t('title')} columns={columns} rows={rules} keyOf={keyOf} />
      <ConfirmDialog
        opened={selected !== null}
        title={t('ask')}
        confirm={t('delete')}
        onConfirm={() => selected && mutate(selected)}
        onClose={close}
        isBusy={isPending}
        isDangerous
      >
        <Text>{selected && t('askMeans', labels(selected))}</Text>
        <ErrorText text={errorText && `${t('deleteFailed')}. ${errorText}`} />
      </ConfirmDialog>
    </>
  )
}

/** The recipient, or why there is none. */
function Reached({ rule: { channel, email, phoneNumber, isPushSupported, audience } }: { rule: Alert }) {
  const { t } = useTranslation('alerts')
  if (audience || channel === 'APP') return null
  const address = channel === 'EMAIL' ? email : channel === 'SMS' ? phoneNumber : null
  const missing = channel === 'EMAIL' ? 'noEmail' : channel === 'SMS' ? 'noPhone' : 'noDevice'
  const isReached = channel === 'PUSH' ? isPushSupported : Boolean(address)
  if (isReached && !address) return null
  return (
    <Text size="sm" c={isReached ? 'dimmed' : 'var(--mantine-color-error)'}>
      {isReached ? address : t(missing)}
    </Text>
  )
}

function Last({ last }: { last: Alert['last'] }) {
  const { t } = useTranslation('alerts')
  if (!last) return <Text c="dimmed">{t('last.none')}</Text>
  return (
    <>
      <Text className={last.state === 'SENT' || last.state === 'WAITING' ? undefined : classes.failed}>{t(`last.${last.state}`)}</Text>
      <Text size="sm" c="dimmed" component="div">
        <AgeText at={Date.parse(last.at)} />
      </Text>
    </>
  )
}
