import { Anchor, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { isReceivedLate } from '#app/data/activity.ts'
import { getSession } from '#app/data/device.ts'
import { formats } from '#app/data/formats.ts'
import { type Column, Table } from '#app/ui/table/Table.tsx'
import type { CashWithdraw } from '#contract/cash.ts'
import { stamp } from '#domain/formats.ts'
import { fromIso } from '#domain/time.ts'
import classes from './Cash.module.css'
import { Expected } from './CountedTable.tsx'
import { Difference } from './Difference.tsx'

/** Individual withdrawals. */
export function CashTable({ rows, ...list }: { rows: readonly CashWithdraw[]; isComplete: boolean; isFading: boolean }) {
  const { t } = useTranslation('cash')
  const { money } = formats()
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
      key: 'bag',
      label: t('collections:column.bag'),
      isWord: true,
      sortBy: ({ collection }) => collection?.bag,
      cell: ({ collection }) => collection?.bag ?? '–',
    },
    {
      key: 'counted',
      label: t('collections:column.amount'),
      isNumber: true,
      sortBy: ({ collection }) => collection?.counted?.amount,
      cell: ({ collection }) => (collection?.counted ? money(collection.counted.amount) : '–'),
    },
    {
      key: 'expected',
      sortBy: (row) => row.expectedAmount,
      label: t('column.expected'),
      isNumber: true,
      cell: ({ expectedAmount, since, collection }) => (
        <>
          {collection?.counted ? <Expected figures={collection} /> : money(expectedAmount)}
          {since && <span className={classes.note}>{t('since', { at: stamp(since, getSession().account.timezone) })}</span>}
        </>
      ),
    },
    {
      key: 'difference',
      label: t('column.difference'),
      isNumber: true,
      sortBy: (row) => differenceOf(row),
      cell: (row) => <Difference amount={differenceOf(row)} />,
    },
  ]
  return (
    <>
      <Table label={t('title')} columns={columns} rows={rows} keyOf={({ id }) => id} name="cash" {...list} />
      {rows.some((row) => differenceOf(row) === null) && (
        <Text size="sm" c="dimmed" px="md" pt="sm">
          {t('notCountedMeans')}
        </Text>
      )}
    </>
  )
}

/** Of a counted bag, else of the machine's own count. */
const differenceOf = ({ collection, difference }: CashWithdraw) => collection?.difference ?? difference

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
  const { timezone } = getSession().account
  const isLate = received !== null && isReceivedLate({ created, received })
  return (
    <>
      <time className={classes.when} dateTime={created}>
        {stamp(created, timezone)}
      </time>
      {isLate && <span className={classes.note}>{t('late', { at: stamp(received, timezone) })}</span>}
    </>
  )
}
