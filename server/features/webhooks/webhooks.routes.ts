import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/webhooks.ts'
import { type Audited, audit } from '../../audit/audit.store.ts'
import type { Caller, House } from '../../http/caller.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import { serve } from '../../http/serve.ts'
import { mayBeReached, wayOut } from '../../http/way-out.ts'
import { tellLive } from '../../live/live.store.ts'
import { newSecret, sealSecret } from '../../webhooks/secrets.ts'
import {
  findDeliveries,
  findWebhooks,
  insertTest,
  insertWebhook,
  lockWebhook,
  removeWebhook,
  sendAgain,
  writeSecret,
  writeWebhook,
} from './webhooks.store.ts'

/** Addresses of other systems that are told of what happens. A secret is in the answer that made it, and in no other. */
export function webhooksRoutes(app: FastifyInstance, house: House) {
  const canBeReached = (url: string) => mayBeReached(wayOut(house.settings.webhookNetworks), url)

  serve(app, house, contract.listWebhooks, (_input, { db, person }) => findWebhooks(db, person.companyId), { snapshot: true })

  serve(app, house, contract.addWebhook, async ({ body: { url, kinds: wanted } }, caller) => {
    const { db, person } = caller
    if (!canBeReached(url)) return refuse('WEBHOOK_ADDRESS')
    if ((await findWebhooks(db, person.companyId)).length >= contract.MOST_WEBHOOKS) return refuse('TOO_MANY_WEBHOOKS')
    const [id, secret, kinds] = [randomUUID(), newSecret(), [...new Set(wanted)]]
    const sealed = sealSecret(house, person.companyId, id, secret)
    await insertWebhook(db, person.companyId, { id, url, kinds, secret: sealed, user: person.userId, at: house.now() })
    await tell(caller, { action: 'webhook-added', ...about(id), after: { url, kinds } })
    return { ...(await known(caller, id)), secret }
  })

  serve(app, house, contract.changeWebhook, async ({ params: { id }, body }, caller) => {
    const { db, person } = caller
    const before = await lockWebhook(db, person.companyId, id)
    if (!before) return refuse('WEBHOOK_NOT_FOUND')
    if (body.url !== undefined && !canBeReached(body.url)) return refuse('WEBHOOK_ADDRESS')
    const { url = before.url, isPaused = before.paused !== null } = body
    const kinds = [...new Set(body.kinds ?? before.kinds)]
    await writeWebhook(db, person.companyId, id, { url, kinds, isPaused, at: house.now() })
    await tell(caller, { action: 'webhook-changed', ...about(id), before, after: { url, kinds, isPaused } })
    return known(caller, id)
  })

  serve(app, house, contract.deleteWebhook, async ({ params: { id } }, caller) => {
    const before = await lockWebhook(caller.db, caller.person.companyId, id)
    if (!before) return refuse('WEBHOOK_NOT_FOUND')
    await removeWebhook(caller.db, caller.person.companyId, id)
    await tell(caller, { action: 'webhook-deleted', ...about(id), before })
    return { id }
  })

  serve(app, house, contract.renewWebhookSecret, async ({ params: { id } }, caller) => {
    const { db, person } = caller
    if (!(await lockWebhook(db, person.companyId, id))) return refuse('WEBHOOK_NOT_FOUND')
    const secret = newSecret()
    await writeSecret(db, person.companyId, id, sealSecret(house, person.companyId, id, secret), house.now())
    await tell(caller, { action: 'webhook-secret-renewed', ...about(id) })
    return { secret }
  })

  serve(app, house, contract.listWebhookDeliveries, async ({ params: { id } }, { db, person }) => {
    const [webhook] = await findWebhooks(db, person.companyId, id)
    return webhook ? findDeliveries(db, person.companyId, id) : refuse('WEBHOOK_NOT_FOUND')
  })

  serve(app, house, contract.testWebhook, async ({ params: { id } }, caller) => {
    const refused = await ready(caller, id)
    return refused ?? { id: await insertTest(caller.db, caller.person.companyId, id, house.now()) }
  })

  serve(app, house, contract.sendWebhookAgain, async ({ params: { id, deliveryId } }, caller) => {
    const refused = await ready(caller, id)
    if (refused) return refused
    const isThere = await sendAgain(caller.db, caller.person.companyId, id, deliveryId, house.now())
    return isThere ? { id: deliveryId } : refuse('WEBHOOK_DELIVERY_NOT_FOUND')
  })
}

const about = (id: string) => ({ of: { kind: 'webhook' as const, id } })

async function known({ db, person }: Caller, id: string): Promise<contract.Webhook> {
  const [webhook] = await findWebhooks(db, person.companyId, id)
  if (!webhook) throw new Error('a webhook that was written is not there')
  return webhook
}

/** Why nothing can be sent to it now; null where it can. */
async function ready({ db, person }: Caller, id: string): Promise<Refusal | null> {
  const webhook = await lockWebhook(db, person.companyId, id)
  if (!webhook) return refuse('WEBHOOK_NOT_FOUND')
  return webhook.paused === null ? null : refuse('WEBHOOK_PAUSED')
}

async function tell({ db, person: { companyId, userId }, house }: Caller, entry: Audited) {
  const at = house.now()
  await audit(db, companyId, { userId, at }, [entry])
  await tellLive(db, companyId, [{ activity: 'WEBHOOKS_CHANGED', at, machineId: null, changed: ['developer'] }], at)
}
