import * as v from 'valibot'
import { BATCH, NO_MACHINE, type Operation, type Result } from '#contract/sync.ts'
import type { OperationId } from '#domain/ids.ts'
import { type Moment, toIso } from '#domain/time.ts'
import { needsSample } from './clock.ts'
import type { Device } from './device.ts'
import { beginAgain } from './mirror.ts'
import { batchesIn, find, findAll, outboxIn, requeue } from './outbox.ts'
import { type Batch, MIRROR, OUTBOX, type OutboxEntry } from './records.ts'
import { isUncertain, type Known, type Last, type Stamped, stampAll } from './stamping.ts'
import { readMeta, type Work, writeMeta } from './store.ts'
import type { Answer, SyncCalls } from './sync-calls.ts'

/** How a push ended. `sent`: everything that could be sent has a response. */
export type Pushed =
  | { state: 'sent' }
  | { state: 'unreachable'; retryAfterMs: number | null; status?: number | undefined }
  | { state: 'signed-out' }
  | { state: 'wrong-account' }
  | { state: 'app-too-old' }
  /** Something has no time yet, and the clock was not compared with the server's since it was set or this tab was suspended. */
  | { state: 'not-compared' }

/**
 * Batch size: doubled after each response, halved without one. A weak signal gets batches that arrive in time, a good one few round trips.
 */
export type Pace = { size: number }
export const newPace = (): Pace => ({ size: 50 })

/** Sends pending operations in batches until nothing is left that may be sent or the server is unreachable. */
export async function push(
  device: Device,
  calls: SyncCalls,
  pace: Pace = newPace(),
  { isStampedAnyway = true }: { isStampedAnyway?: boolean } = {},
): Promise<Pushed> {
  const turn = (...given: Turn) => takeTurn(device, isStampedAnyway, ...given)
  let received: PushResponse | null = null
  const attempted = new Set<OperationId>()
  let batch = await turn(null, [], pace.size, attempted)
  while (batch.entries.length > 0) {
    for (const { opId } of batch.entries) attempted.add(opId)
    // Network and disk take about as long: while one batch is in flight, the last one's results are written and the next is read.
    const [answer, next] = await Promise.all([
      calls.push(batch.entries.map(toOperation)),
      turn(received, batch.rest, Math.min(BATCH, pace.size * 2)),
    ])
    received = null
    if (answer.state === 'answered') {
      const response: PushResponse = { id: batch.id, epoch: answer.value.epoch, results: answer.value.results }
      pace.size = Math.min(BATCH, pace.size * 2)
      if (next.entries.length > 0) received = response
      batch = received ? next : await turn(response, [], pace.size, attempted)
      continue
    }
    // Without a readable response, the server may have applied the batch. With an expired session it applies nothing.
    await putBack(device, [
      { of: batch, arrived: answer.state === 'signed-out' ? 'never' : 'maybe' },
      { of: next, arrived: 'never' },
    ])
    const offender = offenderOf(answer)
    if (offender === null) {
      if (answer.state === 'unreachable') pace.size = Math.ceil(batch.entries.length / 2)
      return stopOf(answer)
    }
    // The server cannot process this batch as a whole: narrow it down to the faulty operation, so that it does not delay the others.
    if (batch.entries.length > 1) pace.size = Math.ceil(batch.entries.length / 2)
    else await refuse(device, batch, offender)
    batch = await turn(null, [...idsOf(batch), ...idsOf(next), ...next.rest], pace.size, attempted)
  }
  return { state: batch.isHeldBack ? 'not-compared' : 'sent' }
}

/**
 * Operations to send together, and those found waiting after them. Once ready, a batch counts as sent. `isHeldBack`: some of those found
 * have no time yet, and the clock has to be compared first.
 */
type Ready = { id: string; entries: readonly Stamped[]; rest: readonly OperationId[]; isHeldBack: boolean }

const idsOf = ({ entries }: Ready): OperationId[] => entries.map(({ opId }) => opId)

/** The server's results for a batch that are not written yet. */
type PushResponse = { id: string; epoch: string; results: readonly Result[] }

/**
 * In one transaction, because each waits for the disk: writes the results of a batch and prepares the next one. If none of those found
 * waiting is left, looks for operations that were not sent yet.
 */
