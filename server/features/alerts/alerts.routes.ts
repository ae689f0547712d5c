import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/alerts.ts'
import { isForManagersOnly } from '#domain/alerts/alert.ts'
import { isPushService } from '../../alerts/push-services.ts'
import { audit } from '../../audit-log/audit-log.store.ts'
import { recordChange } from '../../audit-log/record-change.ts'
import { lockCompanyRow } from '../../db/company-settings.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import type { AppContext, RequestContext } from '../../http/request-context.ts'
import { serve } from '../../http/serve.ts'
import { quietHoursOf, waitingAlertsOf, writeQuietHours } from './quiet-hours.store.ts'
import { insertRule, type Recipient, type Rule, removeRule, rulesOf, waysTo } from './rules.store.ts'
import { keepSubscription, removeSubscription, subscriptionsOf } from './subscriptions.store.ts'

/** Alert rules and the devices that show notifications. */
export function alertsRoutes(app: FastifyInstance, ctx: AppContext) {
  serve(app, ctx, contract.listAlerts, (_input, { db, principal }) => rulesOf(db, principal.companyId))
  serve(app, ctx, contract.addAlert, async ({ body: { event, channel, recipientId, audience } }, caller) => {
    const { db, principal } = caller
    const to: Recipient = audience ? { audience } : { user: recipientId ?? principal.userId }
    const rule: Rule = { event, channel, to }
    const wrong = await whyNot(caller, rule)
    if (wrong) return wrong
    if (await insertRule(db, principal.companyId, rule, ctx.now())) await note(caller, 'alert-added', rule)
    const [written] = await rulesOf(db, principal.companyId, rule)
    return written ?? refuse('ALERT_NOT_FOUND')
  })
  serve(app, ctx, contract.deleteAlert, async ({ query: { event, channel, recipientId, audience } }, caller) => {
    const rule: Rule = { event, channel, to: audience ? { audience } : { user: recipientId ?? 0 } }
    if (!(await removeRule(caller.db, caller.principal.companyId, rule))) return refuse('ALERT_NOT_FOUND')
    await note(caller, 'alert-deleted', rule)
    return { event, channel, recipientId: recipientId ?? null, audience: audience ?? null }
  })

  serve(app, ctx, contract.getQuietHours, async (_input, { db, principal }) => ({
    quietHours: await quietHoursOf(db, principal),
    ...(await waitingAlertsOf(db, principal)),
  }))
  serve(app, ctx, contract.setQuietHours, async ({ body: { quietHours } }, { db, principal }) => {
    const { companyId, userId } = principal
    await lockCompanyRow(db, companyId)
    const before = await quietHoursOf(db, principal)
    await writeQuietHours(db, principal, quietHours, ctx.now())
    const change = { before: { quietHours: before }, after: { quietHours } }
    await audit(db, companyId, { userId, at: ctx.now() }, [{ action: 'quiet-hours-set', of: { kind: 'user', id: userId }, ...change }])
    return { quietHours, ...(await waitingAlertsOf(db, principal)) }
  })

  serve(app, ctx, contract.listPushSubscriptions, (_input, { db, principal }) => subscriptionsOf(db, principal))
  serve(app, ctx, contract.addPushSubscription, async ({ body }, { db, principal }) =>
    isPushService(body.endpoint, ctx.settings.pushServices)
      ? { id: await keepSubscription(db, principal, body, ctx.now()) }
      : refuse('PUSH_SERVICE_UNKNOWN'),
  )
  serve(app, ctx, contract.deletePushSubscription, async ({ params: { id } }, { db, principal }) =>
    (await removeSubscription(db, principal, id)) ? { id } : refuse('NOT_FOUND'),
  )
}

/** Why a rule cannot be created; null if it can. */
async function whyNot({ db, principal, ctx }: RequestContext, { event, channel, to }: Rule): Promise<Refusal | null> {
  if (channel === 'SMS' && ctx.settings.sms === null) return refuse('SMS_NOT_CONFIGURED')
  if ('audience' in to) return to.audience === 'ASSIGNED' && isForManagersOnly(event) ? refuse('ALERT_MANAGERS_ONLY') : null
  const recipient = await waysTo(db, principal.companyId, to.user)
  if (!recipient) return refuse('USER_NOT_FOUND')
  if (!recipient.isManager && isForManagersOnly(event)) return refuse('ALERT_MANAGERS_ONLY')
  if (channel === 'EMAIL' && recipient.email === null) return refuse('ALERT_NO_EMAIL')
  return channel === 'SMS' && recipient.phone === null ? refuse('ALERT_NO_PHONE') : null
}

const ALERTS_CHANGED = { activity: 'ALERTS_CHANGED', changed: ['alerts'] } as const

const note = (caller: RequestContext, action: 'alert-added' | 'alert-deleted', { to, event, channel }: Rule) => {
  const of = 'user' in to ? { kind: 'user' as const, id: to.user } : { kind: 'company' as const, id: caller.principal.companyId }
  const after = { event, channel, ...('audience' in to ? { audience: to.audience } : {}) }
  return recordChange(caller, ALERTS_CHANGED, [{ action, of, after }])
}
