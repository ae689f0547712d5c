import * as v from 'valibot'
import { PACKAGINGS } from '#domain/products/product.ts'
import { PERIODS } from '#domain/sales/periods.ts'
import { COMPARISONS, GROUPINGS, MEASURES } from '#domain/sales/sales-report.ts'

/** URLs may come from anywhere: invalid parameters are ignored. */
const said = <S extends v.GenericSchema>(schema: S) => v.optional(v.fallback(v.optional(schema), undefined))
const id = v.pipe(v.number(), v.safeInteger(), v.minValue(1))

export const ProductsSearch = v.object({
  period: said(v.picklist(PERIODS)),
  group: said(id),
  machine: said(id),
  types: said(v.array(v.picklist(PACKAGINGS))),
})
export type ProductsSearch = v.InferOutput<typeof ProductsSearch>

/** A report by quarter is available by URL only: its picker has days and months. */
export const SalesReportSearch = v.object({
  period: said(v.picklist(PERIODS)),
  value: said(v.picklist(MEASURES)),
  by: said(v.picklist(GROUPINGS)),
  beside: said(v.picklist(COMPARISONS)),
  machines: said(v.array(id)),
  products: said(v.array(id)),
})
export type SalesReportSearch = v.InferOutput<typeof SalesReportSearch>

/** A month as 2026-03. */
const month = v.pipe(v.string(), v.regex(/^\d{4}-\d{2}$/))

/** `machine`: the one whose own rows are shown; `by`: what the rows of the margin are. */
export const MonthSearch = v.object({
  month: said(month),
  group: said(id),
  machine: said(id),
  show: said(v.picklist(['sold', 'turnover'])),
  by: said(v.picklist(['machine', 'product'])),
})
export type MonthSearch = v.InferOutput<typeof MonthSearch>

const day = v.pipe(v.string(), v.isoDate())

/** A month or days, and what they are compared with: another month, `none`, or days. */
export const MoneySearch = v.object({
  month: said(month),
  from: said(day),
  to: said(day),
  beside: said(v.union([v.literal('none'), month])),
  besideFrom: said(day),
  besideTo: said(day),
})
export type MoneySearch = v.InferOutput<typeof MoneySearch>
