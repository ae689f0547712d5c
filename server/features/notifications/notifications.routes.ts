import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/notifications.ts'
import type { Caller, House } from '../../http/caller.ts'
import { refuse } from '../../http/refusal.ts'
import { serve } from '../../http/serve.ts'
import { tellLive } from '../../live/live.store.ts'
import { markAllSeen, markSeen, notificationsOf } from './notifications.store.ts'

/** What a manager is to know, and what of it they have seen. */
export function notificationsRoutes(app: FastifyInstance, house: House) {
  serve(app, house, contract.listNotifications, (_input, { db, person }) => notificationsOf(db, person))
  serve(app, house, contract.seeNotification, async ({ params: { id } }, caller) => {
    const seen = await markSeen(caller.db, caller.person, id, house.now())
    if (!seen) return refuse('NOT_FOUND')
    await tellOwnScreens(caller)
    return seen
  })
  serve(app, house, contract.seeNotifications, async ({ body: { upTo } }, caller) => {
    const seen = await markAllSeen(caller.db, caller.person, upTo, house.now())
    if (seen > 0) await tellOwnScreens(caller)
    return { seen }
  })
}

/** What one has seen on a phone is seen at the desk too. */
async function tellOwnScreens({ db, person: { companyId, userId: to }, house }: Caller): Promise<void> {
  const at = house.now()
  const seen = { name: 'on-notification', activity: 'NOTIFICATION_SEEN', at, machineId: null, changed: ['notifications'], to } as const
  await tellLive(db, companyId, [seen], at)
}
