import * as v from 'valibot'
import type { Call, InVisit } from '#contract/sync.ts'
import type { MachineId, OperationId } from '#domain/ids.ts'
import { DAY, type Moment } from '#domain/time.ts'
import { lastSample, lastSampleOfRun } from './clock.ts'
import type { Device } from './device.ts'
import { queuePhotos, releasePhotos } from './photos.ts'
import { Batch, type JournalEntry, type Names, OUTBOX, OutboxEntry } from './records.ts'
import { readMeta, StoreFull, type Work, writeMeta } from './store.ts'

export type OperationInput = { call: Call; machineId: MachineId; body: unknown; named?: Names | null; visit?: InVisit | null }

/** `kept`: stored durably on this device. `notKept`: nothing was written, and why. `recorded`: another tab has already recorded it. */
export type Enqueued = { kept: OperationId } | Refused
type Refused = { notKept: 'full' | 'recorded' }

/**
 * Stores an operation before anything else happens to it. Once this returns `kept`, it cannot be lost. `photos`: taken before, and queued
 * with it.
 */
export async function enqueue(
  device: Device,
  operation: OperationInput,
  opId = device.newId(),
  photos: readonly string[] = [],
): Promise<Enqueued> {
  const stored = await enqueueAll(device, [{ ...operation, opId }], photos)
  return 'kept' in stored ? { kept: opId } : stored
}

type WithId = OperationInput & { opId?: OperationId }

/** Stores all of these operations, in this order, or none of them. */
export async function enqueueAll(
  device: Device,
  operations: readonly WithId[],
  photos: readonly string[] = [],
): Promise<{ kept: OperationId[] } | Refused> {
  const named = operations.map(({ opId = device.newId(), ...operation }) => ({ ...operation, opId }))
  const ids = named.map(({ opId }) => opId)
  let isOurs = false
  const write = () =>
    device.store.write(['outbox', 'journal', 'meta', ...(photos.length > 0 ? (['photos'] as const) : [])], async (work) => {
      const [known, last, clock] = await Promise.all([
        Promise.all(ids.flatMap((opId) => [work.get('outbox', opId), work.get('journal', opId)])),
        readMeta(work, 'lastOrder', 0),
        readMeta(work, 'clock', { samples: [] }),
      ])
      // A handle can die after the write has committed, and the work is repeated; by then it may have been sent.
      if (known.some((one) => one)) return
      isOurs = true
      const [rawAt, steady] = [device.now(), device.steady()]
      const entries = named.map(
        (operation, index): OutboxEntry => ({
          ...operation,
          visit: operation.visit ?? null,
          state: 'queued',
          rawAt,
          order: last + 1 + index,
          steady,
          heard: lastSample(clock),
          heardHere: lastSampleOfRun(clock, steady),
          occurredAt: null,
          clockOffset: null,
          uncertainSince: null,
          attempts: 0,
          refusal: null,
          warnings: [],
        }),
      )
      await Promise.all([
        writeMeta(work, 'lastRaw', rawAt),
        writeMeta(work, 'lastOrder', last + entries.length),
        work.put('outbox', entries),
      ])
      if (photos.length > 0) await queuePhotos(work, photos)
    })
  try {
    await write()
  } catch (error) {
    if (!(error instanceof StoreFull)) throw error
    try {
      // Data that can be fetched again is dropped first, except for the machine on the screen.
      await device.makeRoom(named[0]?.machineId)
      await write()
    } catch (again) {
      if (again instanceof StoreFull) return { notKept: 'full' }
      throw again
    }
  }
  if (!isOurs) return { notKept: 'recorded' }
  device.wake('kept')
  return { kept: ids }
}

/** An entry that is unreadable because of an older app or a broken disk: it is shown, can be saved as a file, and blocks nothing. */
export type Corrupt = { opId: string; raw: unknown }

export type Outbox = { entries: OutboxEntry[]; corrupt: Corrupt[] }

