import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { getSession } from '#app/data/device.ts'
import { formats } from '#app/data/formats.ts'
import { stamp } from '#app/data/transactions.ts'
import { type Column, Table } from '#app/ui/table/Table.tsx'
import type { Transaction } from '#contract/transactions.ts'
import classes from './SalesTable.module.css'

type Props = { rows: readonly Transaction[]; isComplete: boolean; isFading: boolean }

/** A table on a desktop; on a phone the product and the amount, with machine, time and payment below. */
export function SalesTable({ rows, ...list }: Props) {
  const { t } = useTranslation('transactions')
  const { money } = formats()
  const { timezone } = getSession().account
  const nameOf = ({ product }: Transaction) => product?.name ?? t('unknownProduct')
  const column = (key: string, width: string) => ({
    key,
    label: t(`column.${key}`),
    width,
    hasNoPhoneLabel: key !== 'slot',
    className: classes[key],
  })
  const columns: Column<Transaction>[] = [
    {
      ...column('created', '11rem'),
      sortBy: ({ created }) => created,
      cell: ({ created }) => <time dateTime={created}>{stamp(created, timezone)}</time>,
    },
    {
      ...column('machine', 'minmax(10rem, 1.4fr)'),
      sortBy: ({ machine }) => machine.name,
      cell: ({ machine }) => (
        <Link to="/dashboard/machines/$machineId" params={{ machineId: String(machine.id) }} className={classes.link}>
          {machine.name}
        </Link>
      ),
    },
    { ...column('product', 'minmax(8rem, 1fr)'), sortBy: nameOf, cell: nameOf },
    {
      ...column('type', '7.5rem'),
      sortBy: ({ type }) => t(`type.${type}`),
      cell: ({ type }) => (
        <span className={classes.badge} data-type={type}>
          {t(`type.${type}`)}
        </span>
      ),
    },
    { ...column('slot', '4rem'), sortBy: ({ slotNumber }) => slotNumber, cell: ({ slotNumber }) => slotNumber },
    {
      ...column('card', '6.5rem'),
      sortBy: ({ employeeCardIdentifier }) => employeeCardIdentifier,
      cell: ({ employeeCardIdentifier }) => employeeCardIdentifier && `•••• ${employeeCardIdentifier}`,
    },
    { ...column('amount', '7.5rem'), isNumber: true, sortBy: ({ amount }) => amount, cell: ({ amount }) => money(amount) },
  ]
  return <Table name="sales" label={t('title')} columns={columns} rows={rows} keyOf={({ id }) => id} cardClass={classes.sale} {...list} />
}
