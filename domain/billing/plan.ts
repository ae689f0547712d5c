import { addDays, type Day, isoDay } from '../calendar.ts'
import { DAY } from '../time.ts'

/** The plans we know by name; a company may be on another, which was agreed on by hand and limits nothing. */
export const PLAN_NAMES = ['CUSTOM', 'TRIAL', 'MUST_SELECT', 'STARTER'] as const
export type PlanName = (typeof PLAN_NAMES)[number]

export const SUBSCRIPTION_STATUSES = ['EXPIRED', 'TRIALING', 'DELETED', 'ACTIVE'] as const
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number]

/** The one plan that there is to buy: so much a month for so many machines, and about so much for each more. */
export const STARTER_PRICE = { currency: 'USD', amount: 25, machines: 5, extraMachine: 4 } as const

/** What the plan costs a month for so many machines. */
export const monthlyPrice = (machines: number): number =>
  STARTER_PRICE.amount + Math.max(0, machines - STARTER_PRICE.machines) * STARTER_PRICE.extraMachine

/** How long a new company looks around. */
export const TRIAL_DAYS = 30

/** The first day on which a trial that begins today is over. */
export const trialEnd = (today: Day): string => isoDay(addDays(today, TRIAL_DAYS))

/** Whole days from one to another, as `2026-03-31`; never below zero. */
export const daysLeft = (until: string, today: string): number =>
  Math.max(0, Math.round((Date.parse(`${until}T00:00:00Z`) - Date.parse(`${today}T00:00:00Z`)) / DAY))

/** How many machines a company may have; null where nothing limits it. */
export const machineLimit = (planName: string, paid: number | null): number | null =>
  planName === 'STARTER' ? Math.max(STARTER_PRICE.machines, paid ?? 0) : null

/** What the button beside a plan says and does. */
export type PlanButton = { words: 'choose' | 'activateAgain'; isDisabled: boolean; leads: 'to-change' | 'to-checkout' }

export function planButton(planName: string, status: SubscriptionStatus | null): PlanButton {
  const isOnPlan = planName === 'STARTER'
  return {
    words: status === 'DELETED' || status === 'EXPIRED' ? 'activateAgain' : 'choose',
    isDisabled: isOnPlan && (status === 'TRIALING' || status === 'ACTIVE'),
    leads: isOnPlan ? 'to-change' : 'to-checkout',
  }
}

/** Whether a plan is one of those whose billing is in the customer's own hands. */
export const hasBillingLinks = (planName: string): boolean => planName === 'STARTER'

/** How a company pays, as whoever looks after all of them tells them apart. */
export const PAYMENT_KINDS = ['NOT_PAYING', 'SUBSCRIPTION', 'INVOICES'] as const
export type PaymentKind = (typeof PAYMENT_KINDS)[number]

/** A plan that was agreed on by hand is paid by invoice. */
export const paymentOf = (planName: string): PaymentKind =>
  planName === 'TRIAL' || planName === 'MUST_SELECT' ? 'NOT_PAYING' : planName === 'STARTER' ? 'SUBSCRIPTION' : 'INVOICES'

/** Whether the company may use the product; on trial it may. */
export const hasLicense = (planName: string): boolean => planName !== 'MUST_SELECT'
