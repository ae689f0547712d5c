import * as v from 'valibot'
import { PACKAGINGS } from '#domain/products/product.ts'
import { COMPARISONS, GROUPINGS, MEASURES } from '#domain/sales/sales-report.ts'
import { TRANSACTION_TYPES } from '#domain/sales/transaction.ts'
import { endpoint } from './endpoint.ts'
import { Instant, Integer, QueryId, queryList } from './fields.ts'
import { Measure, Money } from './units.ts'

/** Whole days of the company: from the day of `startDate` to the day of the moment before `endDate`. */
export const Days = { startDate: v.optional(Instant), endDate: v.optional(Instant) }

/**
 * `saleGross` is the amount paid, `saleNet` the same without the product's tax of that day. Null: the machine did not report the product.
 */
export const ProductSale = v.object({
  product: v.nullable(v.object({ id: Integer, name: v.string(), type: v.fallback(v.picklist(PACKAGINGS), 'PIECE') })),
  saleNet: Money,
  saleGross: Money,
  sold: Integer,
})
export type ProductSale = v.InferOutput<typeof ProductSale>

export const productSales = endpoint({
  name: 'productSales',
  method: 'GET',
  path: '/sales',
  who: 'manager',
  mayLag: true,
  summary: 'List sales by product, highest turnover first; with exportType=xlsx, return a signed URL of an XLSX file, valid for 10 minutes',
  query: v.object({
    machine: v.optional(QueryId),
    machineIds: v.optional(queryList(QueryId)),
    group: v.optional(QueryId),
    ...Days,
    productTypes: v.optional(queryList(v.picklist(PACKAGINGS))),
    exportType: v.optional(v.literal('xlsx')),
    locale: v.optional(v.pipe(v.string(), v.maxLength(20)), 'en'),
  }),
  answer: v.union([v.array(ProductSale), v.object({ downloadUrl: v.string() })]),
})

/** `group` is a day (2026-03-14), a month (2026-03) or a quarter (2026-Q1); groups without sales are included. */
export const SalesReport = v.object({
  dataType: v.picklist(MEASURES),
  items: v.array(v.object({ group: v.string(), value: Measure, previousValue: Measure })),
})
export type SalesReport = v.InferOutput<typeof SalesReport>

export const salesReport = endpoint({
  name: 'salesReport',
  method: 'GET',
  path: '/reports/v2/sales',
  who: 'manager',
  mayLag: true,
  summary: 'Retrieve sales by day, month or quarter, compared to a month or a year earlier',
  query: v.object({
    value: v.optional(v.picklist(MEASURES), 'REVENUE'),
    groupBy: v.optional(v.picklist(GROUPINGS), 'MONTH'),
    comparison: v.optional(v.picklist(COMPARISONS), 'PREVIOUS_YEAR'),
    machines: v.optional(queryList(QueryId)),
    products: v.optional(queryList(QueryId)),
    paymentMethods: v.optional(queryList(v.picklist(TRANSACTION_TYPES))),
    ...Days,
  }),
  answer: SalesReport,
})
