import { createHmac, timingSafeEqual } from 'node:crypto'
import type { BillingEvent, SANDBOX_OUTCOMES } from '#contract/billing.ts'
import { monthlyPrice, STARTER_PRICE } from '#domain/billing/plan.ts'
import { MINUTE, type Moment, SECOND, toIso } from '#domain/time.ts'
import { offersDemo } from '../../demo/sign-ins.ts'
import type { AppContext } from '../../http/request-context.ts'
import type { Settings } from '../../settings.ts'

type Checkout = { reference: string; machines: number; email: string | null }

/** A payment provider. Payment results arrive as signed webhooks in one format for all providers. */
type BillingProvider = {
  /** The provider's payment page. */
  checkoutUrl(checkout: Checkout): string
  /** Signs the webhooks. */
  secret: string
  /** Resumes an ended subscription; null if the provider requires a new checkout. A month that `isPaid` is not charged again. */
  resume: ((checkout: Checkout, month: { isPaid: boolean }) => BillingEvent) | null
}

/** Null if billing is off. */
export function providerOf({ settings, keyFor, now }: Pick<AppContext, 'settings' | 'keyFor' | 'now'>): BillingProvider | null {
  const kind = kindOf(settings)
  if (kind === 'external' && settings.checkout) return external(settings.checkout)
  return kind === 'sandbox' ? sandbox(keyFor('billing-sandbox').toString('base64url'), now) : null
}

export const kindOf = (settings: Settings): 'off' | 'sandbox' | 'external' =>
  settings.billing ?? (settings.checkout ? 'external' : offersDemo(settings) ? 'sandbox' : 'off')

const external = ({ url, secret }: { url: string; secret: string }): BillingProvider => ({
  checkoutUrl: ({ reference, machines, email }) =>
    Object.entries({ reference, machines: String(machines), email: email ?? '' }).reduce(
      (address, [name, value]) => address.replaceAll(`{${name}}`, () => encodeURIComponent(value)),
      url,
    ),
  secret,
  resume: null,
})

export const SANDBOX_PAGE = '/sandbox-payment'

const sandbox = (secret: string, now: () => number): BillingProvider => ({
  checkoutUrl: ({ reference, machines }) => `${SANDBOX_PAGE}?${new URLSearchParams({ reference, machines: String(machines) })}`,
  secret,
  resume: (checkout, { isPaid }) => {
    const { invoice, ...event } = sandboxEvent(checkout, 'PAID', now())
    return isPaid || !invoice ? event : { ...event, invoice }
  },
})

/** The event that a provider would send for this outcome. */
export function sandboxEvent({ reference, machines }: Checkout, outcome: (typeof SANDBOX_OUTCOMES)[number], now: number): BillingEvent {
  const manage = `${SANDBOX_PAGE}?${new URLSearchParams({ reference, machines: String(machines), manage: '1' })}`
  const status = ({ PAID: 'ACTIVE', DECLINED: 'EXPIRED', EXPIRED: 'EXPIRED', CANCELLED: 'DELETED' } as const)[outcome]
  const isPaid = outcome === 'PAID'
  const id = `sandbox-${crypto.randomUUID()}`
  return {
    id,
    at: toIso(now),
    reference,
    // A card declined at the first attempt does not change the existing subscription.
    ...(outcome === 'DECLINED'
      ? {}
      : { subscription: { status, machines, updateUrl: isPaid ? manage : null, cancelUrl: isPaid ? manage : null } }),
    ...(isPaid
      ? {
          invoice: {
            id,
            date: toIso(now).slice(0, 10),
            plan: 'STARTER',
            amount: monthlyPrice(machines),
            currency: STARTER_PRICE.currency,
            receiptUrl: `/sandbox-receipt?invoice=${id}`,
          },
        }
      : {}),
  }
}

/** A message whose time differs more from the server clock is treated as a replay. */
const TOLERANCE = 5 * MINUTE

const hmac = (secret: string, seconds: string, body: string | Uint8Array) =>
  createHmac('sha256', secret).update(`${seconds}.`).update(body).digest()

/**
 * Verifies that the message was signed with the secret recently. During secret rotation a provider signs twice; one signature must match.
 */
export function isSigned(secret: string, header: unknown, body: Uint8Array, now: Moment): boolean {
  if (typeof header !== 'string' || header.length > 1000) return false
  const parts = header.split(',').map((part) => part.trim().split('=', 2))
  const seconds = parts.find(([name]) => name === 't')?.[1] ?? ''
  if (!/^\d{1,12}$/.test(seconds) || Math.abs(now - Number(seconds) * SECOND) > TOLERANCE) return false
  const expected = hmac(secret, seconds, body)
  return parts.some(([name, value = '']) => {
    if (name !== 'v1' || !/^[0-9a-f]{64}$/.test(value)) return false
    return timingSafeEqual(Buffer.from(value, 'hex'), expected)
  })
}
