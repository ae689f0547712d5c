import * as v from 'valibot'
import { SUBSCRIPTION_STATUSES } from '#domain/billing/plan.ts'
import { endpoint } from './endpoint.ts'
import { CalendarDay, DateOnly, Instant, Integer } from './fields.ts'
import { InvoiceAmount, inInvoiceCurrency } from './units.ts'

/** A page of a provider or our own; scripts and other schemes are excluded. */
const Address = v.pipe(v.string(), v.maxLength(2000), v.regex(/^(https?:\/\/\S+|\/(?![/\\])\S*)$/, 'must be an address'))

const machines = v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(10_000))

export const Subscription = v.object({
  planId: v.string(),
  /** Null: the company never had a subscription. */
  status: v.nullable(v.picklist(SUBSCRIPTION_STATUSES)),
  /** The number of machines and its limit; null without a limit. */
  machines: Integer,
  machineLimit: v.nullable(Integer),
})
export type Subscription = v.InferOutput<typeof Subscription>

export const getSubscription = endpoint({
  name: 'getSubscription',
  method: 'GET',
  path: '/subscriptions',
  who: 'manager',
  summary: 'Retrieve the current plan and its status',
  answer: Subscription,
})

export const changePlan = endpoint({
  name: 'changePlan',
  method: 'PUT',
  path: '/subscriptions',
  who: 'manager',
  summary: 'Resume the subscription of the current plan',
  body: v.object({ planId: v.picklist(['STARTER']) }),
  answer: Subscription,
  keyed: true,
  refusals: ['NO_SUBSCRIPTION', 'PLAN_UNCHANGED'],
})

/** Each address is present only if the provider returned one. */
export const SubscriptionInfo = v.object({
  planName: v.string(),
  status: v.nullable(v.picklist(SUBSCRIPTION_STATUSES)),
  /** The first unpaid day of a cancelled subscription, as `2026-03-31`. Null while the subscription continues. */
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
  summary: 'Retrieve the plan, and the pages to pay and to cancel it',
  answer: SubscriptionInfo,
})

export const billingInfo = endpoint({
  name: 'billingInfo',
  method: 'GET',
  path: '/subscriptions/billing-info',
  who: 'manager',
  summary: 'Retrieve the page to change the payment method',
  answer: v.object({ updateUrl: v.nullable(v.string()) }),
})

export const beginCheckout = endpoint({
  name: 'beginCheckout',
  method: 'POST',
  path: '/subscriptions/checkout',
  who: 'manager',
  summary: 'Retrieve the payment provider’s checkout page for a plan; null if billing is off',
  body: v.object({ machines: v.optional(machines) }),
  answer: v.object({ checkoutUrl: v.nullable(v.string()) }),
  keyed: true,
})

export const Invoice = v.object({
  id: v.string(),
  /** 2026-03-31 */
  date: DateOnly,
  plan: v.string(),
  amount: InvoiceAmount,
  currency: v.string(),
  receiptUrl: v.nullable(v.string()),
})
export type Invoice = v.InferOutput<typeof Invoice>

export const listInvoices = endpoint({
  name: 'listInvoices',
  method: 'GET',
  path: '/invoices',
  who: 'manager',
  summary: 'List payments, newest first',
  answer: v.array(Invoice),
})

/** Of a checkout: `company.checkout`. */
const Reference = v.pipe(v.string(), v.regex(/^\d{1,9}\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'must be the reference of a checkout'))

/** An event of a payment provider in our own format; an adapter translates the provider's. */
export const BillingEvent = v.object({
  id: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  /** When it happened, by the provider's clock. */
  at: Instant,
  reference: Reference,
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
      date: CalendarDay,
      plan: v.pipe(v.string(), v.maxLength(100)),
      amount: v.pipe(v.number(), v.minValue(0), v.maxValue(1e9), inInvoiceCurrency),
      currency: v.pipe(v.string(), v.regex(/^[A-Z]{3}$/)),
      receiptUrl: v.optional(v.nullable(Address)),
    }),
  ),
})
export type BillingEvent = v.InferOutput<typeof BillingEvent>

/** `t=1700000000,v1=hex`: seconds since 1970, and the HMAC-SHA-256 of these, a dot and the raw body. */
export const SIGNATURE_HEADER = 'x-billing-signature'

export const billingWebhook = endpoint({
  name: 'billingWebhook',
  method: 'POST',
  path: '/public/billing/webhook',
  who: 'public',
  summary: 'Receive a signed event of the payment provider; each event counts once, in the order of occurrence',
  body: v.object({ ...BillingEvent.entries }),
  answer: v.object({ taken: v.boolean() }),
  isSigned: true,
  refusals: ['SIGNATURE_WRONG', 'NOT_FOUND'],
})

/** The actions on the sandbox's pages; no money moves. */
export const SANDBOX_OUTCOMES = ['PAID', 'DECLINED', 'CANCELLED', 'EXPIRED'] as const

export const sandboxPayment = endpoint({
  name: 'sandboxPayment',
  method: 'POST',
  path: '/billing/sandbox',
  who: 'manager',
  summary: 'Simulate an event of a payment provider in the sandbox, where no money moves',
  body: v.object({ reference: Reference, outcome: v.picklist(SANDBOX_OUTCOMES) }),
  answer: v.object({ taken: v.boolean() }),
  refusals: ['NOT_FOUND'],
})
