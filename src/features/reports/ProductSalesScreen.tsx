import { MultiSelect } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ExportTable } from '#app/components/ExportTable.tsx'
import { GroupSelect, MachineSelect } from '#app/components/MachineFilters.tsx'
import { useProductLabels } from '#app/components/use-product-labels.ts'
import { formats } from '#app/data/formats.ts'
import { machineList } from '#app/data/machines.ts'
import { Card } from '#app/ui/Card.tsx'
import layout from '#app/ui/list-page.module.css'
import { PageHeader } from '#app/ui/PageHeader.tsx'
import { type Column, Table } from '#app/ui/table/Table.tsx'
import type { ProductSale } from '#contract/reports.ts'
import { PACKAGINGS } from '#domain/products/product.ts'
import { PeriodSelect } from './PeriodSelect.tsx'
import { RankingCard } from './RankingCard.tsx'
import { ReportBody } from './ReportBody.tsx'
import { type ProductQuestion, productTable, soldProducts } from './reports.queries.ts'
import { ProductsSearch } from './reports-search.ts'

export const Route = createFileRoute('/_signed-in/_managers/dashboard/reports/product-sales')({
  validateSearch: ProductsSearch,
  loader: ({ context: { queryClient } }) => queryClient.ensureQueryData(machineList()),
  component: ProductSalesScreen,
})

/** As many as can be distinguished in a chart. */
const BEST = 10

/** Sales and revenue by product. */
function ProductSalesScreen() {
  const { t } = useTranslation('reports')
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const { data: machines } = useSuspenseQuery(machineList())
  const { period = 'LAST_30_DAYS', group, machine, types = [] } = search
  const question: ProductQuestion = { period, group, machine, types }
  const report = useQuery(soldProducts(question))
  const narrow = (next: Partial<ProductsSearch>) => void navigate({ search: { ...search, ...next } })
  return (
    <>
      <PageHeader
        title={t('products.title')}
        breadcrumb={[{ label: t('title'), link: { to: '/dashboard/reports' } }, { label: t('products.title') }]}
        actions={
          <ExportTable
            key={JSON.stringify(question)}
            request={(language) => productTable(question, language)}
            isEmpty={!report.isPlaceholderData && report.data?.length === 0}
          />
        }
      />
      <div className={layout.page}>
        <Card aria-label={t('filters')}>
          <div className={layout.filters}>
            <PeriodSelect period={period} onChange={(next) => narrow({ period: next })} />
            <GroupSelect value={group} onChange={(next) => narrow({ group: next })} />
            <MachineSelect machines={machines} value={machine} onChange={(next) => narrow({ machine: next })} />
            <MultiSelect
              label={t('products.types')}
              placeholder={types.length === 0 ? t('sales.all') : ''}
              data={PACKAGINGS.map((value) => ({ value, label: t(`products:packaging.${value}`) }))}
              value={[...types]}
              onChange={(chosen) => {
                const next = PACKAGINGS.filter((type) => chosen.includes(type))
                narrow({ types: next.length === 0 ? undefined : next })
              }}
            />
          </div>
        </Card>
        <ReportBody report={report} failed={t('products.failed')} isEmpty={(rows) => rows.length === 0}>
          {(rows) => <Products rows={rows} isFading={report.isPlaceholderData} />}
        </ReportBody>
      </div>
    </>
  )
}

function Products({ rows, isFading }: { rows: readonly ProductSale[]; isFading: boolean }) {
  const { t } = useTranslation('reports')
  const { money, number } = formats()
  const labelOf = useProductLabels()
  const nameOf = ({ product }: ProductSale) => (product ? labelOf(product) : t('products.unknown'))
  const [best] = rows
  const sum = (figure: (row: ProductSale) => number) => rows.reduce((total, row) => total + figure(row), 0)
  const columns: Column<ProductSale | null>[] = [
    {
      key: 'product',
      label: t('products.column.product'),
      sortBy: (row) => row && nameOf(row),
      cell: (row) => (row ? nameOf(row) : <b>{t('products.total')}</b>),
    },
    {
      key: 'type',
      label: t('products.column.type'),
      sortBy: (row) => row?.product && t(`products:packaging.${row.product.type}`),
      cell: (row) => (row?.product ? t(`products:packaging.${row.product.type}`) : '–'),
    },
    {
      key: 'sold',
      label: t('products.column.sold'),
      isNumber: true,
      sortBy: (row) => row?.sold,
      cell: (row) => number(row ? row.sold : sum(({ sold }) => sold)),
    },
    {
      key: 'net',
      sortBy: (row) => row?.saleNet,
      label: t('products.column.net'),
      isNumber: true,
      cell: (row) => money(row ? row.saleNet : sum(({ saleNet }) => saleNet)),
    },
    {
      key: 'gross',
      sortBy: (row) => row?.saleGross,
      label: t('products.column.gross'),
      isNumber: true,
      cell: (row) => money(row ? row.saleGross : sum(({ saleGross }) => saleGross)),
    },
  ]
  return (
    <>
      <RankingCard
        label={t('products.chart')}
        words={t('products.words', { count: rows.length, best: best ? nameOf(best) : '', sum: money(best?.saleGross ?? 0) })}
        bars={rows.slice(0, BEST).map((row) => ({ label: nameOf(row), value: row.saleGross }))}
        wordsOf={money}
      />
      <Card aria-label={t('products.title')} p={0}>
        <Table
          name="product-sales"
          label={t('products.title')}
          columns={columns}
          totals={[null]}
          rows={rows}
          keyOf={(row) => (row ? (row.product?.id ?? 'unknown') : 'total')}
          isFading={isFading}
        />
      </Card>
    </>
  )
}
