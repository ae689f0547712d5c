import { useTranslation } from 'react-i18next'
import { formats } from '#app/data/formats.ts'
import { Card } from '#app/ui/Card.tsx'
import { type Column, Table } from '#app/ui/table/Table.tsx'
import type { CollectionFigures, CountedBag } from '#contract/collections.ts'
import { fromIso } from '#domain/time.ts'
import classes from './Cash.module.css'
import { Difference } from './Difference.tsx'

/** Counted bags with their differences, the latest count first. */
export function CountedTable({ rows }: { rows: readonly CountedBag[] }) {
  const { t } = useTranslation('collections')
  const { money, dateTime } = formats()
  const columns: Column<CountedBag>[] = [
    { key: 'bag', label: t('column.bag'), sortBy: ({ bag }) => bag, cell: ({ bag }) => bag ?? t('noBag') },
    {
      key: 'machine',
      label: t('column.machine'),
      sortBy: ({ collection }) => collection?.machine.name,
      cell: ({ collection }) => collection?.machine.name ?? t('counted.unknown'),
    },
    {
      key: 'user',
      label: t('column.user'),
      sortBy: ({ collection }) => collection?.user?.name,
      cell: ({ collection }) => collection?.user?.name ?? '–',
    },
    {
      key: 'counted',
      label: t('column.counted'),
      sortBy: ({ at }) => fromIso(at),
      cell: ({ at, user }) => (
        <>
          {dateTime(fromIso(at))}
          <span className={classes.note}>{user?.name}</span>
        </>
      ),
    },
    {
      key: 'amount',
      label: t('column.amount'),
      isNumber: true,
      sortBy: ({ amount }) => amount,
      cell: ({ amount }) => <b>{money(amount)}</b>,
    },
    {
      key: 'expected',
      label: t('column.expected'),
      isNumber: true,
      sortBy: ({ collection }) => collection?.figures.expectedAmount,
      cell: ({ collection }) => (collection ? <Expected figures={collection.figures} /> : '–'),
    },
    {
      key: 'difference',
      label: t('column.difference'),
      isNumber: true,
      sortBy: ({ collection }) => collection?.figures.difference,
      cell: ({ collection }) => (collection ? <Difference amount={collection.figures.difference} /> : '–'),
    },
  ]
  return (
    <Card component="div" p={0}>
      <Table label={t('counted.title')} columns={columns} rows={rows} keyOf={({ id }) => id} name="counted-bags" />
    </Card>
  )
}

/** The expected amount of a counted collection, and what it is computed from. */
export function Expected({ figures: { expectedAmount, basis, salesAmount } }: { figures: Omit<CollectionFigures, 'counts'> }) {
  const { t } = useTranslation('collections')
  const { money } = formats()
  if (expectedAmount === null || basis === null) return '–'
  const isOther = basis === 'METER' && salesAmount !== null && salesAmount !== expectedAmount
  return (
    <>
      {money(expectedAmount)}
      <span className={classes.note}>{t(`basis.${basis}`)}</span>
      {isOther && <span className={classes.note}>{t('salesSay', { amount: money(salesAmount) })}</span>}
    </>
  )
}
