import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/notifications.ts'
import { publishEvents } from '../../events/events.store.ts'
import { refuse } from '../../http/refusal.ts'
import type { AppContext, RequestContext } from '../../http/request-context.ts'
import { serve } from '../../http/serve.ts'
import { markAllSeen, markSeen, notificationsOf } from './notifications.store.ts'

/** Notifications of a user and their read status. */
export function notificationsRoutes(app: FastifyInstance, ctx: AppContext) {
  serve(app, ctx, contract.listNotifications, (_input, { db, principal }) => notificationsOf(db, principal))
  serve(app, ctx, contract.seeNotification, async ({ params: { id } }, caller) => {
    const seen = await markSeen(caller.db, caller.principal, id, ctx.now())
    if (!seen) return refuse('NOT_FOUND')
    await publishToOwnScreens(caller)
    return seen
  })
  serve(app, ctx, contract.seeNotifications, async ({ body: { upTo } }, caller) => {
    const seen = await markAllSeen(caller.db, caller.principal, upTo, ctx.now())
    if (seen > 0) await publishToOwnScreens(caller)
    return { seen }
  })
}

/** Marks notifications as read on the user's other screens too. */
async function publishToOwnScreens({ db, principal: { companyId, userId: to }, ctx }: RequestContext): Promise<void> {
  const at = ctx.now()
  const seen = { name: 'on-notification', activity: 'NOTIFICATION_SEEN', at, machineId: null, changed: ['notifications'], to } as const
  await publishEvents(db, companyId, [seen], at)
}
