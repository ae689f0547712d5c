import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { PagedTable } from '#app/components/PagedTable.tsx'
import { formats } from '#app/data/formats.ts'
import type { Column } from '#app/ui/table/column.ts'
import type { MachineRevenue } from '#contract/machine-reports.ts'
import { MarginSummary } from './MarginSummary.tsx'
import { type Margin, totalOf, useMarginColumns } from './margin-columns.tsx'
import classes from './Reports.module.css'
import type { MonthSearch } from './reports-search.ts'
import { SalesLink } from './SalesLink.tsx'

/** A machine, or the total without an id. */
type Row = Margin & { id: number | null; name: string; visits: number; marginPerVisit: number | null }
type Props = { machines: readonly MachineRevenue[]; search: MonthSearch & { month: string }; isFading: boolean }

/** Margin of each machine, with links to its sales and to its products. */
export function MachineMarginTable({ machines, search, isFading }: Props) {
  const { t } = useTranslation('machineReports')
  const { money, number, currency } = formats()
  const rows = machines.map(({ machine: { id, name }, ...of }): Row => ({ ...of, id, name }))
  const sums = totalOf(rows, currency)
  const visits = rows.reduce((sum, row) => sum + row.visits, 0)
  const total: Row = {
    ...sums,
    id: null,
    name: t('total'),
    visits,
    marginPerVisit: visits === 0 || sums.margin === null ? null : sums.margin / visits,
  }
  const { column, amount, before, share } = useMarginColumns(rows)
  const columns: Column<Row>[] = [
    {
      key: 'machine',
      label: t('machine'),
      sortBy: ({ name }) => name,
      cell: ({ id, name }) =>
        id === null ? (
          name
        ) : (
          <Link to="/dashboard/machines/$machineId" params={{ machineId: String(id) }} className={classes.link}>
            {name}
          </Link>
        ),
    },
    {
      ...column('turnover'),
      sortBy: ({ turnover }) => turnover,
      cell: ({ id, name, turnover }) =>
        id === null ? (
          money(turnover)
        ) : (
          <SalesLink month={search.month} machine={id} label={t('salesOf', { name, value: money(turnover) })}>
            {money(turnover)}
          </SalesLink>
        ),
    },
    ...before,
    {
      ...column('margin'),
      sortBy: ({ margin }) => margin,
      cell: ({ id, name, margin }) => {
        const value = margin === null ? '–' : money(margin)
        return id === null ? (
          value
        ) : (
          <Link
            to="/dashboard/reports/revenue-optimization"
            search={{ ...search, machine: id }}
            className={classes.link}
            aria-label={t('revenue.productsOf', { name, value })}
          >
            {value}
          </Link>
        )
      },
    },
    share,
    { ...column('visits'), sortBy: (row) => row.visits, cell: (row) => number(row.visits) },
    amount('perVisit', ({ marginPerVisit }) => marginPerVisit),
  ]
  return (
    <>
      <MarginSummary label={t('revenue.chart')} total={total} rows={rows} />
      <PagedTable
        name="revenue"
        label={t('revenue.title')}
        columns={columns}
        rows={rows}
        totals={rows.length > 1 ? [total] : []}
        keyOf={({ id }) => id ?? 'total'}
        isFading={isFading}
      />
    </>
  )
}
