import { Button, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useKeyedMutation } from '#app/components/use-server-mutation.ts'
import { formats } from '#app/data/formats.ts'
import { Card } from '#app/ui/Card.tsx'
import { ConfirmDialog } from '#app/ui/ConfirmDialog.tsx'
import { toastSuccess } from '#app/ui/toasts.ts'
import type { MoneyReport } from '#contract/money.ts'
import { fromIso } from '#domain/time.ts'
import { closeMonth, moneyMonths, reopenMonth } from './money.queries.ts'

/** Whether a month is closed, and its closing or reopening. */
export function MonthClose({ month, report }: { month: string; report: MoneyReport }) {
  const { t } = useTranslation('money')
  const { data: months } = useQuery(moneyMonths())
  const [confirming, setConfirming] = useState<'close' | 'reopen' | null>(null)
  const [reason, setReason] = useState('')
  const close = useKeyedMutation(closeMonth)
  const reopen = useKeyedMutation(reopenMonth)
  const { money, month: named, dateTime } = formats()
  const { closing } = report
  const isLatest = months?.closings[0]?.month === month
  const isNext = months !== undefined && (months.next === null || months.next === month)
  const end = (text: string) => () => {
    setConfirming(null)
    setReason('')
    toastSuccess(text)
  }
  const failure = close.errorText ?? reopen.errorText
  return (
    <Card aria-label={t('close.title')}>
      <Group justify="space-between" align="center">
        <Stack gap={4}>
          <Title order={2} size="h3">
            {t('close.title')}
          </Title>
          <Text>
            {closing ? t('close.closed', { name: closing.closedBy ?? '–', date: dateTime(fromIso(closing.closedAt)) }) : t('close.open')}
          </Text>
          {!closing && !report.unfinished && months?.next && !isNext && month > months.next && (
            <Text c="dimmed">{t('close.first', { month: named(months.next) })}</Text>
          )}
          {failure && (
            <Text c="red" role="alert">
              {failure}
            </Text>
          )}
        </Stack>
        {closing && isLatest && (
          <Button variant="default" size="md" onClick={() => setConfirming('reopen')}>
            {t('reopen.do', { month: named(month) })}
          </Button>
        )}
        {!closing && !report.unfinished && isNext && (
          <Button size="md" onClick={() => setConfirming('close')}>
            {t('close.do', { month: named(month) })}
          </Button>
        )}
      </Group>
      <ConfirmDialog
        opened={confirming === 'close'}
        title={t('close.do', { month: named(month) })}
        confirm={t('close.do', { month: named(month) })}
        isBusy={close.isPending}
        onConfirm={() => close.mutate({ month }, { onSuccess: end(t('close.done')), onError: () => setConfirming(null) })}
        onClose={() => setConfirming(null)}
      >
        <Text>{t('close.ask', { gross: money(report.gross), tax: money(report.tax) })}</Text>
      </ConfirmDialog>
      <ConfirmDialog
        opened={confirming === 'reopen'}
        title={t('reopen.do', { month: named(month) })}
        confirm={t('reopen.do', { month: named(month) })}
        isDangerous
        isBusy={reopen.isPending}
        isDisabled={reason.trim() === ''}
        onConfirm={() =>
          reopen.mutate({ month, reason: reason.trim() }, { onSuccess: end(t('reopen.done')), onError: () => setConfirming(null) })
        }
        onClose={() => setConfirming(null)}
      >
        <TextInput
          size="md"
          label={t('reopen.reason')}
          description={t('reopen.help')}
          maxLength={200}
          value={reason}
          onChange={({ currentTarget: { value } }) => setReason(value)}
        />
      </ConfirmDialog>
    </Card>
  )
}
