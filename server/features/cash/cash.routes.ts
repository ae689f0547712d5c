import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/cash.ts'
import type { CheckedOf } from '#contract/endpoint.ts'
import { toDecimal } from '#domain/money.ts'
import { spanOf } from '#domain/sales/periods.ts'
import { DAY, fromIso, type Moment, toIso } from '#domain/time.ts'
import { companyWays } from '../../db/company-settings.ts'
import { provideFile } from '../../files/provide-file.ts'
import { Refusal, refuse } from '../../http/refusal.ts'
import type { AppContext } from '../../http/request-context.ts'
import { endsEarly } from '../../http/requested-days.ts'
import { pageOf, serve } from '../../http/serve.ts'
import { collectionsRoutes } from './collections.routes.ts'
import { figuresById } from './collections.store.ts'
import { figuresShown } from './counted-bag.ts'
import { countWithdraws, findWithdraws, sumWithdraws, type Withdrawn, type WithdrawnSum, type Withdraws } from './withdraws.store.ts'

/** 24 months and the current day. */
const MAX_SPAN = 733 * DAY

/** Cash withdrawals from machines, and the counts of their bags. */
export function cashRoutes(app: FastifyInstance, ctx: AppContext) {
  collectionsRoutes(app, ctx)
  serve(app, ctx, contract.listCashWithdraws, async ({ query }, caller) => {
    const { db, principal } = caller
    const { currency, timezone } = await companyWays(db, principal.companyId)
    const withdraws = withdrawsOf(query, ctx.now(), timezone)
    if (withdraws instanceof Refusal) return withdraws
    if (query.type) return summaryOf(await sumWithdraws(db, principal.companyId, withdraws), currency)

    const total = await countWithdraws(db, principal.companyId, withdraws)
    if (query.exportType)
      return provideFile(caller, { purpose: 'cash-withdraws', company: principal.companyId, withdraws, locale: query.locale }, total)
    const { page, size } = query
    const found = await findWithdraws(db, principal.companyId, withdraws, { limit: size, offset: page * size })
    const collections = await figuresById(
      db,
      principal.companyId,
      currency,
      found.map(({ id }) => id),
    )
    const shown = (id: string) => {
      const figures = collections.get(id)
      return figures ? figuresShown(figures, currency) : null
    }
    return pageOf(
      found.map((one) => ({ ...withdrawOf(one, currency), collection: shown(one.id) })),
      { page, size, total },
    )
  })
}

/** Converts the query to a filter, or returns its errors. */
function withdrawsOf(
  { startDate, endDate, machine, group }: CheckedOf<typeof contract.listCashWithdraws>['query'],
  now: Moment,
  timezone: string,
): Withdraws | Refusal {
  const usual = spanOf('LAST_30_DAYS', now, timezone)
  const from = startDate === undefined ? Math.min(usual.from, endDate === undefined ? usual.from : fromIso(endDate)) : fromIso(startDate)
  const until = endDate === undefined ? Math.max(usual.until, from) : fromIso(endDate)
  const refused = endsEarly(from, until)
  if (refused) return refused
  if (until - from > MAX_SPAN) return wrong('startDate', 'must not be more than 24 months before endDate')
  return { from, until, machine, group }
}

const wrong = (path: string, message: string) => refuse('MALFORMED', { detail: `${path}: ${message}`, errors: [{ path, message }] })

const withdrawOf = (
  { id, at, heardAt, since, machine, user, withdrawn, expected, isCounted }: Withdrawn,
  currency: string,
): contract.CashWithdraw => ({
  id,
  created: toIso(at),
  received: heardAt === null ? null : toIso(heardAt),
  since: since === null ? null : toIso(since),
  machine,
  user,
  withdrawnAmount: toDecimal(withdrawn, currency),
  expectedAmount: toDecimal(expected, currency),
  difference: isCounted ? toDecimal(withdrawn - expected, currency) : null,
})

const summaryOf = ({ count, withdrawn, expected, counted, difference }: WithdrawnSum, currency: string): contract.CashSummary => ({
  count,
  withdrawnAmount: toDecimal(withdrawn, currency),
  expectedAmount: toDecimal(expected, currency),
  counted,
  difference: toDecimal(difference, currency),
})
