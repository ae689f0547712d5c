import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useProductLabels } from '#app/components/use-product-labels.ts'
import { formats } from '#app/data/formats.ts'
import type { Column } from '#app/ui/table/column.ts'
import type { MachineRevenue, ProductRevenue } from '#contract/machine-reports.ts'
import { MonthReport } from './MonthReport.tsx'
import { machineColumn } from './machine-column.tsx'
import { monthIn, revenue, revenueOf } from './machine-reports.queries.ts'
import { needsTelemetry } from './needs-telemetry.ts'
import { PagedTable } from './PagedTable.tsx'
import { RankingCard } from './RankingCard.tsx'
import classes from './Reports.module.css'
import { RowsOfMachine } from './RowsOfMachine.tsx'
import { MonthSearch } from './reports-search.ts'
import { SalesLink } from './SalesLink.tsx'

export const Route = createFileRoute('/_signed-in/_managers/dashboard/reports/revenue-optimization')({
  validateSearch: MonthSearch,
  beforeLoad: needsTelemetry,
  component: RevenueScreen,
})

const BEST = 10

/** Margin of each machine's turnover in a month, and possible improvements. */
function RevenueScreen() {
  const { t } = useTranslation('machineReports')
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const month = monthIn(search.month)
  const question = { month, group: search.group }
  const report = useQuery(revenue(question))
  const machine = report.data?.find((row) => row.machine.id === search.machine)?.machine
  return (
    <MonthReport
      name="revenue"
      title={t('revenue.title')}
      failed={t('revenue.failed')}
      means={(['margin', 'net', 'cost', 'waste', 'empty', 'missed', 'better'] as const).map((one) => t(`revenue.means.${one}`))}
      question={question}
      report={report}
      onNarrow={(next) => void navigate({ search: { ...search, ...next, machine: undefined } })}
      behind={
        machine && (
          <EarningsCard machine={machine} month={month} onClose={() => void navigate({ search: { ...search, machine: undefined } })} />
        )
      }
    >
      {(rows) => <Machines key={JSON.stringify(question)} rows={rows} search={{ ...search, month }} isFading={report.isPlaceholderData} />}
    </MonthReport>
  )
}

type Props = { rows: readonly MachineRevenue[]; search: MonthSearch & { month: string }; isFading: boolean }

function Machines({ rows, search, isFading }: Props) {
  const { t } = useTranslation('machineReports')
  const { money, number, percentage } = formats()
  const column = (key: string) => ({ key, label: t(`revenue.column.${key}`), isNumber: true })
  const columns: Column<MachineRevenue>[] = [
    machineColumn(t('machine')),
    {
      ...column('turnover'),
      sortBy: ({ turnover }) => turnover,
      cell: ({ machine, turnover }) => (
        <SalesLink month={search.month} machine={machine.id} label={t('salesOf', { name: machine.name, value: money(turnover) })}>
          {money(turnover)}
        </SalesLink>
      ),
    },
    { ...column('net'), sortBy: ({ netTurnover }) => netTurnover, cell: ({ netTurnover }) => money(netTurnover) },
    { ...column('cost'), sortBy: ({ cost }) => cost, cell: ({ cost }) => money(cost) },
    { ...column('waste'), sortBy: ({ waste }) => waste, cell: ({ waste }) => money(waste) },
    {
      ...column('margin'),
      sortBy: ({ margin }) => margin,
      cell: ({ machine, margin }) => (
        <Link
          to="/dashboard/reports/revenue-optimization"
          search={{ ...search, machine: machine.id }}
          className={classes.link}
          aria-label={t('revenue.productsOf', { name: machine.name, value: money(margin) })}
        >
          {money(margin)}
        </Link>
      ),
    },
    { ...column('share'), sortBy: shareOf, cell: (row) => (row.netTurnover === 0 ? '–' : percentage(row.margin / row.netTurnover)) },
  ]
  const sum = (figure: (row: MachineRevenue) => number) => rows.reduce((total, row) => total + figure(row), 0)
  const withoutCost = sum((row) => row.soldWithoutCost)
  return (
    <>
      <RankingCard
        label={t('revenue.chart')}
        words={t('revenue.words', { turnover: money(sum((row) => row.netTurnover)), margin: money(sum((row) => row.margin)) })}
        bars={rows.slice(0, BEST).map(({ machine, margin }) => ({ label: machine.name, value: margin }))}
        wordsOf={money}
      />
      {withoutCost > 0 && <Text>{t('revenue.withoutCost', { count: withoutCost, pieces: number(withoutCost) })}</Text>}
      <PagedTable
        name="revenue"
        label={t('revenue.title')}
        columns={columns}
        rows={rows}
        keyOf={({ machine }) => machine.id}
        isFading={isFading}
      />
    </>
  )
}

const shareOf = ({ netTurnover, margin }: MachineRevenue) => (netTurnover === 0 ? null : margin / netTurnover)

type EarningsCardProps = { machine: { id: number; name: string }; month: string; onClose(): void }

/** Revenue of each product of one machine, and better alternatives. */
function EarningsCard({ machine, month, onClose }: EarningsCardProps) {
  const { t } = useTranslation('machineReports')
  const report = useQuery(revenueOf(machine.id, month))
  const { money, number } = formats()
  const labelOf = useProductLabels()
  const column = (key: string) => ({ key, label: t(`revenue.column.${key}`) })
  const columns: Column<ProductRevenue>[] = [
    { ...column('product'), sortBy: ({ product }) => labelOf(product), cell: ({ product }) => labelOf(product) },
    { ...column('slots'), sortBy: ({ slots }) => slots[0], cell: ({ slots }) => slots.join(', ') },
    { ...column('sold'), isNumber: true, sortBy: ({ sold }) => sold, cell: ({ sold }) => number(sold) },
    { ...column('margin'), isNumber: true, sortBy: ({ margin }) => margin, cell: ({ margin }) => money(margin) },
    { ...column('perDay'), isNumber: true, sortBy: ({ marginPerDay }) => marginPerDay, cell: ({ marginPerDay }) => money(marginPerDay) },
    {
      ...column('empty'),
      isNumber: true,
      sortBy: ({ hoursEmpty }) => hoursEmpty,
      cell: ({ hoursEmpty }) => (hoursEmpty === null ? '–' : number(hoursEmpty)),
    },
    { ...column('missed'), isNumber: true, sortBy: ({ missed }) => missed, cell: ({ missed }) => (missed === null ? '–' : money(missed)) },
    {
      ...column('better'),
      sortBy: ({ better }) => better?.gain,
      cell: ({ better }) => better && t('revenue.better', { product: labelOf(better.product), gain: money(better.gain) }),
    },
  ]
  return (
    <RowsOfMachine
      title={t('revenue.productsIn', { name: machine.name })}
      report={report}
      columns={columns}
      keyOf={({ product }) => String(product.id)}
      failed={t('revenue.failed')}
      none={t('revenue.noProducts')}
      onClose={onClose}
    />
  )
}
