import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { PagedTable } from '#app/components/PagedTable.tsx'
import { formats } from '#app/data/formats.ts'
import type { Column } from '#app/ui/table/column.ts'
import type { MoneyReport } from '#contract/money.ts'
import { changeOf } from '#domain/sales/change.ts'
import classes from './Reports.module.css'
import { SalesLink } from './SalesLink.tsx'

type Sums = Pick<MoneyReport, 'count' | 'gross'> & Partial<Pick<MoneyReport, 'net' | 'tax'>>
type Row = Sums & { key: string; name: string; shown?: ReactNode; before: number }
type Props = { report: MoneyReport; compared: MoneyReport | undefined; month: string | undefined; isFading: boolean }

/** The figures by rate, means of payment, machine and product, each beside those of the other period. */
export function MoneyTables({ report, compared, month, isFading }: Props) {
  const { t } = useTranslation('money')
  const { rate: inPercent } = formats()
  const table = (name: Section, rows: readonly Row[]) =>
    rows.length > 0 && <SumsTable name={name} rows={rows} isCompared={compared !== undefined} isFading={isFading} />
  return (
    <>
      {table('total', [{ ...report, key: 'total', name: t('section.total'), before: compared?.gross ?? 0 }])}
      {table(
        'rates',
        beside(report.rates, compared?.rates, ({ rate }) => [String(rate), inPercent(rate)]),
      )}
      {table(
        'means',
        beside(report.means, compared?.means, ({ type }) => [type, t(`transactions:type.${type}`)]),
      )}
      {table(
        'machines',
        beside(report.machines, compared?.machines, ({ machine: { id, name } }) => [
          String(id),
          name,
          <Link key={id} to="/dashboard/machines/$machineId" params={{ machineId: String(id) }} className={classes.link}>
            {name}
          </Link>,
        ]),
      )}
      {table(
        'products',
        beside(report.products, compared?.products, ({ product }) => [
          String(product?.id ?? 0),
          product?.name ?? t('unknown'),
          product && month !== undefined && (
            <SalesLink month={month} product={product.id}>
              {product.name}
            </SalesLink>
          ),
        ]),
      )}
    </>
  )
}

/** The rows of both periods, matched by key; what only the other one has is 0 in this one. */
function beside<T extends Sums>(
  rows: readonly T[],
  others: readonly T[] = [],
  named: (row: T) => [key: string, name: string, shown?: ReactNode],
): Row[] {
  const before = new Map(others.map((row) => [named(row)[0], row]))
  const rowOf = (row: T, sums: Sums, was: number): Row => {
    const [key, name, shown] = named(row)
    return {
      count: sums.count,
      gross: sums.gross,
      key,
      name,
      before: was,
      ...(sums.net === undefined ? {} : { net: sums.net, tax: sums.tax ?? 0 }),
      shown,
    }
  }
  const now = rows.map((row) => rowOf(row, row, before.get(named(row)[0])?.gross ?? 0))
  const keys = new Set(now.map(({ key }) => key))
  const gone = others.filter((row) => !keys.has(named(row)[0]))
  return [...now, ...gone.map((row) => rowOf(row, { count: 0, gross: 0, ...(row.net === undefined ? {} : { net: 0, tax: 0 }) }, row.gross))]
}

type Section = 'total' | 'rates' | 'means' | 'machines' | 'products'
/** These have no choice of columns, which would take as much room as their rows. */
const HAS_FEW_ROWS: readonly Section[] = ['total', 'rates', 'means']

type SumsTableProps = { name: Section; rows: readonly Row[]; isCompared: boolean; isFading: boolean }

function SumsTable({ name, rows, isCompared, isFading }: SumsTableProps) {
  const { t } = useTranslation('money')
  const { money, number, change } = formats()
  const amount = (key: 'gross' | 'net' | 'tax' | 'before'): Column<Row> => ({
    key,
    label: t(`column.${key}`),
    isNumber: true,
    sortBy: (row) => row[key],
    cell: (row) => (row[key] === undefined ? '–' : money(row[key])),
  })
  const changed = ({ gross, before }: Row) => changeOf(gross, before)
  const columns: Column<Row>[] = [
    { key: 'name', label: t(`section.${name}`), sortBy: (row) => row.name, cell: (row) => row.shown || row.name },
    { key: 'sales', label: t('column.sales'), isNumber: true, sortBy: ({ count }) => count, cell: ({ count }) => number(count) },
    amount('gross'),
    ...(name === 'means' ? [] : [amount('net'), amount('tax')]),
    ...(isCompared
      ? [
          amount('before'),
          {
            key: 'change',
            label: t('column.change'),
            isNumber: true,
            sortBy: changed,
            cell: (row: Row) => {
              const share = changed(row)
              return share === null ? '–' : change(share)
            },
          },
        ]
      : []),
  ]
  return (
    <PagedTable
      {...(HAS_FEW_ROWS.includes(name) ? {} : { name: `money-${name}` })}
      label={t(`section.${name}`)}
      columns={columns}
      rows={rows}
      keyOf={({ key }) => key}
      isFading={isFading}
      isTitled={name !== 'total'}
    />
  )
}