const takeTurn = (device: Device, isStampedAnyway: boolean, ...[received, found, size, attempted]: Turn) =>
  device.store.write([...OUTBOX, 'meta'], async (work) => {
    const clock = await readClock(device, work)
    const mayStamp = isStampedAnyway || !needsSample(clock, { now: clock.now, steady: device.steady() })
    const takeOf = (ids: readonly OperationId[]) => claim(work, ids, { id, size, clock, mayStamp })
    const id = device.newId()
    const [ready] = await Promise.all([takeOf(found), received && settle(work, received)])
    return ready.entries.length > 0 || !attempted ? ready : takeOf(await waiting(work, attempted, mayStamp ? clock : null))
  })

type Turn = [heard: PushResponse | null, found: readonly OperationId[], size: number, asked?: ReadonlySet<OperationId>]

/** Everything that may be sent now, in order of recording. */
async function waiting(work: Work, attempted: ReadonlySet<OperationId>, clock: Known | null): Promise<OperationId[]> {
  // Nearly always true at the end, and cheaper than reading a thousand operations again.
  if (attempted.size > 0 && (await work.keys('outbox')).every((opId) => attempted.has(opId))) return []
  const { entries } = await outboxIn(work)
  const free = withoutLaterEdits(entries)
  // Operations that are held back get their time now, in order of recording, because later work would otherwise get an earlier time. If a
  // time has to be estimated, later operations limit it, so all get their times together.
  if (clock && (free.length < entries.length || entries.some((entry) => isUncertain(entry, clock.samples)))) {
    const inOrder = stampAll(
      entries.filter(({ state }) => state === 'queued'),
      clock,
    )
    clock.last = inOrder.last
    await Promise.all([work.put('outbox', inOrder.entries), writeLast(work, inOrder.last)])
  }
  return free.filter(({ state, opId }) => state === 'queued' && !attempted.has(opId)).map(({ opId }) => opId)
}

/** Marks the first pending operations as in flight and fixes their times; from here on they can only be undone. */
async function claim(work: Work, ids: readonly OperationId[], { id, size, clock, mayStamp }: Taking): Promise<Ready> {
  let isHeldBack = false
  for (let from = 0; from < ids.length; from += size) {
    const found = (await findAll(work, ids.slice(from, from + size))).filter(({ state }) => state === 'queued')
    const free = mayStamp ? found : found.filter(({ occurredAt }) => occurredAt !== null)
    isHeldBack ||= free.length < found.length
    if (free.length === 0) continue
    const { entries, last } = stampAll(free, clock)
    await Promise.all([writeLast(work, last), work.put('batches', [{ id, isAcknowledged: false, sent: entries.map(asSent) }])])
    return { id, entries, rest: ids.slice(from + size), isHeldBack }
  }
  return { id, entries: [], rest: [], isHeldBack }
}

type Taking = { id: string; size: number; clock: Known; mayStamp: boolean }

const asSent = ({ opId, occurredAt, clockOffset, uncertainSince, warnings }: Stamped): Batch['sent'][number] => ({
  opId,
  occurredAt,
  clockOffset,
  uncertainSince,
  warnings,
})

async function readClock(device: Device, work: Work): Promise<Known> {
  const [clock, old, placed, order] = await Promise.all([
    readMeta(work, 'clock', { samples: [] }),
    readMeta(work, 'lastStamp', 0),
    readMeta(work, 'lastPlaced', 0),
    readMeta(work, 'lastPlacedOrder', 0),
  ])
  return { ...clock, last: { old, placed, order }, now: device.now() }
}

const writeLast = (work: Work, { old, placed, order }: Last) =>
  Promise.all([writeMeta(work, 'lastStamp', old), writeMeta(work, 'lastPlaced', placed), writeMeta(work, 'lastPlacedOrder', order)])

/** Edits of one slot are sent one after another because each builds on the previous one; nothing else waits. */
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

const toOperation = ({ opId, call, machineId, occurredAt, clockOffset, uncertainSince, visit, body }: Stamped): Operation => ({
  opId,
  call,
  machineId: machineId === NO_MACHINE ? null : machineId,
  occurredAt: isoOf(occurredAt),
  clock: { offset: clockOffset, ...(uncertainSince == null ? {} : { since: uncertainSince }) },
  // Earlier servers refuse unknown fields.
  ...(visit ? { visit } : {}),
  body,
})

