import type { Table } from 'dexie'
import type { MachineId } from '#domain/ids.ts'
import { offsetOf } from '#offline/clock.ts'
import type { LocalDb } from '#offline/database.ts'
import { readOutbox } from '#offline/outbox.ts'
import { stockWith } from '#offline/projection.ts'
import { type JournalEntry, OUTBOX, type OutboxEntry, type TableName } from '#offline/records.ts'
import { shownTimes } from '#offline/stamping.ts'

/** The user's operations that the mirror may not show yet; every stock record is combined with them before display. */
type PendingOperations = { entries: OutboxEntry[]; journal: JournalEntry[]; offset: number }

/**
 * Reads tables of the mirror and pending operations in one transaction. A page that arrives between two reads would otherwise count twice
 * or not at all.
 */
export const atOneMoment = <T>(db: LocalDb, tables: readonly TableName[], read: () => Promise<T>): Promise<T> =>
  db.transaction('r', [...tables, ...OWN], read)

const OWN = [...OUTBOX, 'journal', 'meta'] as const satisfies readonly TableName[]

/** For one machine, or all. The journal is read only for machines with pending operations. */
export async function pendingOperations(db: LocalDb, machineId?: MachineId): Promise<PendingOperations> {
  const of = <T>(table: Table<T, string>) => (machineId === undefined ? table : table.where('machineId').equals(machineId)).toArray()
  // The journal is long: for all machines only those with pending operations are read, for one machine it is read directly.
  const [rows, batches, clock, ended] = await Promise.all([
    of(db.outbox),
    db.batches.toArray(),
    db.meta.get('clock'),
    machineId === undefined ? null : of(db.journal),
  ])
  const samples = clock?.key === 'clock' ? clock.value.samples : []
  const entries = shownTimes(readOutbox(rows, batches).entries, { samples, now: Date.now() })
  const machines = [...new Set(entries.map((entry) => entry.machineId))]
  const journal = ended ?? (machines.length > 0 ? await db.journal.where('machineId').anyOf(machines).toArray() : [])
  return { entries, journal, offset: offsetOf({ samples }) ?? 0 }
}

export const shownStock = (record: Parameters<typeof stockWith>[0], { entries, journal, offset }: PendingOperations) =>
  stockWith(record, entries, offset, journal)
