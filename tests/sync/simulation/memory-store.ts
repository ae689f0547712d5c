import { type InventoryRecord, type SlotsRecord, unpackInventory, unpackSlots } from '#contract/sync.ts'
import { type Outbox, readOutbox } from '#offline/outbox.ts'
import { KEYS, type Rows, type TableName } from '#offline/records.ts'
import { type DeviceStore, StoreFull, type Work } from '#offline/store.ts'
import type { Random } from './random.ts'
import type { Actor, Scheduler } from './scheduler.ts'

/** Data that survives a killed app. Rows are frozen, so readers may keep them. */
export type Disk = { tables: Map<TableName, ReadonlyMap<string | number, unknown>> }

export const emptyDisk = (): Disk => ({ tables: new Map() })

export const outboxOn = (disk: Disk): Outbox => readOutbox(rowsOn(disk, 'outbox'), rowsOn(disk, 'batches'))

export const rowsOn = <T extends TableName>(disk: Disk, table: T): Rows[T][] => [...(disk.tables.get(table)?.values() ?? [])] as Rows[T][]

/** The stock and slots of the machines in a device's mirror. */
export const stockOn = (disk: Disk): InventoryRecord[] => rowsOn(disk, 'inventory').map(stockIn)
export const slotsOn = (disk: Disk): SlotsRecord[] => rowsOn(disk, 'slots').map(slotsIn)

export const stockIn = once(unpackInventory)
const slotsIn = once(unpackSlots)

/** Records are frozen, so the unpacked value of one is frozen and cached. */
function once<Packed extends object, Record>(unpack: (packed: Packed) => Record): (packed: Packed) => Record {
  const known = new WeakMap<Packed, Record>()
  return (packed) => {
    const record = known.get(packed) ?? frozen(unpack(packed))
    known.set(packed, record)
    return record
  }
}

/** Probabilities at each transition. `rerun`: the handle closes at the commit, so that a store retries on a new one. */
type StoreFaults = { die: number; full: number; closing: number; rerun: number }

type StoreWatch = { beforeDeath(): void; committed(tables: readonly TableName[]): void }

type Draft = Map<TableName, Map<string | number, unknown>>

/**
 * A device's store in memory, as strict as IndexedDB: transactions are serialized and atomic. The app can be killed before, in and after
 * each of them.
 */
export function storeOn(
  disk: Disk,
  tab: Actor,
  scheduler: Scheduler,
  random: Random,
  faultsNow: () => StoreFaults,
  watch: StoreWatch,
): DeviceStore {
  async function run<T>(write: boolean, tables: readonly TableName[], work: (tables: Work) => Promise<T>): Promise<T> {
    const faults = faultsNow()
    const name = `${write ? 'writes' : 'reads'} ${tables.join(', ')}`
    await scheduler.pause(tab, name)
    if (random.chance(faults.closing)) throw new HandleClosed('the handle was closed')
    const dies = random.chance(faults.die)
    const draft: Draft = new Map()
    const result = await work(workOn(disk, draft, tables, write))
    if (dies && random.chance(0.5)) return neverAgain(watch)
    if (write && random.chance(faults.full)) throw new StoreFull('no room on this device')
    commit(disk, draft)
    if (write) watch.committed(tables)
    if (dies) return neverAgain(watch)
    if (write && random.chance(faults.rerun)) return run(write, tables, work)
    await scheduler.pause(tab, `${name}: done`)
    return result
  }
  return { read: (tables, work) => run(false, tables, work), write: (tables, work) => run(true, tables, work) }
}

/** The browser's error after it has closed a database permanently. */
export class HandleClosed extends Error {}

function neverAgain<T>(watch: StoreWatch): Promise<T> {
  watch.beforeDeath()
  return new Promise(() => {})
}

function workOn(disk: Disk, draft: Draft, tables: readonly TableName[], write: boolean): Work {
  const rowsOf = (table: TableName) => {
    if (!tables.includes(table)) throw new Error(`${table} is not part of this transaction`)
    return draft.get(table) ?? disk.tables.get(table) ?? new Map<string | number, unknown>()
  }
  const change = (table: TableName) => {
    if (!write) throw new Error('write in a read-only transaction')
    const changed = draft.get(table) ?? new Map(rowsOf(table))
    draft.set(table, changed)
    return changed
  }
  return {
    get: async <T extends TableName>(table: T, key: string | number) => rowsOf(table).get(key) as Rows[T] | undefined,
    between: async <T extends TableName>(table: T, first: string, last: string) =>
      [...rowsOf(table)].filter(([key]) => first <= String(key) && String(key) <= last).map(([, row]) => row) as Rows[T][],
    all: async <T extends TableName>(table: T) => [...rowsOf(table).values()] as Rows[T][],
    keys: async (table) => [...rowsOf(table).keys()].map(String),
    put: async (table, rows) => {
      const changed = change(table)
      for (const row of rows) changed.set((row as Record<string, string | number>)[KEYS[table]] ?? '', frozen(structuredClone(row)))
    },
    remove: async (table, keys) => {
      const changed = change(table)
      for (const key of keys) changed.delete(key)
    },
    clear: async (table) => change(table).clear(),
  }
}

function commit(disk: Disk, draft: Draft) {
  for (const [table, rows] of draft) disk.tables.set(table, rows)
}

function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  for (const member of Object.values(value)) frozen(member)
  return Object.freeze(value)
}
