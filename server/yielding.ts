import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { SECOND } from '#domain/time.ts'

/** Yielding takes a few microseconds. A request waits for several turns, one after each response from the database. */
const MAX_BLOCKING_MS = 0.25

/** Limits how long a process under constant load can delay background work. */
const MAX_PAUSE_MS = 50
/** After the longest pause, background work runs this long beside requests. */
const MIN_WORK_MS = 10
const CHECK_MS = 1

/** After a request, background work continues in small steps for this long. */
const SHARED_MS = SECOND / 10

/** The pace of long background work in a process that also serves requests. */
export type Pace = {
  /** Call between two small steps. Returns a promise to await once a turn is over, and costs almost nothing before. */
  turn(): Promise<void> | undefined
  /** Waits until no request is running, for a limited time. Call before work that cannot be divided, such as a statement. */
  pause(): Promise<void>
  /** Whether requests were running recently, so that steps should be small. */
  isShared(): boolean
}

/**
 * Divides background work into short turns. While `isServing` returns true, the work pauses, because on few cores a request takes twice as
 * long beside it. Under constant load it still gets a sixth of the time.
 */
export function createPace(isServing: () => boolean = () => false, now = () => performance.now()): Pace {
  let since = now()
  let servedAt = Number.NEGATIVE_INFINITY
  let worksUntil = Number.NEGATIVE_INFINITY
  let paused: Promise<void> | null = null

  const mustPause = () => {
    if (!isServing()) return false
    servedAt = now()
    return servedAt >= worksUntil
  }
  const waitForRequests = async () => {
    const begun = now()
    while (mustPause()) {
      if (now() - begun >= MAX_PAUSE_MS) worksUntil = now() + MIN_WORK_MS
      else await pause(CHECK_MS)
    }
    paused = null
    since = now()
  }
  /** Parts of the same work that run concurrently share a pause. */
  const pauseNow = (): Promise<void> => {
    paused ??= mustPause() ? waitForRequests() : null
    return paused ?? Promise.resolve()
  }
  return {
    turn: () => {
      if (now() - since < MAX_BLOCKING_MS) return undefined
      return nextTurn()
        .then(pauseNow)
        .then(() => {
          since = now()
        })
    },
    pause: pauseNow,
    isShared: () => now() - servedAt < SHARED_MS,
  }
}

/** A request delays others for this long at most, which is about the time of a short request. */
const MAX_REQUEST_TURN_MS = 5

/** Divides the work of a request. Call the result between two small steps: it returns a promise to await once a turn is over. */
export function createTurns(): () => Promise<void> | undefined {
  let until = performance.now() + MAX_REQUEST_TURN_MS
  return () => {
    if (performance.now() < until) return undefined
    return nextTurn().then(() => {
      until = performance.now() + MAX_REQUEST_TURN_MS
    })
  }
}

/** `map` in turns, for lists that grow with a company: a loop of a second would block the requests of all others. */
export async function mapInTurns<T, Result>(all: readonly T[], compute: (one: T) => Result): Promise<Result[]> {
  const results: Result[] = []
  await eachInTurns(all, (one) => results.push(compute(one)))
  return results
}

/** `forEach` in turns. */
export async function eachInTurns<T>(all: readonly T[], visit: (one: T) => unknown): Promise<void> {
  const turn = createTurns()
  for (const one of all) {
    visit(one)
    const over = turn()
    if (over) await over
  }
}
