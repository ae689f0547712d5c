import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Column, DataTable } from '#app/components/DataTable.tsx'
import { useWhyNot } from '#app/components/use-why-not.ts'
import { deleteAlert } from '#app/data/alerts.ts'
import { AgeText } from '#app/ui/AgeText.tsx'
import { ConfirmDialog } from '#app/ui/ConfirmDialog.tsx'
import { toastError, toastSuccess } from '#app/ui/toasts.ts'
import type { Alert } from '#contract/alerts.ts'
import classes from './Alerts.module.css'

const keyOf = ({ event, channel, recipientId }: Alert) => `${event} ${channel} ${recipientId}`

export function AlertsTable({ rules, onChanged }: { rules: readonly Alert[]; onChanged(): void }) {
  const { t } = useTranslation('alerts')
  const [asked, setAsked] = useState<Alert | null>(null)
  const [isBusy, setBusy] = useState(false)
  const words = ({ event, channel, recipient }: Alert) => ({ event: t(`event.${event}`), channel: t(`channel.${channel}`), recipient })
  const columns: Column<Alert>[] = [
    { key: 'event', label: t('column.event'), cell: (rule) => <Text fw={600}>{words(rule).event}</Text> },
    { key: 'channel', label: t('column.channel'), cell: (rule) => words(rule).channel },
    {
      key: 'recipient',
      label: t('column.recipient'),
      cell: (rule) => (
        <>
          {rule.recipient}
          <Reached rule={rule} />
        </>
      ),
    },
    { key: 'last', label: t('column.last'), cell: ({ last }) => <Last last={last} /> },
    {
      key: 'delete',
      label: '',
      cell: (rule) => (
        <Button variant="default" h={48} aria-label={t('deleteNamed', words(rule))} onClick={() => setAsked(rule)}>
          {t('delete')}
        </Button>
      ),
    },
  ]
  const why = useWhyNot()
  const end = async () => {
    if (!asked) return
    setBusy(true)
    const answer = await deleteAlert(asked, crypto.randomUUID())
    setBusy(false)
    setAsked(null)
    // A rule that is already deleted counts as success.
    const isDone = answer.state === 'answered' || (answer.state === 'refused' && answer.code === 'ALERT_NOT_FOUND')
    if (isDone) toastSuccess(t('deleted'))
    else toastError(`${t('deleteFailed')}. ${why(answer).text}`)
    onChanged()
  }
  return (
    <>
      <DataTable label={t('title')} columns={columns} rows={rules} keyOf={keyOf} />
      <ConfirmDialog
        opened={asked !== null}
        title={t('ask')}
        confirm={t('delete')}
        onConfirm={() => void end()}
        onClose={() => setAsked(null)}
        isBusy={isBusy}
        isDangerous
      >
        <Text>{asked && t('askMeans', words(asked))}</Text>
      </ConfirmDialog>
    </>
  )
}

/** The recipient, or why there is none. */
function Reached({ rule: { channel, email, phoneNumber, isPushSupported } }: { rule: Alert }) {
  const { t } = useTranslation('alerts')
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
