import * as v from 'valibot'
import { searchParam } from '#app/data/search-param.ts'
import { PACKAGINGS } from '#domain/products/product.ts'
import { PERIODS } from '#domain/sales/periods.ts'
import { COMPARISONS, GROUPINGS, MEASURES } from '#domain/sales/sales-report.ts'

const id = v.pipe(v.number(), v.safeInteger(), v.minValue(1))

export const ProductsSearch = v.object({
  period: searchParam(v.picklist(PERIODS)),
  group: searchParam(id),
  machine: searchParam(id),
  types: searchParam(v.array(v.picklist(PACKAGINGS))),
})
export type ProductsSearch = v.InferOutput<typeof ProductsSearch>

/** A report by quarter is available by URL only: its picker has days and months. */
export const SalesReportSearch = v.object({
  period: searchParam(v.picklist(PERIODS)),
  value: searchParam(v.picklist(MEASURES)),
  by: searchParam(v.picklist(GROUPINGS)),
  beside: searchParam(v.picklist(COMPARISONS)),
  machines: searchParam(v.array(id)),
  products: searchParam(v.array(id)),
})
export type SalesReportSearch = v.InferOutput<typeof SalesReportSearch>

/** A month as 2026-03. */
const month = v.pipe(v.string(), v.regex(/^\d{4}-\d{2}$/))

/** `machine`: the one whose own rows are shown; `by`: what the rows of the margin are. */
export const MonthSearch = v.object({
  month: searchParam(month),
  group: searchParam(id),
  machine: searchParam(id),
  show: searchParam(v.picklist(['sold', 'turnover'])),
  by: searchParam(v.picklist(['machine', 'product'])),
})
export type MonthSearch = v.InferOutput<typeof MonthSearch>

const day = v.pipe(v.string(), v.isoDate())

/** A month or days, and what they are compared with: another month, `none`, or days. */
export const MoneySearch = v.object({
  month: searchParam(month),
  from: searchParam(day),
  to: searchParam(day),
  beside: searchParam(v.union([v.literal('none'), month])),
  besideFrom: searchParam(day),
  besideTo: searchParam(day),
})
export type MoneySearch = v.InferOutput<typeof MoneySearch>
