import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PagedTable } from '#app/components/PagedTable.tsx'
import { useProductLabels } from '#app/components/use-product-labels.ts'
import { formats } from '#app/data/formats.ts'
import type { Column } from '#app/ui/table/column.ts'
import type { ProductUsage } from '#contract/machine-reports.ts'
import { sumOf } from '#domain/money.ts'
import { MonthReport } from './MonthReport.tsx'
import { monthIn, usage } from './machine-reports.queries.ts'
import { needsTelemetry } from './needs-telemetry.ts'
import { RankingCard } from './RankingCard.tsx'
import classes from './Reports.module.css'
import { MonthSearch } from './reports-search.ts'
import { SalesLink } from './SalesLink.tsx'

export const Route = createFileRoute('/_signed-in/_managers/dashboard/reports/usage')({
  validateSearch: MonthSearch,
  beforeLoad: needsTelemetry,
  component: UsageScreen,
})

const BEST = 10

/** Consumption of each product and ingredient by sales in a month. */
function UsageScreen() {
  const { t } = useTranslation('machineReports')
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const month = monthIn(search.month)
  const { group } = search
  const question = { month, group }
  const report = useQuery(usage(question))
  return (
    <MonthReport
      name="usage"
      title={t('usage.title')}
      failed={t('usage.failed')}
      means={(['used', 'packs', 'cost'] as const).map((one) => t(`usage.means.${one}`))}
      question={question}
      report={report}
      onNarrow={(next) => void navigate({ search: { ...search, ...next } })}
    >
      {(rows) => <Used key={JSON.stringify(question)} rows={rows} month={month} group={group} isFading={report.isPlaceholderData} />}
    </MonthReport>
  )
}

/** A product, or a drink that contains an ingredient. */
type Row = { usage: ProductUsage; drink: ProductUsage['drinks'][number] | null }
type Props = { rows: readonly ProductUsage[]; month: string; group: number | undefined; isFading: boolean }

function Used({ rows, month, group, isFading }: Props) {
  const { t } = useTranslation('machineReports')
  const { money, number, amount, currency } = formats()
  /** Ingredients whose drinks are shown. */
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set())
  const fold = (id: number) => setOpen((before) => new Set(before.has(id) ? [...before].filter((one) => one !== id) : [...before, id]))
  const labelOf = useProductLabels()
  const unitOf = ({ product: { type, volumeType } }: ProductUsage) => (type === 'INGREDIENT' ? volumeType : 'PIECE')
  const column = (key: string) => ({ key, label: t(`usage.column.${key}`) })
  const columns: Column<Row>[] = [
    {
      ...column('product'),
      sortBy: ({ usage: one }) => labelOf(one.product),
      cell: ({ usage: { product, drinks }, drink }) =>
        drink ? (
          <span className={classes.within}>
            <SalesLink month={month} group={group} product={drink.product.id}>
              {labelOf(drink.product)}
            </SalesLink>
          </span>
        ) : product.type === 'INGREDIENT' ? (
          <>
            {labelOf(product)}{' '}
            <button type="button" className={classes.fold} aria-expanded={open.has(product.id)} onClick={() => fold(product.id)}>
              {t('usage.drinks', { count: drinks.length })}
            </button>
          </>
        ) : (
          <SalesLink month={month} group={group} product={product.id}>
            {labelOf(product)}
          </SalesLink>
        ),
    },
    {
      ...column('sold'),
      isNumber: true,
      sortBy: ({ usage: one }) => soldOf(one, null),
      cell: ({ drink, usage: one }) => number(soldOf(one, drink)),
    },
    {
      ...column('used'),
      isNumber: true,
      sortBy: ({ usage: one }) => one.used,
      cell: ({ usage: one, drink }) => amount(Math.round((drink ?? one).used), unitOf(one)),
    },
    {
      ...column('packs'),
      isNumber: true,
      sortBy: ({ usage: one }) => one.packs,
      cell: ({ usage: { packs }, drink }) => (drink || packs === null ? '–' : number(packs)),
    },
    {
      ...column('cost'),
      isNumber: true,
      sortBy: ({ usage: one }) => one.cost,
      cell: ({ usage: { cost }, drink }) => (drink ? '–' : money(cost)),
    },
  ]
  const all = rows.flatMap((one): Row[] => [
    { usage: one, drink: null },
    // In every order of the products, the drinks follow theirs.
    ...(open.has(one.product.id) ? one.drinks.map((drink) => ({ usage: one, drink })) : []),
  ])
  const costs = rows.map(({ cost }) => cost)
  return (
    <>
      <RankingCard
        label={t('usage.chart')}
        words={t('usage.words', { count: rows.length, cost: money(sumOf(costs, currency)) })}
        bars={rows.slice(0, BEST).map(({ product, cost }) => ({ label: labelOf(product), value: cost }))}
        wordsOf={money}
      />
      <PagedTable
        name="usage"
        label={t('usage.title')}
        columns={columns}
        rows={all}
        keyOf={({ usage: one, drink }) => `${one.product.id}|${drink?.product.id ?? ''}`}
        isFading={isFading}
      />
    </>
  )
}

/** Number of sales: of the product, or of the drinks that contain an ingredient. */
const soldOf = ({ product, used, drinks }: ProductUsage, drink: Row['drink']) =>
  drink ? drink.sold : product.type === 'INGREDIENT' ? drinks.reduce((sum, { sold }) => sum + sold, 0) : used
