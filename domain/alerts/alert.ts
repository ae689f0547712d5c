import type { Moment } from '../time.ts'
import { HOUR } from '../time.ts'

/** Events that users can be notified of. ANY_EVENT includes all of them, and others that need attention at a machine. */
export const ALERT_EVENTS = [
  'ANY_EVENT',
  'CASKET_MONEY_CHANGE',
  'DEVICE_FIRMWARE_UPDATED',
  'NEW_CUSTOMER_ISSUE',
  'ALERT_UP_LOW_COINS_LEVEL',
  'ALERT_UP_NO_SALES',
  'ALERT_UP_TOO_HIGH_TEMPERATURE',
  'ALERT_UP_TOO_LOW_TEMPERATURE',
  'ALERT_UP_LOW_STOCK_LEVEL',
] as const
export type AlertEvent = (typeof ALERT_EVENTS)[number]

export const ALERT_CHANNELS = ['EMAIL', 'SMS', 'PUSH'] as const
export type AlertChannel = (typeof ALERT_CHANNELS)[number]

/** An event, as in the list of activities. */
export type Fact = { activity: string; alertType?: string | undefined }

/** Machines use several codes for one event. */
const CODES: Record<string, AlertEvent> = {
  LOW_COINS_LEVEL: 'ALERT_UP_LOW_COINS_LEVEL',
  LOW_COINS: 'ALERT_UP_LOW_COINS_LEVEL',
  NO_CHANGE: 'ALERT_UP_LOW_COINS_LEVEL',
  NO_SALES: 'ALERT_UP_NO_SALES',
  TOO_HIGH_TEMPERATURE: 'ALERT_UP_TOO_HIGH_TEMPERATURE',
  TEMPERATURE_HIGH: 'ALERT_UP_TOO_HIGH_TEMPERATURE',
  TOO_LOW_TEMPERATURE: 'ALERT_UP_TOO_LOW_TEMPERATURE',
  TEMPERATURE_LOW: 'ALERT_UP_TOO_LOW_TEMPERATURE',
  LOW_STOCK_LEVEL: 'ALERT_UP_LOW_STOCK_LEVEL',
  LOW_STOCK: 'ALERT_UP_LOW_STOCK_LEVEL',
}

const OWN: ReadonlySet<string> = new Set<AlertEvent>(['CASKET_MONEY_CHANGE', 'DEVICE_FIRMWARE_UPDATED', 'NEW_CUSTOMER_ISSUE'])
/** Included in ANY_EVENT only. */
const OTHERS: ReadonlySet<string> = new Set(['ALERT_UP', 'MACHINE_STOPPED', 'DEVICE_DISCONNECTED'])

/** The event of a fact, and the cause by which its messages are limited; null if no alert exists for it. */
export function alertOf({ activity, alertType = '' }: Fact): { event: AlertEvent; cause: string } | null {
  // An employee's report is an issue like a customer's, and limited on its own.
  if (activity === 'PROBLEM_REPORTED') return { event: 'NEW_CUSTOMER_ISSUE', cause: activity }
  if (OWN.has(activity)) return { event: activity as AlertEvent, cause: activity }
  if (!OTHERS.has(activity)) return null
  if (activity !== 'ALERT_UP') return { event: 'ANY_EVENT', cause: activity }
  const event = CODES[alertType.toUpperCase()] ?? 'ANY_EVENT'
  return { event, cause: event === 'ANY_EVENT' ? `ALERT_UP ${alertType}` : event }
}

/** Facts reported later than this are outdated. */
export const TOO_LATE = 6 * HOUR
export const isTooLate = (at: Moment, now: Moment) => now - at > TOO_LATE

/** A cause that recurs within this time since its last occurrence is still the same one and sends no further message … */
export const QUIET = 1 * HOUR
/** … until its last message is a day old. */
export const REMINDER = 24 * HOUR
