import type { FastifyInstance } from 'fastify'
import { dashboardLive, dashboardLongTerm } from '#contract/dashboard.ts'
import type { AppContext } from '../../http/request-context.ts'
import { serve } from '../../http/serve.ts'
import { lastWeekUntilNow, liveFigures, longTermFigures } from './dashboard.store.ts'

export function dashboardRoutes(app: FastifyInstance, ctx: AppContext) {
  const lastWeek = lastWeekUntilNow()
  serve(
    app,
    ctx,
    dashboardLive,
    async (_, { db, principal }) => liveFigures(db, principal.companyId, principal.currency, ctx.now(), lastWeek),
    // Consistent totals across tiles.
    { snapshot: true },
  )

  serve(app, ctx, dashboardLongTerm, async (_, { db, principal }) =>
    longTermFigures(db, principal.companyId, principal.currency, ctx.now()),
  )
}
