import * as v from 'valibot'
import { SUBSCRIPTION_STATUSES } from '#domain/billing/plan.ts'
import { endpoint } from './endpoint.ts'

/** A page of a provider, or of ours: nothing that would run here. */
const Address = v.pipe(v.string(), v.maxLength(2000), v.regex(/^(https?:\/\/\S+|\/(?![/\\])\S*)$/, 'must be an address'))

const machines = v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(10_000))

export const Subscription = v.object({
  planId: v.string(),
  /** Null: the company never took one out. */
  status: v.nullable(v.picklist(SUBSCRIPTION_STATUSES)),
  /** How many machines there are, and how many there may be; null where nothing limits them. */
  machines: v.number(),
  machineLimit: v.nullable(v.number()),
})
export type Subscription = v.InferOutput<typeof Subscription>

export const getSubscription = endpoint({
  name: 'getSubscription',
  method: 'GET',
  path: '/subscriptions',
  who: 'manager',
  summary: 'The plan that the company is on, and how it stands',
  answer: Subscription,
})

export const changePlan = endpoint({
  name: 'changePlan',
  method: 'PUT',
  path: '/subscriptions',
  who: 'manager',
  summary: 'Takes a plan up again that the company is on and no longer pays for',
  body: v.object({ planId: v.picklist(['STARTER']) }),
  answer: Subscription,
  keyed: true,
  refusals: ['NO_SUBSCRIPTION', 'PLAN_UNCHANGED'],
})

/** Each address only where the provider gave one. */
export const SubscriptionInfo = v.object({
  planName: v.string(),
  status: v.nullable(v.picklist(SUBSCRIPTION_STATUSES)),
  /** The first day, as `2026-03-31`, on which a subscription that has ended is no longer paid for. Null while it goes on. */
  endsOn: v.optional(v.nullable(v.string())),
  updateUrl: v.nullable(v.string()),
  cancelUrl: v.nullable(v.string()),
})
export type SubscriptionInfo = v.InferOutput<typeof SubscriptionInfo>

export const subscriptionInfo = endpoint({
  name: 'subscriptionInfo',
  method: 'GET',
  path: '/subscriptions/info',
  who: 'manager',
  summary: 'The plan, and where it is paid and cancelled',
  answer: SubscriptionInfo,
})

export const billingInfo = endpoint({
  name: 'billingInfo',
  method: 'GET',
  path: '/subscriptions/billing-info',
  who: 'manager',
  summary: 'Where the means of payment is changed',
  answer: v.object({ updateUrl: v.nullable(v.string()) }),
})

export const beginCheckout = endpoint({
  name: 'beginCheckout',
  method: 'POST',
  path: '/subscriptions/checkout',
  who: 'manager',
  summary: 'Where a plan is paid for: the provider’s own page; null where this server sells nothing',
  body: v.object({ machines: v.optional(machines) }),
  answer: v.object({ checkoutUrl: v.nullable(v.string()) }),
  keyed: true,
})

export const Invoice = v.object({
  id: v.string(),
  /** 2026-03-31 */
  date: v.string(),
  plan: v.string(),
  amount: v.number(),
  currency: v.string(),
  receiptUrl: v.nullable(v.string()),
})
export type Invoice = v.InferOutput<typeof Invoice>

export const listInvoices = endpoint({
  name: 'listInvoices',
  method: 'GET',
  path: '/invoices',
  who: 'manager',
  summary: 'What was paid, newest first',
  answer: v.array(Invoice),
})

/** What a provider tells, in our words; its own are put into these by whoever knows them. */
export const BillingEvent = v.object({
  id: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  /** When it happened, by the provider's clock. */
  at: v.pipe(v.string(), v.isoTimestamp()),
  /** What we gave the checkout: `company.checkout`. */
  reference: v.pipe(v.string(), v.regex(/^\d{1,9}\.[0-9a-f-]{36}$/)),
  subscription: v.optional(
    v.object({
      status: v.picklist(SUBSCRIPTION_STATUSES),
      machines,
      updateUrl: v.optional(v.nullable(Address)),
      cancelUrl: v.optional(v.nullable(Address)),
    }),
  ),
  invoice: v.optional(
    v.object({
      id: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
      date: v.pipe(v.string(), v.isoDate()),
      plan: v.pipe(v.string(), v.maxLength(100)),
      amount: v.pipe(v.number(), v.minValue(0), v.maxValue(1e9)),
      currency: v.pipe(v.string(), v.regex(/^[A-Z]{3}$/)),
      receiptUrl: v.optional(v.nullable(Address)),
    }),
  ),
})
export type BillingEvent = v.InferOutput<typeof BillingEvent>

/** `t=1700000000,v1=hex`: the seconds since 1970, and HMAC-SHA-256 over them, a dot and the body as it came. */
export const SIGNATURE_HEADER = 'x-billing-signature'

export const billingWebhook = endpoint({
  name: 'billingWebhook',
  method: 'POST',
  path: '/public/billing/webhook',
  who: 'public',
  summary: 'What the payment provider tells, signed; each event counts once, in the order in which they happened',
  body: v.object({ ...BillingEvent.entries }),
  answer: v.object({ taken: v.boolean() }),
  isSigned: true,
  refusals: ['SIGNATURE_WRONG', 'NOT_FOUND'],
})

/** What somebody does on the sandbox's pages; no money moves. */
export const SANDBOX_OUTCOMES = ['PAID', 'DECLINED', 'CANCELLED', 'EXPIRED'] as const

export const sandboxPayment = endpoint({
  name: 'sandboxPayment',
  method: 'POST',
  path: '/billing/sandbox',
  who: 'manager',
  summary: 'Stands in for a payment provider where no money moves: what was done on its page, told as a provider tells it',
  body: v.object({ reference: v.pipe(v.string(), v.regex(/^\d{1,9}\.[0-9a-f-]{36}$/)), outcome: v.picklist(SANDBOX_OUTCOMES) }),
  answer: v.object({ taken: v.boolean() }),
  refusals: ['NOT_FOUND'],
})
