import { DAY, HOUR, MINUTE, type Moment } from './time.ts'

/** The kinds of webhook deliveries. `test` checks whether deliveries arrive. */
export const WEBHOOK_KINDS = [
  'sale.recorded',
  'sale.withdrawn',
  'stock.changed',
  'alert.raised',
  'alert.cleared',
  'machine.state',
  'purchase.delivered',
  'issue.filed',
  'round.published',
  'visit.finished',
  'collection.counted',
] as const
export type WebhookKind = (typeof WEBHOOK_KINDS)[number]
export const DELIVERY_KINDS = [...WEBHOOK_KINDS, 'test'] as const
export type DeliveryKind = (typeof DELIVERY_KINDS)[number]

/** Maximum number of facts per delivery. */
export const MAX_FACTS = 100

const BY_ACTIVITY: Record<string, WebhookKind> = {
  MACHINE_REFILLED: 'stock.changed',
  MACHINE_STOCK_CHANGED: 'stock.changed',
  ALERT_UP: 'alert.raised',
  ALERT_DOWN: 'alert.cleared',
  MACHINE_RUNNING: 'machine.state',
  MACHINE_STOPPED: 'machine.state',
  DEVICE_CONNECTED: 'machine.state',
  DEVICE_DISCONNECTED: 'machine.state',
  NEW_CUSTOMER_ISSUE: 'issue.filed',
  ROUND_PUBLISHED: 'round.published',
  VISIT_FINISHED: 'visit.finished',
  COLLECTION_COUNTED: 'collection.counted',
}

/** The kind of an activity; null if webhooks do not include it. Sales are sent where they are booked. */
export const kindOf = ({ activity, purchase }: { activity: string; purchase?: number | undefined }): WebhookKind | null =>
  purchase === undefined ? (BY_ACTIVITY[activity] ?? null) : 'purchase.delivered'

/** Machine states in deliveries. */
export const STATE_WORDS: Record<string, string> = {
  MACHINE_RUNNING: 'RUNNING',
  MACHINE_STOPPED: 'STOPPED',
  DEVICE_CONNECTED: 'CONNECTED',
  DEVICE_DISCONNECTED: 'NOT_CONNECTED',
}

/** Delay after each failed attempt: about three days in total. */
const RETRY_DELAYS = [MINUTE, 5 * MINUTE, HOUR / 2, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 20 * HOUR]

/**
 * The time of the next attempt after this many attempts, with random jitter (0 to 1) so that not everything arrives at once; null: never.
 */
export function nextAttempt(tries: number, now: Moment, chance: number): Moment | null {
  const wait = RETRY_DELAYS[tries - 1]
  return wait === undefined ? null : now + Math.round(wait * (0.9 + 0.2 * chance))
}

/** How long nothing is sent to an endpoint after this many consecutive failures. */
export const delayAfter = (failures: number): number => Math.min((MINUTE / 2) * 2 ** (failures - 1), 15 * MINUTE)

/** An endpoint that has failed for this long is paused. */
export const FAILING_TIMEOUT_MS = 3 * DAY

/** For this long after a secret was rotated, deliveries are also signed with the previous one. */
export const OVERLAP = DAY
