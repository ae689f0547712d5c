import type { LiveTopic } from '#contract/live.ts'
import type { NotificationMessage, NotificationType } from '#contract/notifications.ts'
import type { MachineId, OperationId, UserId } from '#domain/ids.ts'
import type { Moment } from '#domain/time.ts'

/** What managers are told of a thing that happened: all but whoever did it, or one alone. */
export type Note = {
  message: NotificationMessage
  type: NotificationType
  /** The screen where it is seen. */
  slug: `/${string}`
  values?: Readonly<Record<string, string | number>>
  to?: UserId
}

/**
 * What happened, as whoever did it tells it: `changed` is what open screens ask anew, `to` for whom alone it is meant. What goes by
 * the name of an activity is kept for good as well, with who did it (`by`) and what else is known of it.
 */
export type EventInput = {
  name?: 'on-event' | 'on-notification'
  activity: string
  at: Moment
  machineId: MachineId | null
  changed: readonly LiveTopic[]
  to?: UserId
  by?: UserId | null
  /** What it did to stock is read from the ledger by this. */
  operation?: OperationId | null
  money?: { minor: number; currency: string }
  /** What other systems know it by, where that is not its operation. */
  fact?: string
  details?: ActivityDetails
  /** What managers are told of it by the bell. */
  note?: Note
}

/** What is kept with an activity, as far as it has any of it. */
export type ActivityDetails = {
  message?: string | null
  alertType?: string
  stockChangeType?: string
  slotNumber?: string
  device?: string
  /** What a customer found wrong. */
  issueType?: string
  /** Their report, by its identifier. */
  issue?: string
  version?: string
  /** The serviceman that it is about. */
  serviceman?: UserId
  /** The purchase that was delivered. */
  purchase?: number
  /** The command to a device that it asked for, and what became of that. */
  command?: OperationId
  outcome?: 'done' | 'failed' | 'expired'
  /** The machine was in service before. */
  isReactivation?: true
  /** The operation that it takes back. */
  undoes?: OperationId
}
