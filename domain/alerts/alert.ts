import { isMalfunction } from '../machines/alert-names.ts'
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
  'MACHINE_STOPPED',
  'DEVICE_DISCONNECTED',
  'MACHINE_FAULT',
] as const
export type AlertEvent = (typeof ALERT_EVENTS)[number]

/** Channels whose messages leave the server. */
export const SENT_CHANNELS = ['EMAIL', 'SMS', 'PUSH'] as const
export type SentChannel = (typeof SENT_CHANNELS)[number]

/** APP: only the notification in the app, which every alert creates. */
export const ALERT_CHANNELS = [...SENT_CHANNELS, 'APP'] as const
export type AlertChannel = (typeof ALERT_CHANNELS)[number]

/** Recipients by their role. ASSIGNED: the employees to whom the machine is assigned when the event happens. */
export const ALERT_AUDIENCES = ['MANAGERS', 'ASSIGNED'] as const
export type AlertAudience = (typeof ALERT_AUDIENCES)[number]

/** Other employees may not see money and customers' reports. */
const MANAGERS_ONLY: ReadonlySet<AlertEvent> = new Set<AlertEvent>(['CASKET_MONEY_CHANGE', 'NEW_CUSTOMER_ISSUE'])
export const isForManagersOnly = (event: AlertEvent): boolean => MANAGERS_ONLY.has(event)

/** An event, as in the list of activities. */
type Fact = { activity: string; alertType?: string | undefined }

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
const MACHINE_EVENTS: ReadonlySet<string> = new Set<AlertEvent>(['MACHINE_STOPPED', 'DEVICE_DISCONNECTED'])

/** The event of a fact, and the cause by which its messages are limited; null if no alert exists for it. */
export function alertOf({ activity, alertType = '' }: Fact): { event: AlertEvent; cause: string } | null {
  // An employee's report is an issue like a customer's, and limited on its own.
  if (activity === 'PROBLEM_REPORTED') return { event: 'NEW_CUSTOMER_ISSUE', cause: activity }
  if (OWN.has(activity)) return { event: activity as AlertEvent, cause: activity }
  if (MACHINE_EVENTS.has(activity)) return { event: activity as AlertEvent, cause: activity }
  if (activity !== 'ALERT_UP') return null
  const event = CODES[alertType.toUpperCase()]
  return event
    ? { event, cause: event }
    : { event: isMalfunction(alertType) ? 'MACHINE_FAULT' : 'ANY_EVENT', cause: `ALERT_UP ${alertType}` }
}

/** Facts reported later than this are outdated. */
const TOO_LATE = 6 * HOUR
export const isTooLate = (at: Moment, now: Moment) => now - at > TOO_LATE

/** A cause that recurs within this time since its last occurrence is still the same one and sends no further message … */
export const QUIET = 1 * HOUR
/** … until its last message is a day old. */
export const REMINDER = 24 * HOUR
