import { v7 } from 'uuid'
import type { MachineId, OperationId } from '#domain/ids.ts'
import type { Moment } from '#domain/time.ts'
import type { Steady } from './records.ts'
import type { DeviceStore } from './store.ts'

/** Why the sync engine should look again. */
export type WakeReason = 'start' | 'kept' | 'online' | 'visible' | 'asked' | 'event' | 'timer' | 'signed-in'

/** Begins with the time, so that what is done together lies together, here and on the server. */
export const newId = (): OperationId => v7()

const run = newId()

/** The steady clock of this page or worker. */
export const steadyClock = (): Steady => ({ run, at: Math.round(performance.now()) })

/** Everything the engine needs of the world, handed in: the app gives the real ones, the simulation its own. */
export type Device = {
  store: DeviceStore
  /** The device's own clock, right or wrong. */
  now(): Moment
  /** A clock that nobody can set. */
  steady(): Steady
  newId(): OperationId
  /** Frees what can be fetched again: caches, then the mirror of machines that nobody works on here, but for `spared`. Never the outbox. */
  makeRoom(spared?: MachineId): Promise<void>
  /** Tells whichever tab does the sending that there is something to do. */
  wake(reason: WakeReason): void
}
