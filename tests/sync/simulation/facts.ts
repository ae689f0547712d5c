import type { OperationId, UserId } from '#domain/ids.ts'
import type { Moment } from '#domain/time.ts'
import type { OutboxEntry } from '#offline/records.ts'
import type { Own } from './world.ts'

/** The invariants of sync, which every run checks. */
export const INVARIANTS = [
  'no loss',
  'exactly once',
  'convergence',
  'event-time truth',
  'order within a device',
  'deleted machines stay deleted',
  'read-your-writes, never twice',
  'cursor safety',
  'monotone reads',
  'liveness',
  'isolation between users',
  'no silent disposal',
  'frozen after first send',
  'incremental equals fold',
  'closed installations never change open ones',
  'slot edits independent of order',
  'the newest note stands',
  'a withdrawal counts once',
  'a collection keeps its bag',
  'a report counts once, at its time',
  'the latest mark counts',
  'an audit counts once, and between its neighbours',
  'goods are conserved',
  'recorded work completes its stop',
  'a photo is stored once',
  'a counted bag belongs to its collection',
  "every released app's operations still apply",
  'restore from backup loses nothing acknowledged',
] as const
export type Invariant = (typeof INVARIANTS)[number] | 'nothing unforeseen'

export class Broken extends Error {
  readonly invariant: Invariant
  constructor(invariant: Invariant, detail: string) {
    super(`${invariant}: ${detail}`)
    this.invariant = invariant
  }
}

/** A failure of the server that passes, such as a deadlock. */
export class Passing extends Error {}

/** An operation recorded on a device, as known to the simulation, independent of the product's state. */
export type Kept = {
  opId: OperationId
  own: Own
  userId: UserId
  call: string
  machineId: number
  body: unknown
  rawAt: Moment
  /** Its position on the device; an older app stored none. */
  order: number | null | undefined
  /** When it happened, in true time. */
  trueAt: Moment
  /** Its first transmission. */
  sent: { occurredAt: Moment; body: string } | null
  /** Whether its user discarded or replaced it. */
  ended: 'discarded' | 'replaced' | null
  /** Whether a device has received the acknowledgement. */
  acknowledged: boolean
  /** Written by the previous release. */
  isOld: boolean
  /** Its last state in the outbox. */
  entry: OutboxEntry
}

/** What users requested: nothing else may end an operation. */
export type Wishes = { discards: Set<OperationId>; retries: Set<OperationId>; edits: Set<OperationId>; old: Set<OperationId> }
