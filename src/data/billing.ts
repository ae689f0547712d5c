import { queryOptions } from '@tanstack/react-query'
import * as billing from '#contract/billing.ts'
import { SECOND } from '#domain/time.ts'
import { call } from '#offline/api-client.ts'
import type { Unanswered } from '#offline/sync-calls.ts'
import { localeInWords } from './formats.ts'
import { answered } from './not-answered.ts'

const PATIENCE = { timeoutMs: 30 * SECOND }
const once = () => ({ ...PATIENCE, headers: { 'idempotency-key': crypto.randomUUID() } })

export const subscription = () =>
  queryOptions({ queryKey: ['billing', 'subscription'], queryFn: () => answered(call(billing.getSubscription, {}, PATIENCE)) })

export const subscriptionInfo = () =>
  queryOptions({ queryKey: ['billing', 'info'], queryFn: () => answered(call(billing.subscriptionInfo, {}, PATIENCE)) })

/** The list is reported as loaded shortly after it arrives, to avoid a flash. */
const SETTLES_MS = 1.5 * SECOND

export const invoices = () =>
  queryOptions({
    queryKey: ['billing', 'invoices'],
    queryFn: async () => {
      const found = await answered(call(billing.listInvoices, {}, PATIENCE))
      await new Promise((settled) => setTimeout(settled, SETTLES_MS))
      return found
    },
  })

/** Shows a cached list immediately. */
export const invoicesAtOnce = () =>
  queryOptions({ queryKey: ['billing', 'invoices', 'at once'], queryFn: () => answered(call(billing.listInvoices, {}, PATIENCE)) })

export const beginCheckout = (machines: number) => call(billing.beginCheckout, { body: { machines } }, once())
const changePlan = () => call(billing.changePlan, { body: { planId: 'STARTER' } }, once())

/** Resumes the plan. If the provider cannot do this without a payment, returns the address of its checkout. */
export async function resumePlan(machines: number): Promise<'resumed' | { cause: Unanswered | null } | { checkoutUrl: string }> {
  const changed = await changePlan()
  if (changed.state === 'answered') return 'resumed'
  if (changed.state !== 'refused' || changed.code !== 'NO_SUBSCRIPTION') return { cause: changed }
  const begun = await beginCheckout(machines)
  if (begun.state !== 'answered') return { cause: begun }
  return begun.value.checkoutUrl ? { checkoutUrl: begun.value.checkoutUrl } : { cause: null }
}

/** A day of an invoice, as `2026-03-31`: digits in the company's format, month in the language of the screen. */
export const invoiceDay = (date: string, locale: string, language: string, dateStyle: 'medium' | 'long'): string =>
  new Intl.DateTimeFormat(localeInWords(locale, language), { dateStyle, timeZone: 'UTC' }).format(new Date(date))

export const payInSandbox = (reference: string, outcome: (typeof billing.SANDBOX_OUTCOMES)[number]) =>
  call(billing.sandboxPayment, { body: { reference, outcome } }, PATIENCE)

/** An amount in the reader's language; for an unknown currency, the amount and its code. */
export function moneyIn(amount: number, currency: string, language: string): string {
  try {
    return new Intl.NumberFormat(language, { style: 'currency', currency }).format(amount)
  } catch {
    return `${amount} ${currency}`
  }
}
