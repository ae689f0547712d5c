import * as v from 'valibot'
import type { Call } from '#contract/sync.ts'
import type { MachineId, OperationId } from '#domain/ids.ts'
import { DAY, type Moment } from '#domain/time.ts'
import { lastHeard, lastHeardHere } from './clock.ts'
import type { Device } from './device.ts'
import { Batch, type JournalEntry, type Names, OUTBOX, OutboxEntry } from './records.ts'
import { readMeta, StoreFull, type Work, writeMeta } from './store.ts'

export type OperationInput = { call: Call; machineId: MachineId; body: unknown; named?: Names | null }

/** Kept: it is on this device for good. Not kept: nothing was written, and why. `recorded`: another tab has recorded it already. */
export type Enqueued = { kept: OperationId } | { notKept: 'full' | 'recorded' }

/** Writes an operation down before anything else happens to it: once this says kept, it cannot be lost. */
export async function enqueue(device: Device, operation: OperationInput, opId = device.newId()): Promise<Enqueued> {
  let isOurs = false
  const write = () =>
    device.store.write(['outbox', 'journal', 'meta'], async (work) => {
      const [waiting, ended, last, clock] = await Promise.all([
        work.get('outbox', opId),
        work.get('journal', opId),
        readMeta(work, 'lastOrder', 0),
        readMeta(work, 'clock', { samples: [] }),
      ])
      // A handle can die after the write has landed, and the work is done again: by then it may have been sent.
      if (waiting || ended) return
      isOurs = true
      const steady = device.steady()
      const entry: OutboxEntry = {
        ...operation,
        opId,
        state: 'queued',
        rawAt: device.now(),
        order: last + 1,
        steady,
        heard: lastHeard(clock),
        heardHere: lastHeardHere(clock, steady),
        occurredAt: null,
        clockOffset: null,
        uncertainSince: null,
        attempts: 0,
        refusal: null,
        warnings: [],
      }
      await Promise.all([writeMeta(work, 'lastRaw', entry.rawAt), writeMeta(work, 'lastOrder', last + 1), work.put('outbox', [entry])])
    })
  try {
    await write()
  } catch (error) {
    if (!(error instanceof StoreFull)) throw error
    try {
      // What can be fetched again makes room for what cannot; the machine that the person stands before stays in sight.
      await device.makeRoom(operation.machineId)
      await write()
    } catch (again) {
      if (again instanceof StoreFull) return { notKept: 'full' }
      throw again
    }
  }
  if (!isOurs) return { notKept: 'recorded' }
  device.wake('kept')
  return { kept: opId }
}

/** An entry that an older app or a broken disk left unreadable: it is shown, can be saved as a file, and blocks nothing. */
export type Corrupt = { opId: string; raw: unknown }

export type Outbox = { entries: OutboxEntry[]; corrupt: Corrupt[] }

