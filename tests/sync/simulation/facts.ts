import type { OperationId, UserId } from '#domain/ids.ts'
import type { Moment } from '#domain/time.ts'
import type { OutboxEntry } from '#offline/records.ts'
import type { Own } from './world.ts'

/** The promises of the sync, each of which every run is held against. */
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
  'an audit counts once, and between its neighbours',
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

/** An operation that was written down on a device, as this world knows it, whatever the product has made of it since. */
export type Kept = {
  opId: OperationId
  own: Own
  userId: UserId
  call: string
  machineId: number
  body: unknown
  rawAt: Moment
  /** Its place on the device; an older app gave none. */
  order: number | null | undefined
  /** When it happened, by the true time. */
  trueAt: Moment
  /** How it left the device for the first time. */
  sent: { occurredAt: Moment; body: string } | null
  /** Its person took it back, gave it up, or replaced it. */
  ended: 'discarded' | 'replaced' | null
  /** A device has heard that the server has it. */
  acknowledged: boolean
  /** Written by the previous release. */
  isOld: boolean
  /** As it last stood in the outbox. */
  entry: OutboxEntry
}

/** What people asked for: nothing else may end an operation. */
export type Wishes = { discards: Set<OperationId>; retries: Set<OperationId>; edits: Set<OperationId>; old: Set<OperationId> }
