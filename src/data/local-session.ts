import type { Account } from '#contract/account.ts'
import type { LocalDb } from '#offline/database.ts'
import type { Device } from '#offline/device.ts'
import type { Draft } from '#offline/records.ts'
import type { Engine } from '#offline/sync.ts'

/**
 * This person's part of this device: their database, and the engine that keeps it and the server alike. `drafts`: the newest that
 * this tab knows of each, on the disk or not.
 */
export type LocalSession = { account: Account; db: LocalDb; device: Device; engine: Engine; drafts: Map<string, Draft>; close(): void }

type ChangeListener = (tables: ReadonlySet<string>) => void
const listeners = new Set<ChangeListener>()

/** Told when tables of the local database have changed, whoever wrote to them: this tab, another tab or the worker. */
export const onLocalChange = (listener: ChangeListener) => void listeners.add(listener)

export const tellLocalChange: ChangeListener = (tables) => {
  for (const listener of listeners) listener(tables)
}
