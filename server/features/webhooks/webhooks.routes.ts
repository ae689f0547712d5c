import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/webhooks.ts'
import { type Audited, audit } from '../../audit-log/audit-log.store.ts'
import { publishEvents } from '../../events/events.store.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import type { AppContext, RequestContext } from '../../http/request-context.ts'
import { createSafeFetch, mayBeReached } from '../../http/safe-fetch.ts'
import { serve } from '../../http/serve.ts'
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

/** Webhook endpoints of a company. The secret is returned only in the response that created it. */
export function webhooksRoutes(app: FastifyInstance, ctx: AppContext) {
  const canBeReached = (url: string) => mayBeReached(createSafeFetch(ctx.settings.webhookNetworks), url)

  serve(app, ctx, contract.listWebhooks, (_input, { db, person }) => findWebhooks(db, person.companyId), { snapshot: true })

  serve(app, ctx, contract.addWebhook, async ({ body: { url, kinds: wanted } }, caller) => {
    const { db, person } = caller
    if (!canBeReached(url)) return refuse('WEBHOOK_ADDRESS')
    if ((await findWebhooks(db, person.companyId)).length >= contract.MAX_WEBHOOKS) return refuse('TOO_MANY_WEBHOOKS')
    const [id, secret, kinds] = [randomUUID(), newSecret(), [...new Set(wanted)]]
    const sealed = sealSecret(ctx, person.companyId, id, secret)
    await insertWebhook(db, person.companyId, { id, url, kinds, secret: sealed, user: person.userId, at: ctx.now() })
    await tell(caller, { action: 'webhook-added', ...about(id), after: { url, kinds } })
    return { ...(await known(caller, id)), secret }
  })

  serve(app, ctx, contract.changeWebhook, async ({ params: { id }, body }, caller) => {
    const { db, person } = caller
    const before = await lockWebhook(db, person.companyId, id)
    if (!before) return refuse('WEBHOOK_NOT_FOUND')
    if (body.url !== undefined && !canBeReached(body.url)) return refuse('WEBHOOK_ADDRESS')
    const { url = before.url, isPaused = before.paused !== null } = body
    const kinds = [...new Set(body.kinds ?? before.kinds)]
    await writeWebhook(db, person.companyId, id, { url, kinds, isPaused, at: ctx.now() })
    await tell(caller, { action: 'webhook-changed', ...about(id), before, after: { url, kinds, isPaused } })
    return known(caller, id)
  })

  serve(app, ctx, contract.deleteWebhook, async ({ params: { id } }, caller) => {
    const before = await lockWebhook(caller.db, caller.person.companyId, id)
    if (!before) return refuse('WEBHOOK_NOT_FOUND')
    await removeWebhook(caller.db, caller.person.companyId, id)
    await tell(caller, { action: 'webhook-deleted', ...about(id), before })
    return { id }
  })

  serve(app, ctx, contract.renewWebhookSecret, async ({ params: { id } }, caller) => {
    const { db, person } = caller
    if (!(await lockWebhook(db, person.companyId, id))) return refuse('WEBHOOK_NOT_FOUND')
    const secret = newSecret()
    await writeSecret(db, person.companyId, id, sealSecret(ctx, person.companyId, id, secret), ctx.now())
    await tell(caller, { action: 'webhook-secret-renewed', ...about(id) })
    return { secret }
  })

  serve(app, ctx, contract.listWebhookDeliveries, async ({ params: { id } }, { db, person }) => {
    const [webhook] = await findWebhooks(db, person.companyId, id)
    return webhook ? findDeliveries(db, person.companyId, id) : refuse('WEBHOOK_NOT_FOUND')
  })

  serve(app, ctx, contract.testWebhook, async ({ params: { id } }, caller) => {
    const refused = await ready(caller, id)
    return refused ?? { id: await insertTest(caller.db, caller.person.companyId, id, ctx.now()) }
  })

  serve(app, ctx, contract.sendWebhookAgain, async ({ params: { id, deliveryId } }, caller) => {
    const refused = await ready(caller, id)
    if (refused) return refused
    const isThere = await sendAgain(caller.db, caller.person.companyId, id, deliveryId, ctx.now())
    return isThere ? { id: deliveryId } : refuse('WEBHOOK_DELIVERY_NOT_FOUND')
  })
}

const about = (id: string) => ({ of: { kind: 'webhook' as const, id } })

async function known({ db, person }: RequestContext, id: string): Promise<contract.Webhook> {
  const [webhook] = await findWebhooks(db, person.companyId, id)
  if (!webhook) throw new Error('the webhook was not found after its update')
  return webhook
}

/** The refusal if deliveries are currently impossible, or null. */
async function ready({ db, person }: RequestContext, id: string): Promise<Refusal | null> {
  const webhook = await lockWebhook(db, person.companyId, id)
  if (!webhook) return refuse('WEBHOOK_NOT_FOUND')
  return webhook.paused === null ? null : refuse('WEBHOOK_PAUSED')
}

async function tell({ db, person: { companyId, userId }, ctx }: RequestContext, entry: Audited) {
  const at = ctx.now()
  await audit(db, companyId, { userId, at }, [entry])
  await publishEvents(db, companyId, [{ activity: 'WEBHOOKS_CHANGED', at, machineId: null, changed: ['developer'] }], at)
}
