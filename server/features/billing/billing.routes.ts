import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/billing.ts'
import { STARTER_PRICE } from '#domain/billing/plan.ts'
import type { CompanyId } from '#domain/ids.ts'
import type { Db } from '../../db/client.ts'
import { roomForMachines } from '../../db/company-settings.ts'
import { bodyAsSent } from '../../http/json.ts'
import { refuse } from '../../http/refusal.ts'
import type { AppContext, RequestContext } from '../../http/request-context.ts'
import { serve, servePublic } from '../../http/serve.ts'
import { checkoutNamed, companyIn, infoOf, insertEvent, invoicesOf, lastCheckout, openCheckout } from './billing.store.ts'
import { isSigned, kindOf, providerOf, sandboxEvent } from './provider.ts'

/** Subscription and invoices of a company. Payments are taken by an external provider behind one interface. */
export function billingRoutes(app: FastifyInstance, ctx: AppContext) {
  const provider = providerOf(ctx)

  serve(app, ctx, contract.getSubscription, (_input, { db, principal }) => subscriptionOf(db, principal.companyId))
  serve(app, ctx, contract.subscriptionInfo, (_input, { db, principal }) => infoOf(db, principal.companyId))
  serve(app, ctx, contract.billingInfo, async (_input, { db, principal }) => {
    const { updateUrl } = await infoOf(db, principal.companyId)
    return { updateUrl }
  })
  serve(app, ctx, contract.listInvoices, (_input, { db, principal }) => invoicesOf(db, principal.companyId))

  serve(app, ctx, contract.beginCheckout, async ({ body: { machines: requested } }, { db, principal }) => {
    if (!provider) return { checkoutUrl: null }
    const { machines: existing } = await roomForMachines(db, principal.companyId)
    const machines = Math.max(requested ?? 0, existing, STARTER_PRICE.machines)
    const reference = await openCheckout(db, principal.companyId, { userId: principal.userId, machines }, ctx.now())
    return { checkoutUrl: provider.checkoutUrl({ reference, machines, email: null }) }
  })

  serve(app, ctx, contract.changePlan, async ({ body: { planId } }, { db, principal }) => {
    const { planName, status, endsOn } = await infoOf(db, principal.companyId)
    if (planName === planId && (status === 'ACTIVE' || status === 'TRIALING')) return refuse('PLAN_UNCHANGED')
    const begun = await lastCheckout(db, principal.companyId)
    if (planName !== planId || !begun || !provider?.resume) return refuse('NO_SUBSCRIPTION')
    await insertEvent(db, principal.companyId, begun, provider.resume({ ...begun, email: null }, { isPaid: endsOn !== null }), ctx.now())
    return subscriptionOf(db, principal.companyId)
  })

  servePublic(app, ctx, contract.billingWebhook, async ({ body }, { request }) => {
    const signature = request.headers[contract.SIGNATURE_HEADER]
    if (!provider || !isSigned(provider.secret, signature, bodyAsSent(request), ctx.now())) return refuse('SIGNATURE_WRONG')
    const company = companyIn(body.reference)
    return ctx.database.withTenant(company, async (db) => {
      const begun = await checkoutNamed(db, company, body.reference)
      return begun ? { taken: await insertEvent(db, company, begun, body, ctx.now()) } : refuse('NOT_FOUND')
    })
  })

  serve(app, ctx, contract.sandboxPayment, async ({ body: { reference, outcome } }, { db, principal }: RequestContext) => {
    if (kindOf(ctx.settings) !== 'sandbox' || companyIn(reference) !== principal.companyId) return refuse('NOT_FOUND')
    const begun = await checkoutNamed(db, principal.companyId, reference)
    if (!begun) return refuse('NOT_FOUND')
    const event = sandboxEvent({ ...begun, email: null }, outcome, ctx.now())
    return { taken: await insertEvent(db, principal.companyId, begun, event, ctx.now()) }
  })
}

async function subscriptionOf(db: Db, company: CompanyId): Promise<contract.Subscription> {
  const { planName, status } = await infoOf(db, company)
  const { machines, limit } = await roomForMachines(db, company)
  return { planId: planName, status, machines, machineLimit: limit }
}
