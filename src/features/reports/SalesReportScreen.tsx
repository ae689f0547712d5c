import { MultiSelect, NativeSelect } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useProductLabels } from '#app/components/use-product-labels.ts'
import { formats } from '#app/data/formats.ts'
import { machineList } from '#app/data/machines.ts'
import { catalogue } from '#app/data/slots.ts'
import { Card } from '#app/ui/Card.tsx'
import { BarsFigure } from '#app/ui/charts/LazyCharts.tsx'
import layout from '#app/ui/list-page.module.css'
import { PageHeader } from '#app/ui/PageHeader.tsx'
import { type Column, Table } from '#app/ui/table/Table.tsx'
import type { SalesReport } from '#contract/reports.ts'
import { COMPARISONS, MEASURES, percentChanged } from '#domain/sales/sales-report.ts'
import { PeriodSelect } from './PeriodSelect.tsx'
import { ReportBody } from './ReportBody.tsx'
import classes from './Reports.module.css'
import { salesOverTime } from './reports.queries.ts'
import { SalesReportSearch } from './reports-search.ts'

export const Route = createFileRoute('/_signed-in/_managers/dashboard/reports/sales')({
  validateSearch: SalesReportSearch,
  loader: ({ context: { queryClient } }) =>
    Promise.all([queryClient.ensureQueryData(machineList()), queryClient.ensureQueryData(catalogue())]),
  component: SalesReportScreen,
})

const HEIGHT = 280
const OFFERED = ['DAY', 'MONTH'] as const

/** Sales over time, compared to an earlier period. */
function SalesReportScreen() {
  const { t } = useTranslation('reports')
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const { data: machines } = useSuspenseQuery(machineList())
  const { data: products } = useSuspenseQuery(catalogue())
  const labelOf = useProductLabels()
  const { period = 'LAST_12_MONTHS', value = 'REVENUE', by = 'MONTH', beside = 'PREVIOUS_YEAR' } = search
  const question = {
    period,
    value,
    groupBy: by,
    comparison: beside,
    machines: search.machines ?? [],
    products: search.products ?? [],
  }
  const report = useQuery(salesOverTime(question))
  const narrow = (next: Partial<SalesReportSearch>) => void navigate({ search: { ...search, ...next } })
  const several = (chosen: readonly string[]) => (chosen.length === 0 ? undefined : chosen.map(Number))
  const choice = <T extends string>(words: readonly T[], name: string) =>
    words.map((word) => ({ value: word, label: t(`sales.${name}.${word}`) }))
  return (
    <>
      <PageHeader
        title={t('sales.title')}
        breadcrumb={[{ label: t('title'), link: { to: '/dashboard/reports' } }, { label: t('sales.title') }]}
      />
      <div className={layout.page}>
        <Card aria-label={t('filters')}>
          <div className={layout.filters}>
            <PeriodSelect period={period} onChange={(next) => narrow({ period: next })} />
            <NativeSelect
              label={t('sales.value')}
              data={choice(MEASURES, 'values')}
              value={value}
              onChange={({ currentTarget }) => narrow({ value: MEASURES.find((one) => one === currentTarget.value) })}
            />
            <NativeSelect
              label={t('sales.groupBy')}
              data={choice(OFFERED, 'groups')}
              value={by}
              onChange={({ currentTarget }) => narrow({ by: OFFERED.find((one) => one === currentTarget.value) })}
            />
            <NativeSelect
              label={t('sales.comparison')}
              data={choice(COMPARISONS, by === 'DAY' ? 'comparisonsByDay' : 'comparisons')}
              value={beside}
              onChange={({ currentTarget }) => narrow({ beside: COMPARISONS.find((one) => one === currentTarget.value) })}
            />
            <MultiSelect
              label={t('sales.machines')}
              placeholder={question.machines.length === 0 ? t('sales.all') : ''}
              data={machines.map(({ id, name }) => ({ value: String(id), label: name }))}
              value={question.machines.map(String)}
              onChange={(chosen) => narrow({ machines: several(chosen) })}
              searchable
              nothingFoundMessage={t('nothingFound')}
            />
            <MultiSelect
              label={t('sales.products')}
              placeholder={question.products.length === 0 ? t('sales.all') : ''}
              data={products.map((product) => ({ value: String(product.id), label: labelOf(product) }))}
              value={question.products.map(String)}
              onChange={(chosen) => narrow({ products: several(chosen) })}
              searchable
              nothingFoundMessage={t('nothingFound')}
            />
          </div>
        </Card>
        <ReportBody
          report={report}
          failed={t('sales.failed')}
          isEmpty={({ items }) => items.every(({ value: sum, previousValue }) => sum === 0 && previousValue === 0)}
        >
          {(data) => <OverTime report={data} isFading={report.isPlaceholderData} />}
        </ReportBody>
      </div>
    </>
  )
}

