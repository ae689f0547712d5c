import { mutationOptions, queryOptions } from '@tanstack/react-query'
import * as billing from '#contract/billing.ts'
import { SECOND } from '#domain/time.ts'
import { call } from '#offline/api-client.ts'
import { answered, keyed, NotAnswered, TIMEOUT } from './server-requests.ts'
import { refreshAccount } from './session.ts'

export const subscription = () =>
  queryOptions({ queryKey: ['billing', 'subscription'], queryFn: () => answered(call(billing.getSubscription, {}, TIMEOUT)) })

export const subscriptionInfo = () =>
  queryOptions({ queryKey: ['billing', 'info'], queryFn: () => answered(call(billing.subscriptionInfo, {}, TIMEOUT)) })

/** The list is reported as loaded shortly after it arrives, to avoid a flash. */
const SETTLES_MS = 1.5 * SECOND

export const invoices = () =>
  queryOptions({
    queryKey: ['billing', 'invoices'],
    queryFn: async () => {
      const found = await answered(call(billing.listInvoices, {}, TIMEOUT))
      await new Promise((settled) => setTimeout(settled, SETTLES_MS))
      return found
    },
  })

/** Shows a cached list immediately. */
export const invoicesAtOnce = () =>
  queryOptions({ queryKey: ['billing', 'invoices', 'at once'], queryFn: () => answered(call(billing.listInvoices, {}, TIMEOUT)) })

/** Returns the address of the provider's checkout; null if this server takes no payments. */
const checkout = (machines: number) => answered(call(billing.beginCheckout, { body: { machines } }, keyed(crypto.randomUUID())))

export const beginCheckout = mutationOptions({ mutationFn: checkout })

/** Resumes the plan. If the provider cannot do this without a payment, returns the address of its checkout. */
export const resumePlan = mutationOptions({
  meta: { invalidates: [['billing']] },
  mutationFn: async (machines: number): Promise<'resumed' | { checkoutUrl: string | null }> => {
    const changed = await call(billing.changePlan, { body: { planId: 'STARTER' } }, keyed(crypto.randomUUID()))
    if (changed.state === 'refused' && changed.code === 'NO_SUBSCRIPTION') return checkout(machines)
    await refreshAccount()
    if (changed.state !== 'answered') throw new NotAnswered(changed)
    return 'resumed'
  },
})

export type SandboxOutcome = (typeof billing.SANDBOX_OUTCOMES)[number]

/** Returns the account after the payment; null if it could not be read. */
export const payInSandbox = mutationOptions({
  mutationFn: async (body: { reference: string; outcome: SandboxOutcome }) => {
    const answer = await call(billing.sandboxPayment, { body }, TIMEOUT)
    const account = await refreshAccount()
    if (answer.state !== 'answered') throw new NotAnswered(answer)
    return account.state === 'answered' ? account.value : null
  },
})
