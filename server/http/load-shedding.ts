import type { Endpoint } from '#contract/endpoint.ts'
import { SECOND } from '#domain/time.ts'
import { type Database, measureDatabaseTime } from '../db/client.ts'
import { type Blocking, createFairQueue, type Flow } from './fair-queue.ts'
import { createLoopMeter } from './loop-time.ts'

/** The server is over capacity and responds with 503 at once, so that the client retries later instead of waiting in vain. */
export class TooBusy extends Error {
  readonly statusCode = 503
  /** Random, so that clients that were rejected together do not return together. */
  readonly retryAfterSeconds = 1 + Math.floor(Math.random() * 4)
}

/**
 * The expected wait at which requests of a kind are rejected, in ms. Kinds with a lower limit are rejected first. `device` is for messages
 * of devices: a rejected device stores its message and sends it with the next one.
 */
const QUEUE_TIMEOUT_MS = { read: 0.15 * SECOND, work: 0.25 * SECOND, device: 0.15 * SECOND } as const
export type Rank = keyof typeof QUEUE_TIMEOUT_MS

/**
 * Upper limit of concurrent requests, regardless of the number of connections: beyond it every request takes longer and none finishes
 * sooner.
 */
const MAX_AT_WORK = 8

/** The longest time for accepting new connections before the next request runs, in ms. */
const LOOKING = 0.02 * SECOND

/** Requests without an owner, such as those of tests. */
const ANONYMOUS: Flow = ''

export type LoadShedder = {
  /** How many requests are running and waiting, and how many were rejected since the start. */
  state(): { working: number; waiting: number; sentAway: number }
  /** Throws if another request of this rank and flow would wait too long. */
  check(rank: Rank, flow?: Flow): void
  /** Runs the work when it is its turn, or throws like `check`. */
  through<T>(rank: Rank, work: () => Promise<T>, flow?: Flow): Promise<T>
}

/** Whether requests are running. Others wait only beside running ones, or because their company pauses. */
export const isServing = (gate: LoadShedder): boolean => gate.state().working > 0

/** Rejects nothing and queues nothing. */
export const NO_LOAD_SHEDDING: LoadShedder = {
  state: () => ({ working: 0, waiting: 0, sentAway: 0 }),
  check: () => {},
  through: (_rank, work) => work(),
}

type LoadSheddingOptions = {
  atOnce: number
  now?: () => number
  blocking?: Blocking
}
/**
 * Limits the number of concurrent requests, and of waiting ones to those that can be served in time, estimated from recent durations.
 * Devices have a separate lane with a quarter of the slots, so that users never wait behind thousands of devices that reconnect at once.
 *
 * Each company has its own queue, and a free slot goes to the company with the least recently used time (fair queuing). While others are
 * active, a company gets at most a quarter of the slots, because a new request should not wait for all of them to finish. A single active
 * company gets all slots.
 *
 * A company with expensive requests gets one slot while others are active, because a few of its queries would occupy all processors.
 *
 * Requests block others (`blocking`): each transaction of the embedded database blocks all others, and large bodies and responses block the
 * event loop. A company that has blocked others for more than its share of the time pauses while others are active. Otherwise it would start
 * the next request after each single one of the others.
 *
 * @see https://en.wikipedia.org/wiki/Fair_queuing
 */
export function createLoadShedder({ atOnce, now = () => performance.now(), blocking }: LoadSheddingOptions): LoadShedder {
  const places = Math.min(MAX_AT_WORK, atOnce)
  const people = createFairQueue(places, now, blocking)
  const devices = createFairQueue(Math.ceil(places / 4), now, blocking)
  const queueFor = (rank: Rank) => (rank === 'device' ? devices : people)
  let come = 0
  let sentAway = 0

  const check = (rank: Rank, flow: Flow = ANONYMOUS) => {
    come++
    if (!queueFor(rank).waitsLonger(flow, QUEUE_TIMEOUT_MS[rank])) return
    sentAway++
    throw new TooBusy()
  }

  /**
   * Accepts all new arrivals first. The process accepts one connection per event loop iteration, and a running request can delay the next
   * iteration for long, so the last clients of a burst would wait seconds for their 503.
   */
  const allSeen = async () => {
    const since = now()
    let before: number
    do {
      before = come
      await new Promise((seen) => setImmediate(seen))
    } while (come > before && now() - since < LOOKING)
  }

  return {
    state: () => ({ working: people.working() + devices.working(), waiting: people.waiting() + devices.waiting(), sentAway }),
    check,
    through: async (rank, work, flow = ANONYMOUS) => {
      check(rank, flow)
      return queueFor(rank).through(flow, async () => {
        await allSeen()
        return work()
      })
    },
  }
}

export const admissionFor = ({ kind, atOnce }: Pick<Database, 'kind' | 'atOnce'>): LoadShedder =>
  createLoadShedder({
    atOnce,
    blocking: kind === 'embedded' ? { what: 'database', measure: measureDatabaseTime } : { what: 'loop', measure: createLoopMeter() },
  })

/**
 * Health checks are cheap, and a load balancer that gets a 503 takes the whole server out. Sign-ins have their own limit while the password
 * is verified, and a client that cannot refresh its token can do nothing else. Imports have their own slots, so that reading a file takes
 * none from other requests.
 */
const NEVER_WAITS: ReadonlySet<string> = new Set(['alive', 'health', 'openapi', 'docs', 'token', 'importTable'])

/** Null for calls that never wait. `work` is operations and the pushes that contain them. */
export function rankOf({ name, operation, who }: Endpoint): Rank | null {
  if (NEVER_WAITS.has(name)) return null
  if (who === 'device') return 'device'
  return operation || name === 'push' ? 'work' : 'read'
}
