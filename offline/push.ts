import * as v from 'valibot'
import { BATCH, type Operation, type Result } from '#contract/sync.ts'
import type { OperationId } from '#domain/ids.ts'
import { type Moment, toIso } from '#domain/time.ts'
import { nextStamp, offsetOf } from './clock.ts'
import type { Device } from './device.ts'
import { beginAgain } from './mirror.ts'
import { find, findAll, readOutbox } from './outbox.ts'
import { MIRROR, type OutboxEntry } from './records.ts'
import { readMeta, type Work, writeMeta } from './store.ts'
import type { Answer, SyncCalls } from './sync-calls.ts'

/** How a push ended. `sent`: everything that could go has an answer. */
export type Pushed =
  | { state: 'sent' }
  | { state: 'unreachable'; retryAfterMs: number | null }
  | { state: 'signed-out' }
  | { state: 'wrong-account' }
  | { state: 'app-too-old' }

/** Sends what waits, in batches, until nothing that may go is left or the server cannot be asked. */
export async function push(device: Device, calls: SyncCalls): Promise<Pushed> {
  let size = BATCH
  let heard: Heard | null = null
  let next: readonly OperationId[] = []
  const asked = new Set<OperationId>()
  for (;;) {
    const { batch, rest } = await turn(device, heard, next, size, asked)
    if (batch.length === 0 && next.length === 0) return { state: 'sent' }
    heard = null
    next = rest
    if (batch.length === 0) continue
    for (const { opId } of batch) asked.add(opId)
    const answer = await calls.push(batch.map(toOperation))
    if (answer.state === 'answered') {
      heard = { batch, epoch: answer.value.epoch, results: answer.value.results }
      size = Math.min(BATCH, size * 2)
      continue
    }
    await putBack(device, batch)
    const offender = offenderOf(answer)
    if (offender === null) return stopOf(answer)
    // The server cannot take this batch as a whole: find the one that it cannot take, so that it delays nobody else.
    if (batch.length > 1) {
      size = Math.ceil(batch.length / 2)
      next = [...batch.map(({ opId }) => opId), ...rest]
    } else await refuse(device, batch, offender)
  }
}

/** What the server said of a batch, and is not written down yet. */
type Heard = { batch: readonly OutboxEntry[]; epoch: string; results: readonly Result[] }

/**
 * Between two requests, in one transaction, since each waits for the disk: writes down what the server said of the last batch,
 * and takes the next of those that were found waiting; where none is left, looks anew.
 */
const turn = (device: Device, heard: Heard | null, next: readonly OperationId[], size: number, asked: ReadonlySet<OperationId>) =>
  device.store.write(['outbox', 'meta'], async (work) => {
    if (heard) await settle(work, heard)
    const ids = next.length > 0 ? next : await waiting(work, asked)
    return { batch: await take(work, ids.slice(0, size)), rest: ids.slice(size) }
  })

/** Everything that may go now, in the order it was done. */
async function waiting(work: Work, asked: ReadonlySet<OperationId>): Promise<OperationId[]> {
  const { entries } = readOutbox(await work.all('outbox'))
  const free = withoutLaterEdits(entries)
  // What is held back gets its time now, in the order of what was done: by its turn, later work would stand before it.
  if (free.length < entries.length)
    await work.put(
      'outbox',
      await stamped(
        work,
        entries.filter(({ state }) => state === 'queued'),
      ),
    )
  return free.filter(({ state, opId }) => state === 'queued' && !asked.has(opId)).map(({ opId }) => opId)
}

/** Marks operations as on their way and fixes their times: from here on they can only be undone. */
async function take(work: Work, ids: readonly OperationId[]): Promise<OutboxEntry[]> {
  if (ids.length === 0) return []
  const queued = (await findAll(work, ids)).filter(({ state }) => state === 'queued')
  const batch = (await stamped(work, queued)).map((entry): OutboxEntry => ({ ...entry, state: 'sending', attempts: entry.attempts + 1 }))
  await work.put('outbox', batch)
  return batch
}

/** Fixes the times of those that have none yet, corrected by what is known of our clock. */
async function stamped(work: Work, entries: readonly OutboxEntry[]): Promise<OutboxEntry[]> {
  const offset = offsetOf(await readMeta(work, 'clock', { samples: [] }))
  let last = await readMeta(work, 'lastStamp', 0)
  const fixed = entries.map((entry) => {
    if (entry.occurredAt !== null) return entry
    last = nextStamp(entry.rawAt + (offset ?? 0), last)
    return { ...entry, occurredAt: last, clockOffset: offset }
  })
  await writeMeta(work, 'lastStamp', last)
  return fixed
}

/** Edits of one slot go one after the other, since each stands on the one before; nothing else waits for anything. */
function withoutLaterEdits(entries: readonly OutboxEntry[]): OutboxEntry[] {
  const taken = new Set<number>()
  return entries.filter((entry) => {
    if (entry.call !== 'editSlots' || entry.state === 'needs-you' || entry.state === 'acknowledged') return true
    const slots = slotsIn(entry)
    const isFirst = slots.every((slot) => !taken.has(slot))
    for (const slot of slots) taken.add(slot)
    return isFirst
  })
}

