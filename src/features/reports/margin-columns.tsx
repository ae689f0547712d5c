import { useTranslation } from 'react-i18next'
import { formats } from '#app/data/formats.ts'
import type { Column } from '#app/ui/table/column.ts'
import type { ProductMargin } from '#contract/machine-reports.ts'
import { sumOf } from '#domain/money.ts'

/** The figures of a margin, of a machine, a product, or all of them. */
export type Margin = Omit<ProductMargin, 'product' | 'sold'>

/** The margin as a share of the turnover with a known cost; null if there is none. */
const shareOf = ({ netTurnover, netWithoutCost, margin }: Margin): number | null =>
  margin === null || netTurnover === netWithoutCost ? null : margin / (netTurnover - netWithoutCost)

const SUMMED = ['turnover', 'netTurnover', 'netWithoutCost', 'cost', 'waste', 'commission', 'soldWithoutCost'] as const

/** The sums of the figures as shown, so that a column adds up. */
export function totalOf(rows: readonly Margin[], currency: string): Margin {
  const sum = (figure: (typeof SUMMED)[number]) =>
    sumOf(
      rows.map((row) => row[figure]),
      currency,
    )
  const sums = Object.fromEntries(SUMMED.map((figure) => [figure, sum(figure)])) as Record<(typeof SUMMED)[number], number>
  const { netTurnover, netWithoutCost, cost, waste, commission } = sums
  return { ...sums, margin: sumOf([netTurnover, -netWithoutCost, -cost, -waste, -commission], currency) }
}

/** The columns that the margins of machines and products share, before and after the margin itself. */
export function useMarginColumns<Row extends Margin>(rows: readonly Row[]) {
  const { t } = useTranslation('machineReports')
  const { money, percentage } = formats()
  const column = (key: string) => ({ key, label: t(`revenue.column.${key}`), isNumber: true })
  const amount = (key: string, of: (row: Row) => number | null): Column<Row> => ({
    ...column(key),
    sortBy: of,
    cell: (row) => {
      const value = of(row)
      return value === null ? '–' : money(value)
    },
  })
  const hasUnknown = rows.some(({ soldWithoutCost }) => soldWithoutCost > 0)
  const before: Column<Row>[] = [
    amount('net', ({ netTurnover }) => netTurnover),
    ...(hasUnknown ? [amount('netWithoutCost', ({ netWithoutCost }) => netWithoutCost)] : []),
    amount('cost', ({ cost }) => cost),
    amount('waste', ({ waste }) => waste),
    amount('commission', ({ commission }) => commission),
  ]
  const share: Column<Row> = {
    ...column('share'),
    sortBy: shareOf,
    cell: (row) => {
      const value = shareOf(row)
      return value === null ? '–' : percentage(value)
    },
  }
  return { column, amount, before, share }
}
