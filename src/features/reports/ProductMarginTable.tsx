import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { PagedTable } from '#app/components/PagedTable.tsx'
import { useProductLabels } from '#app/components/use-product-labels.ts'
import { formats } from '#app/data/formats.ts'
import type { Column } from '#app/ui/table/column.ts'
import type { ProductMargins } from '#contract/machine-reports.ts'
import { MarginSummary } from './MarginSummary.tsx'
import { type Margin, totalOf, useMarginColumns } from './margin-columns.tsx'
import { SalesLink } from './SalesLink.tsx'

/** A product, or the total without a key. */
type Row = Margin & { key: number | null; name: string; sold: number }
type Props = { report: ProductMargins; month: string; isFading: boolean }

/** Margin of each product. */
export function ProductMarginTable({ report, month, isFading }: Props) {
  const { t } = useTranslation('machineReports')
  const { money, number, currency } = formats()
  const labelOf = useProductLabels()
  const rows = report.products.map(
    ({ product, ...of }): Row => ({ ...of, key: product?.id ?? 0, name: product ? labelOf(product) : t('unknown') }),
  )
  const total: Row = { ...totalOf(rows, currency), key: null, name: t('total'), sold: rows.reduce((sum, { sold }) => sum + sold, 0) }
  const { column, amount, before, share } = useMarginColumns(rows)
  const columns: Column<Row>[] = [
    {
      key: 'product',
      label: t('revenue.column.product'),
      sortBy: ({ name }) => name,
      cell: ({ key, name }) =>
        key ? (
          <SalesLink month={month} product={key}>
            {name}
          </SalesLink>
        ) : (
          name
        ),
    },
    { ...column('sold'), sortBy: ({ sold }) => sold, cell: ({ sold }) => number(sold) },
    ...before,
    amount('margin', ({ margin }) => margin),
    share,
  ]
  return (
    <>
      <MarginSummary label={t('revenue.byProduct')} total={total} rows={rows} />
      {report.monthlyCommission > 0 && <Text>{t('revenue.monthly', { amount: money(report.monthlyCommission) })}</Text>}
      <PagedTable
        name="margins"
        label={t('revenue.title')}
        columns={columns}
        rows={rows}
        totals={rows.length > 1 ? [total] : []}
        keyOf={({ key }) => key ?? 'total'}
        isFading={isFading}
      />
    </>
  )
}
