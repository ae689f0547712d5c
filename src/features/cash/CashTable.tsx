import { Anchor, Text } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { isHeardLate } from '#app/data/activity.ts'
import { formats } from '#app/data/formats.ts'
import { type Column, Table } from '#app/ui/table/Table.tsx'
import type { CashWithdraw } from '#contract/cash.ts'
import { fromIso } from '#domain/time.ts'
import classes from './Cash.module.css'

/** Individual withdrawals. */
export function CashTable({ rows, ...list }: { rows: readonly CashWithdraw[]; isComplete: boolean; isFading: boolean }) {
  const { t } = useTranslation('cash')
  const { money, dateTime } = formats()
  const columns: Column<CashWithdraw>[] = [
    {
      key: 'machine',
      label: t('column.machine'),
      sortBy: ({ machine }) => machine.name,
      cell: ({ machine }) => <MachineName machine={machine} />,
    },
    { key: 'user', label: t('column.user'), sortBy: ({ user }) => user?.name, cell: ({ user }) => user?.name ?? '–' },
    { key: 'created', label: t('column.created'), sortBy: ({ created }) => fromIso(created), cell: (row) => <When row={row} /> },
    {
      key: 'withdrawn',
      label: t('column.withdrawn'),
      isNumber: true,
      sortBy: (row) => row.withdrawnAmount,
      cell: ({ withdrawnAmount }) => <b>{money(withdrawnAmount)}</b>,
    },
    {
      key: 'expected',
      sortBy: (row) => row.expectedAmount,
      label: t('column.expected'),
      isNumber: true,
      cell: ({ expectedAmount, since }) => (
        <>
          {money(expectedAmount)}
          {since && <span className={classes.note}>{t('since', { at: dateTime(fromIso(since)) })}</span>}
        </>
      ),
    },
    {
      key: 'difference',
      label: t('column.difference'),
      isNumber: true,
      sortBy: (row) => row.difference,
      cell: ({ difference }) => <Difference amount={difference} />,
    },
  ]
  return (
    <>
      <Table label={t('title')} columns={columns} rows={rows} keyOf={({ id }) => id} name="cash" {...list} />
      {rows.some(({ difference }) => difference === null) && (
        <Text size="sm" c="dimmed" px="md" pt="sm">
          {t('notCountedMeans')}
        </Text>
      )}
    </>
  )
}

function MachineName({ machine: { id, name, active } }: Pick<CashWithdraw, 'machine'>) {
  if (!active) return name
  return (
    <Anchor renderRoot={(props) => <Link to="/dashboard/machines/$machineId" params={{ machineId: String(id) }} {...props} />}>
      {name}
    </Anchor>
  )
}

/** When it was taken, and when it was received if it was recorded offline. */
function When({ row: { created, received } }: { row: CashWithdraw }) {
  const { t } = useTranslation('cash')
  const { dateTime } = formats()
  const isLate = received !== null && isHeardLate({ created, received })
  return (
    <>
      {dateTime(fromIso(created))}
      {isLate && <span className={classes.note}>{t('late', { at: dateTime(fromIso(received)) })}</span>}
    </>
  )
}

/** As text, not only as a colour. */
function Difference({ amount }: { amount: number | null }) {
  const { t } = useTranslation('cash')
  const { money } = formats()
  if (amount === null) return <span className={classes.unknown}>{t('notCounted')}</span>
  const Icon = amount === 0 ? IconCheck : IconAlertTriangle
  return (
    <span className={classes.difference} data-state={amount === 0 ? 'exact' : amount < 0 ? 'missing' : 'over'}>
      <Icon size={16} aria-hidden />
      {amount === 0 ? t('exact') : t(amount < 0 ? 'missing' : 'over', { amount: money(Math.abs(amount)) })}
    </span>
  )
}
