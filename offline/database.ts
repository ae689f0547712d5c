import { Dexie, type Table } from 'dexie'
import { type InventoryRecord, packInventory, packSlots, type SlotsRecord } from '#contract/sync.ts'
import { trackTransaction } from './bfcache.ts'
import { KEYS, type Rows, type TableName } from './records.ts'
import { type DeviceStore, StoreFull, StoreTooNew, type Work } from './store.ts'

/** The tables of this device. A change adds a version below the last; `outbox`, `batches`, `journal` and `photos` only grow. */
export class LocalDb extends Dexie {
  declare machines: Table<Rows['machines'], number>
  declare slots: Table<Rows['slots'], number>
  declare inventory: Table<Rows['inventory'], number>
  declare products: Table<Rows['products'], number>
  declare rounds: Table<Rows['rounds'], number>
  declare vans: Table<Rows['vans'], number>
  declare outbox: Table<Rows['outbox'], string>
  declare batches: Table<Rows['batches'], string>
  declare journal: Table<Rows['journal'], string>
  declare drafts: Table<Rows['drafts'], string>
  declare meta: Table<Rows['meta'], string>
  declare photos: Table<Rows['photos'], string>
  declare photoContents: Table<Rows['photoContents'], string>
  declare responses: Table<Rows['responses'], string>

  constructor(name: string) {
    // Strict: a write is reported as done only when it is on the disk.
    // No cache: screens keep what they show, and a copy of each row would only cost time.
    super(name, { chromeTransactionDurability: 'strict', cache: 'disabled' })
    this.use({
      stack: 'dbcore',
      name: 'put-aside',
      create: (core) => ({ ...core, transaction: (...args) => trackTransaction(core.transaction(...args) as IDBTransaction) }),
    })
    const { batches, responses, photos, photoContents, rounds, vans, ...first } = KEYS
    this.version(1).stores({ ...first, machines: 'id, token', outbox: 'opId, machineId', journal: 'opId, endedAt, machineId' })
    this.version(2).stores({ batches })
    // Converts rows of the first versions to columns, so that a phone without a network still shows its data.
    this.version(3).upgrade(async (tx) => {
      const repacked = <T extends 'slots' | 'inventory', Old>(table: T, pack: (old: Old) => Rows[T]) =>
        tx
          .table<Rows[T]>(table)
          .toCollection()
          .modify((row, at) => {
            at.value = pack(row as Old)
          })
      await repacked('slots', packSlots<SlotsRecord>)
      await repacked('inventory', packInventory<InventoryRecord>)
    })
    // Earlier versions kept four responses among the metadata.
    this.version(4)
      .stores({ responses: `${responses}, storedAt` })
      .upgrade((tx) => tx.table('meta').bulkDelete(['inWarehouse', 'dashboardLive', 'dashboardLongTerm', 'fleetToday']))
    this.version(5).stores({ photos, photoContents })
    this.version(6).stores({ rounds })
    this.version(7).stores({ vans })
  }
}

/** How often a handle that the system closed (iOS does) is reopened for one piece of work. */
const REOPENINGS = 3

/** The device's storage in IndexedDB. Work on a dead handle is repeated on a new one; a dead handle is never used twice. */
export function dexieStore(db: LocalDb): DeviceStore {
  const run = async <T>(mode: 'r' | 'rw', tables: readonly TableName[], work: (tables: Work) => Promise<T>): Promise<T> => {
    for (let attempt = 0; ; attempt++) {
      try {
        if (!db.isOpen()) await db.open()
        return await db.transaction(
          mode,
          tables.map((name) => db.table(name)),
          // Dexie tracks an async function through every await, but other functions only through its own promises.
          async () => work(workOn(db)),
        )
      } catch (error) {
        if (has(error, 'VersionError')) throw new StoreTooNew('the database is newer than this app', { cause: error })
        if (has(error, 'QuotaExceededError')) throw new StoreFull('the device has no space left', { cause: error })
        if (attempt >= REOPENINGS || !isDeadHandle(error)) throw error
        db.close({ disableAutoOpen: false })
      }
    }
  }
  return { read: (tables, work) => run('r', tables, work), write: (tables, work) => run('rw', tables, work) }
}

const workOn = (db: LocalDb): Work => ({
  get: (table, key) => db.table(table).get(key),
  between: (table, first, last) => db.table(table).where(':id').between(first, last, true, true).toArray(),
  all: (table) => db.table(table).toArray(),
  keys: (table) => db[table].toCollection().primaryKeys(),
  put: async (table, rows) => {
    if (rows.length > 0) await db.table(table).bulkPut([...rows])
  },
  remove: async (table, keys) => {
    if (keys.length > 0) await db.table(table).bulkDelete([...keys])
  },
  clear: (table) => db.table(table).clear(),
})

const isDeadHandle = (error: unknown) =>
  ['InvalidStateError', 'UnknownError', 'DatabaseClosedError', 'DatabaseClosed', 'AbortError', 'PrematureCommitError'].some((name) =>
    has(error, name),
  )

/** Dexie wraps the browser's error: the name may be on the error, on `inner`, or on the cause. */
function has(error: unknown, name: string): boolean {
  for (let at: unknown = error, depth = 0; at instanceof Error || at instanceof Object; depth++) {
    if ('name' in at && at.name === name) return true
    const next: unknown = 'inner' in at && at.inner ? at.inner : 'cause' in at ? at.cause : undefined
    if (next === at || depth > 5) return false
    at = next
  }
  return false
}
