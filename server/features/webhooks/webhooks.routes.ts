import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/webhooks.ts'
import { recordChange } from '../../audit-log/record-change.ts'
import { lockCompanyRow } from '../../db/company-settings.ts'
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

const WEBHOOKS_CHANGED = { activity: 'WEBHOOKS_CHANGED', changed: ['developer'] } as const

/** Webhook endpoints of a company. The secret is returned only in the response that created it. */
export function webhooksRoutes(app: FastifyInstance, ctx: AppContext) {
  const canBeReached = (url: string) => mayBeReached(createSafeFetch(ctx.settings.webhookNetworks), url)

  serve(app, ctx, contract.listWebhooks, (_input, { db, principal }) => findWebhooks(db, principal.companyId), { snapshot: true })

  serve(app, ctx, contract.addWebhook, async ({ body: { url, kinds: requested } }, caller) => {
    const { db, principal } = caller
    if (!canBeReached(url)) return refuse('WEBHOOK_ADDRESS')
    await lockCompanyRow(db, principal.companyId)
    if ((await findWebhooks(db, principal.companyId)).length >= contract.MAX_WEBHOOKS) return refuse('TOO_MANY_WEBHOOKS')
    const [id, secret, kinds] = [randomUUID(), newSecret(), [...new Set(requested)]]
    const sealed = sealSecret(ctx, principal.companyId, id, secret)
    await insertWebhook(db, principal.companyId, { id, url, kinds, secret: sealed, user: principal.userId, at: ctx.now() })
    await recordChange(caller, WEBHOOKS_CHANGED, [{ action: 'webhook-added', ...about(id), after: { url, kinds } }])
    return { ...(await known(caller, id)), secret }
  })

  serve(app, ctx, contract.changeWebhook, async ({ params: { id }, body }, caller) => {
    const { db, principal } = caller
    const before = await lockWebhook(db, principal.companyId, id)
    if (!before) return refuse('WEBHOOK_NOT_FOUND')
    if (body.url !== undefined && !canBeReached(body.url)) return refuse('WEBHOOK_ADDRESS')
    const { url = before.url, isPaused = before.paused !== null } = body
    const kinds = [...new Set(body.kinds ?? before.kinds)]
    await writeWebhook(db, principal.companyId, id, { url, kinds, isPaused, at: ctx.now() })
    await recordChange(caller, WEBHOOKS_CHANGED, [{ action: 'webhook-changed', ...about(id), before, after: { url, kinds, isPaused } }])
    return known(caller, id)
  })

  serve(app, ctx, contract.deleteWebhook, async ({ params: { id } }, caller) => {
    const before = await lockWebhook(caller.db, caller.principal.companyId, id)
    if (!before) return refuse('WEBHOOK_NOT_FOUND')
    await removeWebhook(caller.db, caller.principal.companyId, id)
    await recordChange(caller, WEBHOOKS_CHANGED, [{ action: 'webhook-deleted', ...about(id), before }])
    return { id }
  })

  serve(app, ctx, contract.renewWebhookSecret, async ({ params: { id } }, caller) => {
    const { db, principal } = caller
    if (!(await lockWebhook(db, principal.companyId, id))) return refuse('WEBHOOK_NOT_FOUND')
    const secret = newSecret()
    await writeSecret(db, principal.companyId, id, sealSecret(ctx, principal.companyId, id, secret), ctx.now())
    await recordChange(caller, WEBHOOKS_CHANGED, [{ action: 'webhook-secret-renewed', ...about(id) }])
    return { secret }
  })

  serve(app, ctx, contract.listWebhookDeliveries, async ({ params: { id } }, { db, principal }) => {
    const [webhook] = await findWebhooks(db, principal.companyId, id)
    return webhook ? findDeliveries(db, principal.companyId, id) : refuse('WEBHOOK_NOT_FOUND')
  })

  serve(app, ctx, contract.testWebhook, async ({ params: { id } }, caller) => {
    const refused = await ready(caller, id)
    return refused ?? { id: await insertTest(caller.db, caller.principal.companyId, id, ctx.now()) }
  })

  serve(app, ctx, contract.sendWebhookAgain, async ({ params: { id, deliveryId } }, caller) => {
    const refused = await ready(caller, id)
    if (refused) return refused
    const isThere = await sendAgain(caller.db, caller.principal.companyId, id, deliveryId, ctx.now())
    return isThere ? { id: deliveryId } : refuse('WEBHOOK_DELIVERY_NOT_FOUND')
  })
}

const about = (id: string) => ({ of: { kind: 'webhook' as const, id } })

async function known({ db, principal }: RequestContext, id: string): Promise<contract.Webhook> {
  const [webhook] = await findWebhooks(db, principal.companyId, id)
  if (!webhook) throw new Error('the webhook was not found after its update')
  return webhook
}

/** The refusal if deliveries are currently impossible, or null. */
async function ready({ db, principal }: RequestContext, id: string): Promise<Refusal | null> {
  const webhook = await lockWebhook(db, principal.companyId, id)
  if (!webhook) return refuse('WEBHOOK_NOT_FOUND')
  return webhook.paused === null ? null : refuse('WEBHOOK_PAUSED')
}
