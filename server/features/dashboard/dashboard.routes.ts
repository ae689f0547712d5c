import type { FastifyInstance } from 'fastify'
import { dashboardLive, dashboardLongTerm, dashboardToday } from '#contract/dashboard.ts'
import type { AppContext } from '../../http/request-context.ts'
import { serve } from '../../http/serve.ts'
import { lastWeekUntilNow, liveFigures, longTermFigures } from './dashboard.store.ts'
import { emptyPlacesByFeed } from './empty-places.store.ts'
import { todayFigures } from './today.store.ts'
import { pastWeekdays } from './today-sales.store.ts'

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

  const reads = { past: pastWeekdays(), empty: emptyPlacesByFeed() }
  serve(app, ctx, dashboardToday, async (_, { db, principal }) => todayFigures(db, principal.companyId, ctx.now(), reads), {
    snapshot: true,
  })
}