/** The outbox in the order of recording: its rows, with the status from the batches they were sent in. */
export function readOutbox(rows: readonly unknown[], batches: readonly unknown[]): Outbox {
  const asItStands = stateIn(batches)
  const entries: OutboxEntry[] = []
  const corrupt: Corrupt[] = []
  for (const raw of rows) {
    const read = v.safeParse(OutboxEntry, raw)
    if (read.success) entries.push(asItStands(read.output))
    else corrupt.push({ opId: keyOf(raw), raw })
  }
  return { entries: entries.toSorted(byTime), corrupt }
}

export async function outboxIn(work: Work): Promise<Outbox> {
  const [rows, batches] = await Promise.all([work.all('outbox'), work.all('batches')])
  return readOutbox(rows, batches)
}

/** The status of an entry, from the batch that it was sent in. */
function stateIn(batches: readonly unknown[]): (entry: OutboxEntry) => OutboxEntry {
  const left = new Map(
    readBatches(batches).flatMap(({ sent, isAcknowledged }) => sent.map((one) => [one.opId, { one, isAcknowledged }] as const)),
  )
  return (entry) => {
    const sent = left.get(entry.opId)
    // An older app set the state on the entry itself, and no longer sends it.
    if (!sent) return entry.state === 'sending' ? { ...entry, state: 'queued' } : entry
    return { ...entry, ...sent.one, state: sent.isAcknowledged ? 'acknowledged' : 'sending', attempts: entry.attempts + 1 }
  }
}

/** A batch that cannot be read is ignored: its operations are sent again and count once. */
export const readBatches = (rows: readonly unknown[]): Batch[] =>
  rows.flatMap((row) => {
    const read = v.safeParse(Batch, row)
    return read.success ? [read.output] : []
  })

export const batchesIn = async (work: Work): Promise<Batch[]> => readBatches(await work.all('batches'))

const keyOf = (raw: unknown) => (typeof raw === 'object' && raw !== null && 'opId' in raw ? String(raw.opId) : '')

/** In order of recording: by `order`, after entries of an older app without one. */
const byTime = (a: OutboxEntry, b: OutboxEntry) => (a.order ?? 0) - (b.order ?? 0) || a.rawAt - b.rawAt || (a.opId < b.opId ? -1 : 1)

/** Whether it has never left this device, so that it can still be edited or discarded. Afterwards it can only be undone. */
export const isUnsent = ({ state, attempts }: OutboxEntry) => state === 'queued' && attempts === 0

/** Whether the server may have it, according to this device. */
export const mayHaveArrived = (entry: OutboxEntry) => entry.state !== 'needs-you' && !isUnsent(entry)

/** Edits an unsent operation; false if it has been sent meanwhile. */
export const edit = (device: Device, opId: OperationId, body: unknown): Promise<boolean> =>
  device.store.write(OUTBOX, async (work) => {
    const entry = await find(work, opId)
    if (!entry || !isUnsent(entry)) return false
    await work.put('outbox', [{ ...entry, body }])
    return true
  })

/**
 * Discards an operation that was never sent or was refused. It stays in the journal, so that nothing disappears silently, and its photos
 * are on the form again.
 */
export const discard = (device: Device, opId: OperationId): Promise<boolean> =>
  device.store.write([...OUTBOX, 'journal', 'photos'], async (work) => {
    const entry = await find(work, opId)
    if (!entry || !(isUnsent(entry) || entry.state === 'needs-you')) return false
    await archive(work, entry, 'discarded', device.now())
    await releasePhotos(work, entry.body)
    return true
  })

/** Deletes an unreadable entry after it was saved as a file; false if it is readable by now, or gone. */
export const dropCorrupt = (device: Device, opId: string): Promise<boolean> =>
  device.store.write(OUTBOX, async (work) => {
    const isThere = (await outboxIn(work)).corrupt.some((entry) => entry.opId === opId)
    if (isThere) await work.remove('outbox', [opId])
    return isThere
  })

/** Retries a refused operation, unchanged or with another body: a new operation with the time of the first. */
export async function retry(device: Device, opId: OperationId, body?: unknown): Promise<OperationId | null> {
  const renewed = device.newId()
  const done = await device.store.write([...OUTBOX, 'journal'], async (work) => {
    const entry = await find(work, opId)
    if (entry?.state !== 'needs-you') return false
    await archive(work, entry, 'replaced', device.now())
    await work.put('outbox', [
      { ...entry, opId: renewed, body: body ?? entry.body, state: 'queued', attempts: 0, refusal: null, warnings: [] },
    ])
    return true
  })
  if (!done) return null
  device.wake('kept')
  return renewed
}

