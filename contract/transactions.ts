import * as v from 'valibot'
import { MACHINE_TYPES } from '#domain/machines/machine.ts'
import { PACKAGINGS } from '#domain/products/product.ts'
import { SHOWN_TYPES } from '#domain/sales/transaction.ts'
import { endpoint } from './endpoint.ts'
import { DateTime, Instant, Integer, PageNumber, pageSize, QueryId } from './fields.ts'
import { Money } from './units.ts'

const Type = v.fallback(v.picklist(SHOWN_TYPES), 'UNKNOWN')

/** `amount` is in the company's currency. Only the last four characters of a card are included, and only for RFID. */
export const Transaction = v.object({
  id: v.string(),
  created: DateTime,
  amount: Money,
  type: Type,
  slotNumber: v.string(),
  product: v.nullable(v.object({ id: Integer, name: v.string(), type: v.fallback(v.picklist(PACKAGINGS), 'PIECE') })),
  machine: v.object({ id: Integer, name: v.string(), type: v.picklist(MACHINE_TYPES) }),
  employeeCardIdentifier: v.nullable(v.string()),
  /** The number of the reporting device, and the company of the device; null without a device. */
  deviceIdentifier: v.nullable(v.string()),
  deviceProvider: v.nullable(v.string()),
})
export type Transaction = v.InferOutput<typeof Transaction>

export const TransactionSummary = v.object({
  turnover: Money,
  count: Integer,
  byTypes: v.array(v.object({ type: Type, turnover: Money, count: Integer })),
})
export type TransactionSummary = v.InferOutput<typeof TransactionSummary>

/**
 * Selects sales from `startDate` until right before `endDate`; today in the company's time zone by default. `asOf` excludes what the server
 * received later, so that no row appears on two pages.
 */
export const SalesFilter = v.object({
  machine: v.optional(QueryId),
  product: v.optional(QueryId),
  group: v.optional(QueryId),
  method: v.optional(v.picklist(SHOWN_TYPES)),
  startDate: v.optional(Instant),
  endDate: v.optional(Instant),
})
export type SalesFilter = v.InferOutput<typeof SalesFilter>

export const listTransactions = endpoint({
  name: 'listTransactions',
  method: 'GET',
  path: '/transactions',
  who: 'manager',
  summary:
    'List sales, newest first; with type=summary, return totals; with exportType=xlsx, return a signed URL of an XLSX file, valid for 10 minutes',
  query: v.object({
    ...SalesFilter.entries,
    asOf: v.optional(Instant),
    page: PageNumber,
    size: pageSize(50),
    type: v.optional(v.literal('summary')),
    exportType: v.optional(v.literal('xlsx')),
    locale: v.optional(v.pipe(v.string(), v.maxLength(20)), 'en'),
  }),
  answer: v.union([v.array(Transaction), TransactionSummary, v.object({ downloadUrl: v.string() })]),
  paged: 'where-list',
  refusals: ['REPORT_BY_MAIL', 'REPORT_TOO_LARGE'],
})