type Row = SalesReport['items'][number]

function OverTime({ report: { dataType, items }, isFading }: { report: SalesReport; isFading: boolean }) {
  const { t } = useTranslation('reports')
  const { money, shortMoney, number, day, month, exactChange } = formats()
  const wordsOf = dataType === 'REVENUE' ? money : number
  const nameOf = (group: string) => (/^\d{4}-\d{2}-\d{2}$/.test(group) ? day(group) : /^\d{4}-\d{2}$/.test(group) ? month(group) : group)
  const sum = (figure: (row: Row) => number) => items.reduce((total, row) => total + figure(row), 0)
  const total: Row = { group: '', value: sum(({ value }) => value), previousValue: sum(({ previousValue }) => previousValue) }
  const name = t(`sales.values.${dataType}`)
  // Without sales in the earlier period there is nothing to compare with.
  const hasEarlier = items.some(({ previousValue }) => previousValue !== 0)
  const columns: Column<Row>[] = [
    {
      key: 'group',
      label: t('period'),
      sortBy: ({ group }) => group,
      cell: ({ group }) => (group === '' ? <b>{t('sales.total')}</b> : nameOf(group)),
    },
    { key: 'value', label: name, isNumber: true, sortBy: ({ value }) => value, cell: ({ value }) => wordsOf(value) },
  ]
  const comparison: Column<Row>[] = [
    {
      key: 'before',
      label: t('sales.before'),
      isNumber: true,
      sortBy: (row) => row.previousValue,
      cell: ({ previousValue }) => wordsOf(previousValue),
    },
    {
      key: 'change',
      label: t('sales.change'),
      isNumber: true,
      sortBy: ({ value, previousValue }) => (previousValue === 0 ? null : percentChanged(value, previousValue)),
      cell: ({ value, previousValue }) => {
        // The value is 0 without earlier sales, which would read as no change on the screen.
        if (previousValue === 0) return '–'
        const percent = percentChanged(value, previousValue)
        return <span className={percent > 0 ? classes.rise : percent < 0 ? classes.fall : ''}>{exactChange(percent / 100)}</span>
      },
    },
  ]
  return (
    <>
      <Card aria-label={name}>
        <BarsFigure
          words={t(hasEarlier ? 'sales.words' : 'sales.wordsAlone', {
            total: wordsOf(total.value),
            before: wordsOf(total.previousValue),
          })}
          bars={items.map(({ group, value, previousValue }) => ({
            label: nameOf(group),
            value,
            ...(hasEarlier && { before: previousValue }),
          }))}
          name={name}
          {...(hasEarlier && { nameBefore: t('sales.before') })}
          wordsOf={wordsOf}
          scaleOf={dataType === 'REVENUE' ? shortMoney : number}
          height={HEIGHT}
        />
      </Card>
      <Card aria-label={t('sales.title')} p={0}>
        <Table
          label={t('sales.title')}
          columns={hasEarlier ? [...columns, ...comparison] : columns}
          totals={[total]}
          rows={items.toReversed()}
          keyOf={({ group }) => group}
          isFading={isFading}
        />
      </Card>
    </>
  )
}