/** Before every sync: operations that were in flight when the app or its sync ended have an unknown outcome and are sent again. */
export const recover = (device: Device): Promise<void> =>
  device.store.write(OUTBOX, async (work) =>
    requeue(
      work,
      (await batchesIn(work)).filter(({ isAcknowledged }) => !isAcknowledged),
    ),
  )

/** Requeues the operations of these batches as they were sent, with their times. Those that never arrived count as unsent again. */
export async function requeue(work: Work, batches: readonly Batch[], arrived: 'maybe' | 'never' = 'maybe'): Promise<void> {
  if (batches.length === 0) return
  const entries = await findAll(
    work,
    batches.flatMap(({ sent }) => sent.map(({ opId }) => opId)),
  )
  await work.put(
    'outbox',
    entries
      .filter(({ state }) => state !== 'needs-you')
      .map((entry) => ({ ...entry, state: 'queued' as const, attempts: entry.attempts - (arrived === 'never' ? 1 : 0) })),
  )
  await work.remove(
    'batches',
    batches.map(({ id }) => id),
  )
}

/** Removes operations from their batches once the entries have a status of their own or are gone. */
async function deleteSent(work: Work, opIds: Iterable<OperationId>): Promise<void> {
  const gone = new Set(opIds)
  for (const batch of await batchesIn(work)) {
    const sent = batch.sent.filter(({ opId }) => !gone.has(opId))
    if (sent.length === batch.sent.length) continue
    if (sent.length === 0) await work.remove('batches', [batch.id])
    else await work.put('batches', [{ ...batch, sent }])
  }
}

/** How long the journal keeps operations that the server has: longer than the age of a restored backup. */
const JOURNAL_RETENTION = 30 * DAY

/** Once a day, deletes old journal entries. Uses the server's time because a device's own clock may jump a year ahead. */
export async function purgeJournal(work: Work, serverTime: Moment): Promise<void> {
  if (Math.abs(serverTime - (await readMeta(work, 'forgotAt', 0))) < DAY) return
  await writeMeta(work, 'forgotAt', serverTime)
  const old = (await work.all('journal')).filter(({ state, endedAt }) => state === 'processed' && serverTime - endedAt > JOURNAL_RETENTION)
  await work.remove(
    'journal',
    old.map(({ opId }) => opId),
  )
}

export const archive = (work: Work, entry: OutboxEntry, state: JournalEntry['state'], endedAt: Moment): Promise<void> =>
  archiveAll(work, [entry], state, endedAt)

/** Moves entries from the outbox to the journal. */
export async function archiveAll(
  work: Work,
  entries: readonly OutboxEntry[],
  state: JournalEntry['state'],
  endedAt: Moment,
): Promise<void> {
  if (entries.length === 0) return
  await work.put(
    'journal',
    entries.map((entry) => ({ ...entry, state, endedAt })),
  )
  await work.remove(
    'outbox',
    entries.map(({ opId }) => opId),
  )
  await deleteSent(
    work,
    entries.map(({ opId }) => opId),
  )
}

export async function find(work: Work, opId: OperationId): Promise<OutboxEntry | null> {
  const [entry] = await findAll(work, [opId])
  return entry ?? null
}

/**
 * Returns the readable entries in the requested order. Ids start with the time, so entries of one time are adjacent: one range read is a
 * single round trip, and one read per entry would take longer than the network.
 */
export async function findAll(work: Work, opIds: readonly OperationId[]): Promise<OutboxEntry[]> {
  const [first, ...others] = opIds.toSorted()
  if (first === undefined) return []
  const [rows, batches] = await Promise.all([work.between('outbox', first, others.at(-1) ?? first), work.all('batches')])
  const found = new Map(readOutbox(rows, batches).entries.map((entry) => [entry.opId, entry]))
  return opIds.flatMap((opId) => found.get(opId) ?? [])
}