/** The outbox in the order things were done: its rows, and how it stands with the batches that left. */
export function readOutbox(rows: readonly unknown[], batches: readonly unknown[]): Outbox {
  const asItStands = standingIn(batches)
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

/** How it stands with an entry, by the batch that it left with. */
function standingIn(batches: readonly unknown[]): (entry: OutboxEntry) => OutboxEntry {
  const left = new Map(
    readBatches(batches).flatMap(({ sent, isAcknowledged }) => sent.map((one) => [one.opId, { one, isAcknowledged }] as const)),
  )
  return (entry) => {
    const sent = left.get(entry.opId)
    // An earlier app marked what it sent on the entry itself; nobody sends it any more.
    if (!sent) return entry.state === 'sending' ? { ...entry, state: 'queued' } : entry
    return { ...entry, ...sent.one, state: sent.isAcknowledged ? 'acknowledged' : 'sending', attempts: entry.attempts + 1 }
  }
}

/** A batch that cannot be read says nothing: its operations are sent again, which counts once. */
export const readBatches = (rows: readonly unknown[]): Batch[] =>
  rows.flatMap((row) => {
    const read = v.safeParse(Batch, row)
    return read.success ? [read.output] : []
  })

export const batchesIn = async (work: Work): Promise<Batch[]> => readBatches(await work.all('batches'))

const keyOf = (raw: unknown) => (typeof raw === 'object' && raw !== null && 'opId' in raw ? String(raw.opId) : '')

/** As they were recorded: by their place, after what an earlier app wrote without one. */
const byTime = (a: OutboxEntry, b: OutboxEntry) => (a.order ?? 0) - (b.order ?? 0) || a.rawAt - b.rawAt || (a.opId < b.opId ? -1 : 1)

/** Whether it has never left this device: then it can still be edited or taken back. Afterwards it can only be undone. */
export const isUnsent = ({ state, attempts }: OutboxEntry) => state === 'queued' && attempts === 0

/** Whether the server may have it, as far as this device can know. */
export const mayHaveArrived = (entry: OutboxEntry) => entry.state !== 'needs-you' && !isUnsent(entry)

/** Changes what has not been sent; false where it has left meanwhile. */
export const edit = (device: Device, opId: OperationId, body: unknown): Promise<boolean> =>
  device.store.write(OUTBOX, async (work) => {
    const entry = await find(work, opId)
    if (!entry || !isUnsent(entry)) return false
    await work.put('outbox', [{ ...entry, body }])
    return true
  })

/** Takes back what was never sent, or gives up what was refused. It stays in the journal, so that nothing vanishes unseen. */
export const discard = (device: Device, opId: OperationId): Promise<boolean> =>
  device.store.write([...OUTBOX, 'journal'], async (work) => {
    const entry = await find(work, opId)
    if (!entry || !(isUnsent(entry) || entry.state === 'needs-you')) return false
    await archive(work, entry, 'discarded', device.now())
    return true
  })

/** Gives up what cannot be read, once it was saved as a file; false where it can be read by now, or is gone. */
export const dropCorrupt = (device: Device, opId: string): Promise<boolean> =>
  device.store.write(OUTBOX, async (work) => {
    const isThere = (await outboxIn(work)).corrupt.some((entry) => entry.opId === opId)
    if (isThere) await work.remove('outbox', [opId])
    return isThere
  })

/** Tries again what was refused, as it was or with another body: a new operation, done at the time of the first. */
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

/** Before every round: what was on its way when the app or its round ended has an unknown outcome, and is simply sent again. */
export const recover = (device: Device): Promise<void> =>
  device.store.write(OUTBOX, async (work) =>
    requeue(
      work,
      (await batchesIn(work)).filter(({ isAcknowledged }) => !isAcknowledged),
    ),
  )

/** Has the operations of these batches wait again, as they were sent: their times stay. What never arrived counts as unsent again. */
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

/** Takes operations out of the batches they left with, once the entries themselves say how it stands or are gone. */
async function forgetSent(work: Work, opIds: Iterable<OperationId>): Promise<void> {
  const gone = new Set(opIds)
  for (const batch of await batchesIn(work)) {
    const sent = batch.sent.filter(({ opId }) => !gone.has(opId))
    if (sent.length === batch.sent.length) continue
    if (sent.length === 0) await work.remove('batches', [batch.id])
    else await work.put('batches', [{ ...batch, sent }])
  }
}

/** How long the journal remembers what the server has: longer than a backup is old when it is restored. */
const JOURNAL_KEPT = 30 * DAY

/** Once a day, forgets what the server has had for long. By the server's time: a device's own clock may jump a year ahead. */
export async function purgeJournal(work: Work, serverTime: Moment): Promise<void> {
  if (Math.abs(serverTime - (await readMeta(work, 'forgotAt', 0))) < DAY) return
  await writeMeta(work, 'forgotAt', serverTime)
  const old = (await work.all('journal')).filter(({ state, endedAt }) => state === 'processed' && serverTime - endedAt > JOURNAL_KEPT)
  await work.remove(
    'journal',
    old.map(({ opId }) => opId),
  )
}

export const archive = (work: Work, entry: OutboxEntry, state: JournalEntry['state'], endedAt: Moment): Promise<void> =>
  archiveAll(work, [entry], state, endedAt)

/** Out of the outbox and into the journal. */
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
  await forgetSent(
    work,
    entries.map(({ opId }) => opId),
  )
}

export async function find(work: Work, opId: OperationId): Promise<OutboxEntry | null> {
  const [entry] = await findAll(work, [opId])
  return entry ?? null
}

/**
 * Those that are there and can be read, in the order asked for. Ids begin with the time, so that what was done together lies
 * together: reading that stretch is one trip to the database, and a trip for each would take longer than the network.
 */
export async function findAll(work: Work, opIds: readonly OperationId[]): Promise<OutboxEntry[]> {
  const [first, ...others] = opIds.toSorted()
  if (first === undefined) return []
  const [rows, batches] = await Promise.all([work.between('outbox', first, others.at(-1) ?? first), work.all('batches')])
  const found = new Map(readOutbox(rows, batches).entries.map((entry) => [entry.opId, entry]))
  return opIds.flatMap((opId) => found.get(opId) ?? [])
}
