import type { FastifyInstance } from 'fastify'
import { listTransactions, type SalesFilter } from '#contract/transactions.ts'
import { toDecimal } from '#domain/money.ts'
import { spanOf } from '#domain/sales/periods.ts'
import { DAY, fromIso, type Moment } from '#domain/time.ts'
import { companyWays, type Ways } from '../../db/company-settings.ts'
import { provideFile } from '../../files/provide-file.ts'
import { Refusal, refuse } from '../../http/refusal.ts'
import type { AppContext } from '../../http/request-context.ts'
import { endsEarly } from '../../http/requested-days.ts'
import { pageOf, serve } from '../../http/serve.ts'
import { countSales, findSales, type Sales, type SalesSum, sumSales } from './transactions.store.ts'

/** 24 months and the current day. */
const MAX_SPAN = 733 * DAY

export function salesRoutes(app: FastifyInstance, ctx: AppContext) {
  serve(app, ctx, listTransactions, async ({ query }, caller) => {
    const { db, principal } = caller
    const ways = await companyWays(db, principal.companyId)
    const sales = salesOf(query, ctx.now(), ways)
    if (sales instanceof Refusal) return sales
    const clock = { ...ways, now: ctx.now() }
    if (query.type && !query.exportType) {
      const sums = await sumSales(db, principal.companyId, sales, clock)
      return summaryOf(sums, ways)
    }
    const count = await countSales(db, principal.companyId, sales, clock)

    if (query.exportType) {
      const listed = { ...sales, asOf: sales.asOf ?? ctx.now() }
      return provideFile(
        caller,
        { purpose: 'transactions-export', company: principal.companyId, sales: listed, locale: query.locale },
        count,
      )
    }

    const { page, size } = query
    // Reads one row more than shown to detect a next page. Sales received after `asOf` are counted but not listed.
    const found = await findSales(db, principal.companyId, sales, { limit: size + 1, offset: page * size }, ways)
    const { items, pageDetails } = pageOf(found.slice(0, size), { page, size, total: count })
    return { items, pageDetails: { ...pageDetails, hasNext: found.length > size } }
  })
}

const summaryOf = (sums: readonly SalesSum[], { currency }: Ways) => ({
  turnover: toDecimal(
    sums.reduce((sum, { turnoverMinor }) => sum + turnoverMinor, 0),
    currency,
  ),
  count: sums.reduce((sum, { count }) => sum + count, 0),
  byTypes: sums.map(({ type, count: ofType, turnoverMinor }) => ({ type, turnover: toDecimal(turnoverMinor, currency), count: ofType })),
})

/** Converts the query to a filter, or returns its errors. */
function salesOf(
  { startDate, endDate, asOf, machine, product, group, method }: SalesFilter & { asOf?: string | undefined },
  now: Moment,
  { timezone }: Ways,
): Sales | Refusal {
  const today = spanOf('TODAY', now, timezone)
  const from = startDate === undefined ? Math.min(today.from, endDate === undefined ? today.from : fromIso(endDate)) : fromIso(startDate)
  const until = endDate === undefined ? Math.max(today.until, from) : fromIso(endDate)
  const refused = endsEarly(from, until)
  if (refused) return refused
  if (until - from > MAX_SPAN) return wrong('startDate', 'must not be more than 24 months before endDate')
  return { machine, product, group, method, from, until, ...(asOf === undefined ? {} : { asOf: fromIso(asOf) }) }
}

const wrong = (path: string, message: string) => refuse('MALFORMED', { detail: `${path}: ${message}`, errors: [{ path, message }] })