/** A clock may have any value; the date sent is within the range of every calendar. */
const isoOf = (at: Moment) => toIso(Math.min(Math.max(at, 0), Date.UTC(9999, 0)))

/** Writes the result of each operation; operations without a result remain unknown. */
async function settle(work: Work, { id, epoch, results }: PushResponse): Promise<void> {
  const [known, batch] = await Promise.all([readMeta(work, 'epoch', null), work.get('batches', id)])
  if (known === null) await writeMeta(work, 'epoch', epoch)
  // Another epoch of the server's database may have it, but not the known one, so it is sent again.
  const isOther = known !== null && known !== epoch
  const byId = new Map(results.filter(({ status }) => !(isOther && status === 'applied')).map((result) => [result.opId, result]))
  // Another tab requeued it and sends it again itself.
  if (!batch) return
  const others = batch.sent.map(({ opId }) => opId).filter((opId) => byId.get(opId)?.status !== 'applied')
  if (others.length > 0) {
    const entries = await findAll(work, others)
    await work.put(
      'outbox',
      entries.map((entry) => notApplied(entry, byId.get(entry.opId))),
    )
  }
  const applied = batch.sent.flatMap((sent) => {
    const result = byId.get(sent.opId)
    return result?.status === 'applied' ? [{ ...sent, warnings: result.warnings }] : []
  })
  if (applied.length > 0) await work.put('batches', [{ id, isAcknowledged: true, sent: applied }])
  else await work.remove('batches', [id])
}

const notApplied = (entry: OutboxEntry, result: Result | undefined): OutboxEntry =>
  result?.status === 'rejected'
    ? { ...entry, state: 'needs-you', refusal: { code: result.code ?? 'INVALID', detail: result.result } }
    : { ...entry, state: 'queued' }

const putBack = (device: Device, left: readonly { of: Ready; arrived: 'maybe' | 'never' }[]): Promise<void> =>
  device.store.write(OUTBOX, async (work) => {
    const batches = await batchesIn(work)
    for (const { of, arrived } of left)
      await requeue(
        work,
        batches.filter(({ id }) => id === of.id),
        arrived,
      )
  })

const refuse = (device: Device, { entries }: Ready, code: string): Promise<void> =>
  device.store.write(OUTBOX, async (work) => {
    for (const { opId } of entries) {
      const entry = await find(work, opId)
      if (entry?.state === 'queued') await work.put('outbox', [{ ...entry, state: 'needs-you', refusal: { code } }])
    }
  })

/** The code if the batch contains something that the server cannot process; null if the network is the cause. */
function offenderOf(answer: Exclude<Answer<unknown>, { state: 'answered' }>): string | null {
  if (answer.state !== 'refused') return null
  return [400, 413, 415, 422].includes(answer.status) ? answer.code : null
}

function stopOf(answer: Exclude<Answer<unknown>, { state: 'answered' }>): Pushed {
  if (answer.state === 'unreachable') return answer
  if (answer.state === 'signed-out') return { state: 'signed-out' }
  if (answer.status === 426) return { state: 'app-too-old' }
  if (answer.code === 'WRONG_ACCOUNT') return { state: 'wrong-account' }
  // A refusal of the whole call that no single entry caused: waiting loses nothing.
  return { state: 'unreachable', retryAfterMs: null }
}

/** After a restore the server may have lost what it acknowledged, so everything in the journal is sent again and counts once. */
export const sendJournalAgain = (device: Device, epoch: string): Promise<void> =>
  device.store.write([...MIRROR, ...OUTBOX, 'journal', 'meta'], async (work) => {
    // Another tab may have processed it first.
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
    await requeue(work, await batchesIn(work))
    // An older app set the acknowledged state on the entry itself.
    const { entries } = await outboxIn(work)
    await work.put(
      'outbox',
      entries.filter(({ state }) => state === 'acknowledged').map((entry) => ({ ...entry, state: 'queued' as const })),
    )
    for (const table of MIRROR) await work.clear(table)
    await beginAgain(work)
    await writeMeta(work, 'epoch', epoch)
  })
