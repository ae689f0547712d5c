import { MINUTE, SECOND } from '#domain/time.ts'
import { needsSample } from './clock.ts'
import type { Device, WakeReason } from './device.ts'
import { outboxIn, recover } from './outbox.ts'
import { pull } from './pull.ts'
import { newPace, type Pace, type Pushed, push, sendJournalAgain } from './push.ts'
import { type Connection, OUTBOX } from './records.ts'
import { readMeta, StoreFull, writeMeta } from './store.ts'
import type { SyncCalls } from './sync-calls.ts'

/** How a sync with the server ended, and what to wait for. */
export type Round = { state: Connection['state']; retryAfterMs: number | null; status?: number | undefined }

/** One sync: sends local operations, then fetches changes. */
export async function syncOnce(device: Device, calls: SyncCalls, pace: Pace = newPace()): Promise<Round> {
  await recover(device)
  let pushed: Pushed = { state: 'not-compared' }
  for (let attempts = 0; pushed.state === 'not-compared'; attempts++) {
    if (await shouldAskFirst(device)) {
      const answer = await calls.ask()
      if (answer.state === 'unreachable') return answer
    }
    // A browser can suspend this tab between taking a clock sample and using it, and the clock can be set meanwhile.
    pushed = await push(device, calls, pace, { isStampedAnyway: attempts === MAX_TIMELESS_REQUESTS })
  }
  if (pushed.state === 'unreachable') return pushed
  if (pushed.state !== 'sent') return { state: pushed.state, retryAfterMs: null }
  const pulled = await pull(device, calls)
  switch (pulled.state) {
    case 'complete':
      return { state: 'reachable', retryAfterMs: null }
    case 'other-epoch':
      return startOver(device, calls, pace, pulled.epoch)
    case 'signed-out':
      return { state: 'signed-out', retryAfterMs: null }
    case 'unreachable':
      return pulled
    case 'refused':
      if (pulled.code === 'WRONG_ACCOUNT') return { state: 'wrong-account', retryAfterMs: null }
      return { state: pulled.status === 426 ? 'app-too-old' : 'unreachable', retryAfterMs: null }
  }
}

/** Limits the requests to a server that sends no time; then times are estimates. */
const MAX_TIMELESS_REQUESTS = 2

/** The server was restored from a backup. */
async function startOver(device: Device, calls: SyncCalls, pace: Pace, epoch: string): Promise<Round> {
  await sendJournalAgain(device, epoch)
  return syncOnce(device, calls, pace)
}

/**
 * Whether to request the time before anything is sent: to compare clocks, and after a recent failure, because sent operations can no longer
 * be edited.
 */
const shouldAskFirst = (device: Device) =>
  device.store.read([...OUTBOX, 'meta'], async (work) => {
    const isUnstamped = (await outboxIn(work)).entries.some(({ occurredAt }) => occurredAt === null)
    if (!isUnstamped) return false
    const connection = await readMeta(work, 'connection', { state: 'reachable', since: 0 })
    return (
      connection.state === 'unreachable' ||
      needsSample(await readMeta(work, 'clock', { samples: [] }), { now: device.now(), steady: device.steady() })
    )
  })

/** Delay after the nth consecutive failure, random so that a thousand phones do not return at once. */
const delayOf = (failures: number, random: number): number => random * Math.min(5 * MINUTE, 2 * SECOND * 2 ** Math.min(failures, 20))

/** Runs the sync engine: one sync at a time, again if something happened meanwhile, later if the server is unreachable. */
export type Engine = {
  wake(reason: WakeReason): void
  /** Resolves when nothing is in progress. */
  idle(): Promise<void>
  stop(): void
}

type LoopOptions = {
  run(): Promise<Round>
  /** The result of a run, and when the next one follows a failure. */
  ended(round: Round, nextTryInMs: number | null): Promise<void>
  makeRoom(): Promise<void>
  random(): number
  /** Calls back after a delay, and returns a function that cancels it. */
  later(work: () => void, ms: number): () => void
  /** Runs the work unless another tab is doing the same; a device without locks runs it unconditionally. */
  alone<T>(work: () => Promise<T>): Promise<T | 'busy'>
  onError(error: unknown): void
  /** Interval of syncs without local activity. */
  everyMs: number
}

type EngineOptions = Omit<LoopOptions, 'run' | 'ended' | 'makeRoom'> & { device: Device; calls: SyncCalls }

/** Another tab or the worker is syncing: operations recorded meanwhile do not wait for the next regular sync. */
const BUSY_MS = 5 * SECOND

export function createEngine({ device, calls, ...options }: EngineOptions): Engine {
  const pace = newPace()
  return createLoop({
    ...options,
    run: () => syncOnce(device, calls, pace),
    ended: ({ state, status }, nextTryInMs) => noteConnection(device, state, nextTryInMs, status),
    makeRoom: () => device.makeRoom(),
  })
}

/** Runs work whenever something may have become possible, one run at a time. */
export function createLoop({ run, ended: noteEnd, makeRoom, random, later, alone, onError, everyMs }: LoopOptions): Engine {
  let running: Promise<void> | null = null
  let again = false
  let failures = 0
  let stopped = false
  let callOff = () => {}

  const plan = (ms: number) => {
    callOff()
    if (!stopped) callOff = later(() => wake('timer'), ms)
  }

  async function round() {
    try {
      const ended = await alone(run)
      if (ended === 'busy') return plan(BUSY_MS)
      failures = ended.state === 'unreachable' ? failures + 1 : 0
      const wait = ended.state === 'unreachable' ? (ended.retryAfterMs ?? delayOf(failures, random())) : everyMs
      await noteEnd(ended, ended.state === 'unreachable' ? wait : null)
      if (ended.state !== 'signed-out' && ended.state !== 'wrong-account') plan(wait)
    } catch (error) {
      failures++
      onError(error)
      if (error instanceof StoreFull) await makeRoom().catch(onError)
      plan(delayOf(failures, random()))
    }
  }

  function wake(_reason: WakeReason) {
    if (stopped) return
    if (running) {
      again = true
      return
    }
    callOff()
    running = round().finally(() => {
      running = null
      if (!again) return
      again = false
      wake('requested')
    })
  }

  return {
    wake,
    idle: async () => {
      while (running) await running
    },
    stop: () => {
      stopped = true
      callOff()
    },
  }
}

/** Stores the connection status for every tab and screen; `since` stays while the state does. */
export const noteConnection = (device: Device, state: Connection['state'], nextTryInMs: number | null, status?: number) =>
  device.store.write(['meta'], async (work) => {
    const before = await readMeta(work, 'connection', { state: 'reachable', since: device.now() })
    const hadStatus = before.state === 'unreachable' && before.status !== undefined
    const since = before.state === state && hadStatus === (status !== undefined) ? before.since : device.now()
    const now: Connection =
      state === 'unreachable'
        ? { state, since, nextTryAt: nextTryInMs === null ? null : device.now() + nextTryInMs, status }
        : { state, since }
    await writeMeta(work, 'connection', now)
  })
