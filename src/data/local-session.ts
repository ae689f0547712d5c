import type { Account } from '#contract/account.ts'
import type { LocalDb } from '#offline/database.ts'
import type { Device } from '#offline/device.ts'
import type { Draft } from '#offline/records.ts'
import type { Engine } from '#offline/sync.ts'

/** Calls `onRead` with the result of `read`, now and whenever the tables that it reads have changed. */
type Observe = <T>(read: () => Promise<T>, onRead: (result: T) => void) => { unsubscribe(): void }

/** The user's session on this device: database and sync engine. `drafts`: the newest version of each that this tab has, stored or not. */
export type LocalSession = {
  account: Account
  db: LocalDb
  device: Device
  engine: Engine
  observe: Observe
  drafts: Map<string, Draft>
  close(): void
}
