import * as v from 'valibot'
import type { Call } from '#contract/sync.ts'
import type { MachineId, OperationId } from '#domain/ids.ts'
import { DAY, type Moment } from '#domain/time.ts'
import { nextStamp } from './clock.ts'
import type { Device } from './device.ts'
import { type JournalEntry, OutboxEntry } from './records.ts'
import { readMeta, StoreFull, type Work, writeMeta } from './store.ts'

export type Deed = { call: Call; machineId: MachineId; body: unknown }

/** Kept: it is on this device for good. Not kept: nothing was written, and why. `recorded`: another tab has recorded it already. */
export type Keeping = { kept: OperationId } | { notKept: 'full' | 'recorded' }

/** Writes an operation down before anything else happens to it: once this says kept, it cannot be lost. */
export async function keep(device: Device, deed: Deed, opId = device.newId()): Promise<Keeping> {
  let isOurs = false
  const write = () =>
    device.store.write(['outbox', 'journal', 'meta'], async (work) => {
      const [waiting, ended, last] = await Promise.all([work.get('outbox', opId), work.get('journal', opId), readMeta(work, 'lastRaw', 0)])
      // A handle can die after the write has landed, and the work is done again: by then it may have been sent.
      if (waiting || ended) return
      isOurs = true
      const rawAt = nextStamp(device.now(), last)
      await Promise.all([
        writeMeta(work, 'lastRaw', rawAt),
        work.put('outbox', [
          { ...deed, opId, state: 'queued', rawAt, occurredAt: null, clockOffset: null, attempts: 0, refusal: null, warnings: [] },
        ]),
      ])
    })
  try {
    await write()
  } catch (error) {
    if (!(error instanceof StoreFull)) throw error
    try {
      // What can be fetched again makes room for what cannot; the machine that the person stands before stays in sight.
      await device.makeRoom(deed.machineId)
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

/** The outbox in the order things were done. */
export function readOutbox(rows: readonly unknown[]): Outbox {
  const entries: OutboxEntry[] = []
  const corrupt: Corrupt[] = []
  for (const raw of rows) {
    const read = v.safeParse(OutboxEntry, raw)
    if (read.success) entries.push(read.output)
    else corrupt.push({ opId: keyOf(raw), raw })
  }
  return { entries: entries.toSorted(byTime), corrupt }
}

const keyOf = (raw: unknown) => (typeof raw === 'object' && raw !== null && 'opId' in raw ? String(raw.opId) : '')

const byTime = (a: OutboxEntry, b: OutboxEntry) => a.rawAt - b.rawAt || (a.opId < b.opId ? -1 : 1)

/** Whether it has never left this device: then it can still be edited or taken back. Afterwards it can only be undone. */
export const isUnsent = ({ state, attempts }: OutboxEntry) => state === 'queued' && attempts === 0

/** Whether the server may have it, as far as this device can know. */
export const mayHaveArrived = (entry: OutboxEntry) => entry.state !== 'needs-you' && !isUnsent(entry)

/** Changes what has not been sent; false where it has left meanwhile. */
export const edit = (device: Device, opId: OperationId, body: unknown): Promise<boolean> =>
  device.store.write(['outbox'], async (work) => {
    const entry = await find(work, opId)
    if (!entry || !isUnsent(entry)) return false
    await work.put('outbox', [{ ...entry, body }])
    return true
  })

/** Takes back what was never sent, or gives up what was refused. It stays in the journal, so that nothing vanishes unseen. */
export const discard = (device: Device, opId: OperationId): Promise<boolean> =>
  device.store.write(['outbox', 'journal'], async (work) => {
    const entry = await find(work, opId)
    if (!entry || !(isUnsent(entry) || entry.state === 'needs-you')) return false
    await end(work, entry, 'discarded', device.now())
    return true
  })

/** Tries again what was refused, as it was or with another body: a new operation, done at the time of the first. */
export async function retry(device: Device, opId: OperationId, body?: unknown): Promise<OperationId | null> {
  const renewed = device.newId()
  const done = await device.store.write(['outbox', 'journal'], async (work) => {
    const entry = await find(work, opId)
    if (entry?.state !== 'needs-you') return false
    await end(work, entry, 'replaced', device.now())
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
  device.store.write(['outbox'], async (work) => {
    const { entries } = readOutbox(await work.all('outbox'))
    await work.put(
      'outbox',
      entries.filter(({ state }) => state === 'sending').map((entry) => ({ ...entry, state: 'queued' as const })),
    )
  })

/** How long the journal remembers what the server has: longer than a backup is old when it is restored. */
const JOURNAL_KEPT = 30 * DAY

/** Forgets what the server has had for long. By the server's time: a device's own clock may jump a year ahead. */
export async function forgetOld(work: Work, serverTime: Moment): Promise<void> {
  const old = (await work.all('journal')).filter(({ state, endedAt }) => state === 'processed' && serverTime - endedAt > JOURNAL_KEPT)
  await work.remove(
    'journal',
    old.map(({ opId }) => opId),
  )
}

export const end = (work: Work, entry: OutboxEntry, state: JournalEntry['state'], endedAt: Moment): Promise<void> =>
  endAll(work, [entry], state, endedAt)

/** Out of the outbox and into the journal. */
export async function endAll(work: Work, entries: readonly OutboxEntry[], state: JournalEntry['state'], endedAt: Moment): Promise<void> {
  if (entries.length === 0) return
  await work.put(
    'journal',
    entries.map((entry) => ({ ...entry, state, endedAt })),
  )
  await work.remove(
    'outbox',
    entries.map(({ opId }) => opId),
  )
}

export async function find(work: Work, opId: OperationId): Promise<OutboxEntry | null> {
  const [entry] = await findAll(work, [opId])
  return entry ?? null
}

/** Those that are there and can be read, in the order asked for; all at once, since a trip to the database for each takes longer than the network. */
export async function findAll(work: Work, opIds: readonly OperationId[]): Promise<OutboxEntry[]> {
  const rows = await work.getMany('outbox', opIds)
  return rows.flatMap((row) => {
    const read = v.safeParse(OutboxEntry, row)
    return read.success ? [read.output] : []
  })
}
