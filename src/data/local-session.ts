import type { Account } from '#contract/account.ts'
import type { LocalDb } from '#offline/database.ts'
import type { Device } from '#offline/device.ts'
import type { Draft } from '#offline/records.ts'
import type { Engine } from '#offline/sync.ts'

/** The user's session on this device: database and sync engine. `drafts`: the newest version of each that this tab knows, stored or not. */
export type LocalSession = { account: Account; db: LocalDb; device: Device; engine: Engine; drafts: Map<string, Draft>; close(): void }

type ChangeListener = (tables: ReadonlySet<string>) => void
const listeners = new Set<ChangeListener>()

/** Calls `listener` when tables of the local database have changed, in this tab, another tab or the worker. */
export const onLocalChange = (listener: ChangeListener) => void listeners.add(listener)

export const tellLocalChange: ChangeListener = (tables) => {
  for (const listener of listeners) listener(tables)
}
