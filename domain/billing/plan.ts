import { addDays, type Day, isoDay } from '../calendar.ts'
import { DAY } from '../time.ts'

export const SUBSCRIPTION_STATUSES = ['EXPIRED', 'TRIALING', 'DELETED', 'ACTIVE'] as const
type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number]

/** The plan for sale: a monthly price for a number of machines, and a price for each additional one. */
export const STARTER_PRICE = { currency: 'USD', amount: 25, machines: 5, extraMachine: 4 } as const

/** The monthly price for this many machines. */
export const monthlyPrice = (machines: number): number =>
  STARTER_PRICE.amount + Math.max(0, machines - STARTER_PRICE.machines) * STARTER_PRICE.extraMachine

/** Length of the trial. */
const TRIAL_DAYS = 30

/** The first day after a trial that begins today. */
export const trialEnd = (today: Day): string => isoDay(addDays(today, TRIAL_DAYS))

/** Whole days between two days given as `2026-03-31`; never below zero. */
export const daysLeft = (until: string, today: string): number =>
  Math.max(0, Math.round((Date.parse(`${until}T00:00:00Z`) - Date.parse(`${today}T00:00:00Z`)) / DAY))

/** The maximum number of machines of a company; null if unlimited. */
export const machineLimit = (planName: string, paid: number | null): number | null =>
  planName === 'STARTER' ? Math.max(STARTER_PRICE.machines, paid ?? 0) : null

/** The label and state of the button next to a plan. */
type PlanButton = { words: 'choose' | 'activateAgain'; isDisabled: boolean; leads: 'to-change' | 'to-checkout' }

export function planButton(planName: string, status: SubscriptionStatus | null): PlanButton {
  const isOnPlan = planName === 'STARTER'
  return {
    words: status === 'DELETED' || status === 'EXPIRED' ? 'activateAgain' : 'choose',
    isDisabled: isOnPlan && (status === 'TRIALING' || status === 'ACTIVE'),
    leads: isOnPlan ? 'to-change' : 'to-checkout',
  }
}

/** Whether customers manage the billing of a plan themselves. */
export const hasBillingLinks = (planName: string): boolean => planName === 'STARTER'

/** How a company pays, in the list of companies. */
export const PAYMENT_KINDS = ['NOT_PAYING', 'SUBSCRIPTION', 'INVOICES'] as const
type PaymentKind = (typeof PAYMENT_KINDS)[number]

/** Individual plans are paid by invoice. */
export const paymentOf = (planName: string): PaymentKind =>
  planName === 'TRIAL' || planName === 'MUST_SELECT' ? 'NOT_PAYING' : planName === 'STARTER' ? 'SUBSCRIPTION' : 'INVOICES'

/** Whether the company may use the product, which includes the trial. */
export const hasLicense = (planName: string): boolean => planName !== 'MUST_SELECT'
