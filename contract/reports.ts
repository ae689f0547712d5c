import * as v from 'valibot'
import { PACKAGINGS } from '#domain/products/product.ts'
import { COMPARISONS, GROUPINGS, MEASURES } from '#domain/sales/sales-report.ts'
import { TRANSACTION_TYPES } from '#domain/sales/transaction.ts'
import { endpoint } from './endpoint.ts'
import { Instant, QueryId } from './fields.ts'

const MAX_IDS = 1_000

/** Several in one value of a query: 3,17,21. */
const Ids = v.pipe(
  v.string(),
  v.regex(/^\d{1,15}(,\d{1,15})*$/, 'must be ids with commas between them'),
  v.transform((text) => [...new Set(text.split(',').map(Number))]),
  v.maxLength(MAX_IDS, `must name ${MAX_IDS} at most`),
)

const several = <const Words extends readonly [string, ...string[]]>(words: Words) =>
  v.pipe(
    v.string(),
    v.maxLength(200),
    v.transform((text) => [...new Set(text.split(','))]),
    v.array(v.picklist(words)),
  )

/** Whole days of the company: the one that `startDate` lies in, until the one in which the moment before `endDate` lies. */
export const Days = { startDate: v.optional(Instant), endDate: v.optional(Instant) }

/** `saleGross` is what was paid, `saleNet` what is left of it without the tax that the product had on the day. Null: the machine did not say of what. */
export const ProductSale = v.object({
  product: v.nullable(v.object({ id: v.number(), name: v.string(), type: v.fallback(v.picklist(PACKAGINGS), 'PIECE') })),
  saleNet: v.number(),
  saleGross: v.number(),
  sold: v.number(),
})
export type ProductSale = v.InferOutput<typeof ProductSale>

export const productSales = endpoint({
  name: 'productSales',
  method: 'GET',
  path: '/sales',
  who: 'manager',
  summary:
    'What was sold of each product, most turnover first; with exportType=xlsx a signed address of it as a table, good for 10 minutes',
  query: v.object({
    machine: v.optional(QueryId),
    machineIds: v.optional(Ids),
    group: v.optional(QueryId),
    ...Days,
    productTypes: v.optional(several(PACKAGINGS)),
    exportType: v.optional(v.literal('xlsx')),
    locale: v.optional(v.pipe(v.string(), v.maxLength(20)), 'en'),
  }),
  answer: v.union([v.array(ProductSale), v.object({ downloadUrl: v.string() })]),
})

/** `group` is a day (2026-03-14), a month (2026-03) or a quarter (2026-Q1); each is there, also one without a sale. */
export const SalesReport = v.object({
  dataType: v.picklist(MEASURES),
  items: v.array(v.object({ group: v.string(), value: v.number(), previousValue: v.number() })),
})
export type SalesReport = v.InferOutput<typeof SalesReport>

export const salesReport = endpoint({
  name: 'salesReport',
  method: 'GET',
  path: '/reports/v2/sales',
  who: 'manager',
  summary: 'How sales went by day, month or quarter, beside those of a month or a year before',
  query: v.object({
    value: v.optional(v.picklist(MEASURES), 'REVENUE'),
    groupBy: v.optional(v.picklist(GROUPINGS), 'MONTH'),
    comparison: v.optional(v.picklist(COMPARISONS), 'PREVIOUS_YEAR'),
    machines: v.optional(Ids),
    products: v.optional(Ids),
    paymentMethods: v.optional(several(TRANSACTION_TYPES)),
    ...Days,
  }),
  answer: SalesReport,
})
