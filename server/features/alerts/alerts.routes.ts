import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/alerts.ts'
import { isPushService } from '../../alerts/push-services.ts'
import { audit } from '../../audit-log/audit-log.store.ts'
import { refuse } from '../../http/refusal.ts'
import type { AppContext, RequestContext } from '../../http/request-context.ts'
import { serve } from '../../http/serve.ts'
import { insertRule, type Rule, removeRule, rulesOf, waysTo } from './rules.store.ts'
import { keepSubscription, removeSubscription, subscriptionsOf } from './subscriptions.store.ts'

/** Alert rules and the devices that show notifications. */
export function alertsRoutes(app: FastifyInstance, ctx: AppContext) {
  serve(app, ctx, contract.listAlerts, (_input, { db, principal }) => rulesOf(db, principal.companyId))
  serve(app, ctx, contract.addAlert, async ({ body }, caller) => {
    const { db, principal } = caller
    const rule: Rule = { ...body, user: principal.userId }
    const { email, phone } = await waysTo(db, principal.companyId, principal.userId)
    if (rule.channel === 'EMAIL' && email === null) return refuse('ALERT_NO_EMAIL')
    if (rule.channel === 'SMS' && ctx.settings.sms === null) return refuse('SMS_NOT_CONFIGURED')
    if (rule.channel === 'SMS' && phone === null) return refuse('ALERT_NO_PHONE')
    if (await insertRule(db, principal.companyId, rule, ctx.now())) await note(caller, 'alert-added', rule)
    const [written] = await rulesOf(db, principal.companyId, rule)
    return written ?? refuse('ALERT_NOT_FOUND')
  })
  serve(app, ctx, contract.deleteAlert, async ({ query: { event, channel, recipientId } }, caller) => {
    const rule: Rule = { event, channel, user: recipientId }
    if (!(await removeRule(caller.db, caller.principal.companyId, rule))) return refuse('ALERT_NOT_FOUND')
    await note(caller, 'alert-deleted', rule)
    return { event, channel, recipientId }
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

const note = (
  { db, principal: { companyId, userId }, ctx }: RequestContext,
  action: 'alert-added' | 'alert-deleted',
  { user, event, channel }: Rule,
) => audit(db, companyId, { userId, at: ctx.now() }, [{ action, of: { kind: 'user', id: user }, after: { event, channel } }])
