import type { FastifyInstance } from 'fastify'
import { listActivity } from '#contract/activity.ts'
import { fromIso } from '#domain/time.ts'
import type { AppContext } from '../../http/request-context.ts'
import { endsEarly } from '../../http/requested-days.ts'
import { serve } from '../../http/serve.ts'
import { activitiesOf } from './activity.store.ts'

export function activityRoutes(app: FastifyInstance, ctx: AppContext) {
  serve(app, ctx, listActivity, async ({ query: { startDate, endDate, types = [], ...query } }, { db, principal }) => {
    const from = startDate === undefined ? undefined : fromIso(startDate)
    const until = endDate === undefined ? undefined : fromIso(endDate)
    return endsEarly(from, until) ?? activitiesOf(db, principal, { ...query, types, machine: query.machine, from, until })
  })
}
