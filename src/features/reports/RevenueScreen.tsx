import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useProductLabels } from '#app/components/use-product-labels.ts'
import { formats } from '#app/data/formats.ts'
import type { Column } from '#app/ui/table/column.ts'
import type { ProductRevenue } from '#contract/machine-reports.ts'
import { MachineMarginTable } from './MachineMarginTable.tsx'
import { MonthReport } from './MonthReport.tsx'
import { type MonthQuestion, monthIn, productMargins, revenue, revenueOf } from './machine-reports.queries.ts'
import { needsTelemetry } from './needs-telemetry.ts'
import { ProductMarginTable } from './ProductMarginTable.tsx'
import { RowsOfMachine } from './RowsOfMachine.tsx'
import { MonthSearch } from './reports-search.ts'

export const Route = createFileRoute('/_signed-in/_managers/dashboard/reports/revenue-optimization')({
  validateSearch: MonthSearch,
  beforeLoad: needsTelemetry,
  component: RevenueScreen,
})

/** Margin of the turnover in a month, by machine or by product, and possible improvements. */
function RevenueScreen() {
  const { t } = useTranslation('machineReports')
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const month = monthIn(search.month)
  const view = {
    question: { month, group: search.group },
    title: t('revenue.title'),
    failed: t('revenue.failed'),
    onNarrow: (next: MonthSearch) => void navigate({ search: { ...search, ...next, machine: undefined } }),
  }
  return search.by === 'product' ? <ByProduct {...view} /> : <ByMachine {...view} search={{ ...search, month }} />
}

type ViewProps = { question: MonthQuestion; title: string; failed: string; onNarrow(next: MonthSearch): void }

function ByMachine({ search, ...view }: ViewProps & { search: MonthSearch & { month: string } }) {
  const { t } = useTranslation('machineReports')
  const navigate = Route.useNavigate()
  const report = useQuery(revenue(view.question))
  const machine = report.data?.find((row) => row.machine.id === search.machine)?.machine
  return (
    <MonthReport
      {...view}
      name="revenue"
      means={(['margin', 'net', 'cost', 'waste', 'commission', 'perVisit', 'empty', 'missed', 'better'] as const).map((one) =>
        t(`revenue.means.${one}`),
      )}
      report={report}
      filters={<ViewSelect by="machine" onChange={(by) => view.onNarrow({ by })} />}
      behind={
        machine && (
          <EarningsCard
            machine={machine}
            month={search.month}
            onClose={() => void navigate({ search: { ...search, machine: undefined } })}
          />
        )
      }
    >
      {(machines) => (
        <MachineMarginTable key={JSON.stringify(view.question)} machines={machines} search={search} isFading={report.isPlaceholderData} />
      )}
    </MonthReport>
  )
}

function ByProduct(view: ViewProps) {
  const { t } = useTranslation('machineReports')
  const report = useQuery(productMargins(view.question))
  return (
    <MonthReport
      {...view}
      name="margins"
      means={(['margin', 'net', 'cost', 'waste', 'commission'] as const).map((one) => t(`revenue.means.${one}`))}
      report={report}
      isEmpty={({ products }) => products.length === 0}
      filters={<ViewSelect by="product" onChange={(by) => view.onNarrow({ by })} />}
    >
      {(margins) => (
        <ProductMarginTable
          key={JSON.stringify(view.question)}
          report={margins}
          month={view.question.month}
          isFading={report.isPlaceholderData}
        />
      )}
    </MonthReport>
  )
}

type By = NonNullable<MonthSearch['by']>

function ViewSelect({ by, onChange }: { by: By; onChange(by: By): void }) {
  const { t } = useTranslation('machineReports')
  return (
    <NativeSelect
      label={t('revenue.view.label')}
      data={(['machine', 'product'] as const).map((value) => ({ value, label: t(`revenue.view.${value}`) }))}
      value={by}
      onChange={({ currentTarget: { value } }) => onChange(value === 'product' ? 'product' : 'machine')}
    />
  )
}

type EarningsCardProps = { machine: { id: number; name: string }; month: string; onClose(): void }

/** Revenue of each product of one machine, and better alternatives. */
function EarningsCard({ machine, month, onClose }: EarningsCardProps) {
  const { t } = useTranslation('machineReports')
  const report = useQuery(revenueOf(machine.id, month))
  const { money, number } = formats()
  const labelOf = useProductLabels()
  const orDash = (value: number | null) => (value === null ? '–' : money(value))
  const column = (key: string) => ({ key, label: t(`revenue.column.${key}`) })
  const columns: Column<ProductRevenue>[] = [
    { ...column('product'), sortBy: ({ product }) => labelOf(product), cell: ({ product }) => labelOf(product) },
    { ...column('slots'), sortBy: ({ slots }) => slots[0], cell: ({ slots }) => slots.join(', ') },
    { ...column('sold'), isNumber: true, sortBy: ({ sold }) => sold, cell: ({ sold }) => number(sold) },
    { ...column('margin'), isNumber: true, sortBy: ({ margin }) => margin, cell: ({ margin }) => orDash(margin) },
    { ...column('perDay'), isNumber: true, sortBy: ({ marginPerDay }) => marginPerDay, cell: ({ marginPerDay }) => orDash(marginPerDay) },
    {
      ...column('empty'),
      isNumber: true,
      sortBy: ({ hoursEmpty }) => hoursEmpty,
      cell: ({ hoursEmpty }) => (hoursEmpty === null ? '–' : number(hoursEmpty)),
    },
    { ...column('missed'), isNumber: true, sortBy: ({ missed }) => missed, cell: ({ missed }) => orDash(missed) },
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
