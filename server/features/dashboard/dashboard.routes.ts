import type { FastifyInstance } from 'fastify'
import { dashboardLive, dashboardLongTerm } from '#contract/dashboard.ts'
import type { House } from '../../http/caller.ts'
import { serve } from '../../http/serve.ts'
import { lastWeekUntilNow, liveFigures, longTermFigures } from './dashboard.store.ts'

export function dashboardRoutes(app: FastifyInstance, house: House) {
  const lastWeek = lastWeekUntilNow()
  serve(
    app,
    house,
    dashboardLive,
    async (_, { db, person }) => liveFigures(db, person.companyId, person.currency, house.now(), lastWeek),
    // Tiles that add up to each other.
    { snapshot: true },
  )

  serve(app, house, dashboardLongTerm, async (_, { db, person }) => longTermFigures(db, person.companyId, person.currency, house.now()))
}
