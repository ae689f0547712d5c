import { DAY, HOUR, MINUTE, type Moment } from './time.ts'

/** What another system can be told of. `test` is what somebody sends to see whether it arrives. */
export const WEBHOOK_KINDS = [
  'sale.recorded',
  'sale.withdrawn',
  'stock.changed',
  'alert.raised',
  'alert.cleared',
  'machine.state',
  'purchase.delivered',
  'issue.filed',
] as const
export type WebhookKind = (typeof WEBHOOK_KINDS)[number]
export const DELIVERY_KINDS = [...WEBHOOK_KINDS, 'test'] as const
export type DeliveryKind = (typeof DELIVERY_KINDS)[number]

/** As many facts as one delivery holds. */
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
}

/** Of what kind something that happened is; null where no other system is told of it. Sales are told where they are booked. */
export const kindOf = ({ activity, purchase }: { activity: string; purchase?: number | undefined }): WebhookKind | null =>
  purchase === undefined ? (BY_ACTIVITY[activity] ?? null) : 'purchase.delivered'

/** How a machine is said to stand. */
export const STATE_WORDS: Record<string, string> = {
  MACHINE_RUNNING: 'RUNNING',
  MACHINE_STOPPED: 'STOPPED',
  DEVICE_CONNECTED: 'CONNECTED',
  DEVICE_DISCONNECTED: 'NOT_CONNECTED',
}

/** How long is waited after each try that failed: about three days in all. */
const WAITS = [MINUTE, 5 * MINUTE, HOUR / 2, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 20 * HOUR]

/** When it is tried again after so many tries, a little sooner or later by chance (0 to 1) so that not everything comes at once; null: never. */
export function nextTry(tries: number, now: Moment, chance: number): Moment | null {
  const wait = WAITS[tries - 1]
  return wait === undefined ? null : now + Math.round(wait * (0.9 + 0.2 * chance))
}

/** How long nothing at all goes to an endpoint that failed so often without a success between. */
export const restAfter = (failures: number): number => Math.min((MINUTE / 2) * 2 ** (failures - 1), 15 * MINUTE)

/** One that took nothing for so long is paused. */
export const PATIENCE = 3 * DAY

/** After a new secret was made, deliveries are signed with the one before it too for so long. */
export const OVERLAP = DAY
