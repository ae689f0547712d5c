import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { Instant, PageNumber, pageSize, QueryId } from './fields.ts'

/**
 * Cash that somebody took out of a machine, by what is known of its cash box now. `expectedAmount` is what its cash sales since the
 * withdrawal before (`since`) come to; `difference` is what the machine had counted beside that, null where it had not counted since.
 * `created`: when it was taken; `received`: when the server heard of it.
 */
export const CashWithdraw = v.object({
  id: v.string(),
  created: v.string(),
  received: v.nullable(v.string()),
  since: v.nullable(v.string()),
  machine: v.object({ id: v.number(), name: v.string(), active: v.boolean() }),
  user: v.nullable(v.object({ id: v.number(), name: v.string() })),
  withdrawnAmount: v.number(),
  expectedAmount: v.number(),
  difference: v.nullable(v.number()),
})
export type CashWithdraw = v.InferOutput<typeof CashWithdraw>

/** `counted`: how many of them their machines had counted; `difference` is of those alone. */
export const CashSummary = v.object({
  count: v.number(),
  withdrawnAmount: v.number(),
  expectedAmount: v.number(),
  counted: v.number(),
  difference: v.number(),
})
export type CashSummary = v.InferOutput<typeof CashSummary>

export const listCashWithdraws = endpoint({
  name: 'listCashWithdraws',
  method: 'GET',
  path: '/cash-withdraws',
  who: 'manager',
  summary:
    'Cash that was taken out of machines, newest first, of the last 30 days unless said; with type=summary what it comes to, with exportType=xlsx a signed address of it as a table, good for 10 minutes',
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
