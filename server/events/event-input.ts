import type { LiveTopic } from '#contract/live.ts'
import type { NotificationMessage, NotificationType } from '#contract/notifications.ts'
import type { MachineId, OperationId, UserId } from '#domain/ids.ts'
import type { Moment } from '#domain/time.ts'

/** A notification of an event for managers: for all except the one who caused it, or for a single user. */
type Note = {
  message: NotificationMessage
  type: NotificationType
  /** The screen that shows it. */
  slug: `/${string}`
  values?: Readonly<Record<string, string | number>>
  to?: UserId
}

/**
 * An event as its source reports it. `changed` lists what open screens refetch, `to` limits it to one user. An event with the name of an
 * activity is also stored permanently, with the user who caused it (`by`) and its details.
 */
export type EventInput = {
  name?: 'on-event' | 'on-notification'
  activity: string
  at: Moment
  machineId: MachineId | null
  changed: readonly LiveTopic[]
  to?: UserId
  by?: UserId | null
  /** Used to read its effect on stock from the ledger. */
  operation?: OperationId | null
  money?: { minor: number; currency: string }
  /** The id for external systems, if it is not the operation. */
  fact?: string
  details?: ActivityDetails
  /** The notification for managers. */
  note?: Note
}

/** Details that are stored with an activity, as far as they apply. */
type ActivityDetails = {
  message?: string | null
  alertType?: string
  stockChangeType?: string
  slotNumber?: string
  device?: string
  /** The type of problem that a customer reported. */
  issueType?: string
  /** The cause that an employee reported. */
  cause?: string
  /** The id of the report. */
  issue?: string
  version?: string
  /** The serviceman concerned. */
  serviceman?: UserId
  /** The delivered purchase. */
  purchase?: number
  /** The command to a device, and its result. */
  command?: OperationId
  outcome?: 'done' | 'failed' | 'expired'
  /** Set if the machine was in service before. */
  isReactivation?: true
  /** The published round, and its date. */
  round?: number
  date?: string
  /** When the visit began. */
  visitFrom?: Moment
  /** The number of a counted bag, and its collection. */
  bag?: string
  collection?: OperationId
  /** The operation that it reverses. */
  undoes?: OperationId
}
