import { v7 } from 'uuid'
import type { MachineId, OperationId } from '#domain/ids.ts'
import type { Moment } from '#domain/time.ts'
import type { Steady } from './records.ts'
import type { DeviceStore } from './store.ts'

/** Why the sync engine should run. */
export type WakeReason = 'start' | 'kept' | 'online' | 'visible' | 'requested' | 'event' | 'timer' | 'signed-in'

/** Starts with the time, so that operations of one time are stored next to each other, here and on the server. */
export const newId = (): OperationId => v7()

const run = newId()

/** The steady clock of this page or worker. */
export const steadyClock = (): Steady => ({ run, at: Math.round(performance.now()) })

/** The environment of the engine, injected by the app and by the simulation. */
export type Device = {
  store: DeviceStore
  /** The device's own clock, right or wrong. */
  now(): Moment
  /** A clock that cannot be set. */
  steady(): Steady
  newId(): OperationId
  /**
   * Frees storage that can be fetched again: caches, then mirrored machines without pending operations, except `spared`. Never the outbox.
   */
  makeRoom(spared?: MachineId): Promise<void>
  /** Notifies the tab that sends that there is work. */
  wake(reason: WakeReason): void
}