const EditedSlots = v.array(v.looseObject({ slotId: v.number() }))

const slotsIn = ({ body }: OutboxEntry): number[] => {
  const read = v.safeParse(EditedSlots, body)
  return read.success ? read.output.map(({ slotId }) => slotId) : []
}

const toOperation = ({ opId, call, machineId, occurredAt, rawAt, clockOffset, body }: OutboxEntry): Operation => ({
  opId,
  call,
  machineId,
  occurredAt: isoOf(occurredAt ?? rawAt),
  clock: { offset: clockOffset },
  body,
})

/** A clock may say anything; what travels is a date that every calendar has. */
const isoOf = (at: Moment) => toIso(Math.min(Math.max(at, 0), Date.UTC(9999, 0)))

/** Writes down what the server said of each; about what it said nothing, nothing is known. */
async function settle(work: Work, { batch, epoch, results }: Heard): Promise<void> {
  const known = await readMeta(work, 'epoch', null)
  if (known === null) await writeMeta(work, 'epoch', epoch)
  // Another life of the server's database may have it, but not the one that we know: it is asked again.
  const isOther = known !== null && known !== epoch
  const byId = new Map(results.filter(({ status }) => !(isOther && status === 'applied')).map((result) => [result.opId, result]))
  const entries = await findAll(
    work,
    batch.map(({ opId }) => opId),
  )
  // Another tab may have heard more about one already.
  const open = entries.filter(({ state }) => state === 'sending' || state === 'queued')
  await work.put(
    'outbox',
    open.map((entry) => settled(entry, byId.get(entry.opId))),
  )
}

function settled(entry: OutboxEntry, result: Result | undefined): OutboxEntry {
  if (result?.status === 'applied') return { ...entry, state: 'acknowledged', warnings: result.warnings }
  if (result?.status === 'rejected')
    return { ...entry, state: 'needs-you', refusal: { code: result.code ?? 'INVALID', detail: result.result } }
  return { ...entry, state: 'queued' }
}

const putBack = (device: Device, batch: readonly OutboxEntry[]): Promise<void> =>
  device.store.write(['outbox'], async (work) => {
    const entries = await findAll(
      work,
      batch.map(({ opId }) => opId),
    )
    await work.put(
      'outbox',
      entries.filter(({ state }) => state === 'sending').map((entry) => ({ ...entry, state: 'queued' })),
    )
  })

const refuse = (device: Device, batch: readonly OutboxEntry[], code: string): Promise<void> =>
  device.store.write(['outbox'], async (work) => {
    for (const { opId } of batch) {
      const entry = await find(work, opId)
      if (entry?.state === 'queued') await work.put('outbox', [{ ...entry, state: 'needs-you', refusal: { code } }])
    }
  })

/** Whether something in the batch is what the server cannot take, and the code it gave; null where it is the way there. */
function offenderOf(answer: Exclude<Answer<unknown>, { state: 'answered' }>): string | null {
  if (answer.state !== 'refused') return null
  return [400, 413, 415, 422].includes(answer.status) ? answer.code : null
}

function stopOf(answer: Exclude<Answer<unknown>, { state: 'answered' }>): Pushed {
  if (answer.state === 'unreachable') return { state: 'unreachable', retryAfterMs: answer.retryAfterMs }
  if (answer.state === 'signed-out') return { state: 'signed-out' }
  if (answer.status === 426) return { state: 'app-too-old' }
  if (answer.code === 'WRONG_ACCOUNT') return { state: 'wrong-account' }
  // A refusal of the whole call that no entry can be blamed for: nothing is lost by waiting.
  return { state: 'unreachable', retryAfterMs: null }
}

/** After a restore the server may have forgotten what it acknowledged: everything remembered is sent again, which counts once. */
export const sendJournalAgain = (device: Device, epoch: string): Promise<void> =>
  device.store.write([...MIRROR, 'outbox', 'journal', 'meta'], async (work) => {
    // Another tab may have heard of it first.
    if ((await readMeta(work, 'epoch', null)) === epoch) return
    const forgotten = (await work.all('journal')).filter(({ state }) => state === 'processed')
    await work.put(
      'outbox',
      forgotten.map(({ endedAt: _, ...entry }) => ({ ...entry, state: 'queued' as const })),
    )
    await work.remove(
      'journal',
      forgotten.map(({ opId }) => opId),
    )
    const { entries } = readOutbox(await work.all('outbox'))
    await work.put(
      'outbox',
      entries.filter(({ state }) => state === 'acknowledged').map((entry) => ({ ...entry, state: 'queued' as const })),
    )
    for (const table of MIRROR) await work.clear(table)
    await beginAgain(work)
    await writeMeta(work, 'epoch', epoch)
  })
