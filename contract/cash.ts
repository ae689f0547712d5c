import * as v from 'valibot'
import { CollectionFigures } from './collections.ts'
import { endpoint } from './endpoint.ts'
import { DateTime, Instant, Integer, PageNumber, pageSize, QueryId } from './fields.ts'
import { Money } from './units.ts'

/**
 * Cash that was taken out of a machine, with the current data of its cash box. `expectedAmount` is the sum of cash sales since the previous
 * withdrawal (`since`); `difference` compares the machine's own count to it, null if the machine has not counted since. `created`: when it
 * was taken; `received`: when the server received it.
 */
export const CashWithdraw = v.object({
  id: v.string(),
  created: DateTime,
  received: v.nullable(DateTime),
  since: v.nullable(DateTime),
  machine: v.object({ id: Integer, name: v.string(), active: v.boolean() }),
  user: v.nullable(v.object({ id: Integer, name: v.string() })),
  withdrawnAmount: Money,
  expectedAmount: Money,
  difference: v.nullable(Money),
  /** Null for withdrawals from before collections were recorded; older servers do not send it. */
  collection: v.optional(v.nullable(CollectionFigures)),
})
export type CashWithdraw = v.InferOutput<typeof CashWithdraw>

/** `counted`: number of withdrawals that the machines counted; `difference` covers only those. */
export const CashSummary = v.object({
  count: Integer,
  withdrawnAmount: Money,
  expectedAmount: Money,
  counted: Integer,
  difference: Money,
})
export type CashSummary = v.InferOutput<typeof CashSummary>

export const listCashWithdraws = endpoint({
  name: 'listCashWithdraws',
  method: 'GET',
  path: '/cash-withdraws',
  who: 'manager',
  summary:
    'List cash withdrawals, newest first, by default of the last 30 days; with type=summary, return totals; with exportType=xlsx, return a signed URL of an XLSX file, valid for 10 minutes',
  query: v.object({
    machine: v.optional(QueryId),
    group: v.optional(QueryId),
    startDate: v.optional(Instant),
    endDate: v.optional(Instant),
    page: PageNumber,
    size: pageSize(50),
    type: v.optional(v.literal('summary')),
    exportType: v.optional(v.literal('xlsx')),
    locale: v.optional(v.pipe(v.string(), v.maxLength(20)), 'en'),
  }),
  answer: v.union([v.array(CashWithdraw), CashSummary, v.object({ downloadUrl: v.string() })]),
  paged: 'where-list',
  refusals: ['REPORT_BY_MAIL', 'REPORT_TOO_LARGE'],
})
