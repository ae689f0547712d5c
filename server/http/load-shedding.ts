import type { Endpoint } from '#contract/endpoint.ts'
import type { CompanyId } from '#domain/ids.ts'
import { SECOND } from '#domain/time.ts'
import { type Database, measureDatabaseTime } from '../db/client.ts'

/** The server is over capacity and responds with 503 at once, so that the client retries later instead of waiting in vain. */
export class TooBusy extends Error {
  readonly statusCode = 503
  /** Random, so that clients that were rejected together do not return together. */
  readonly retryAfterSeconds = 1 + Math.floor(Math.random() * 4)
}

/**
 * The expected wait at which requests of a kind are rejected, in ms. Kinds with a lower limit are rejected first. `telling` is for messages
 * of devices: a rejected device stores its message and sends it with the next one.
 */
const QUEUE_TIMEOUT_MS = { read: 0.15 * SECOND, work: 0.25 * SECOND, telling: 0.15 * SECOND } as const
export type Rank = keyof typeof QUEUE_TIMEOUT_MS

/** This many may always wait, because a slow server with few users is not over capacity. */
const ALWAYS_WAIT = 4

/**
 * Upper limit of concurrent requests, regardless of the number of connections: beyond it every request takes longer and none finishes
 * sooner.
 */
const MAX_AT_WORK = 8

/** The weight of the latest request in the moving average of durations. */
const WEIGHT = 0.05

/** The longest time for accepting new connections before the next request runs, in ms. */
const LOOKING = 0.02 * SECOND

/** A company with a request within this time counts as active. */
const ACTIVE_MS = 10 * SECOND

/** Requests that block the embedded database for less time do not delay others noticeably and are not counted. */
const COUNTED_MS = 25
/** A company may block the embedded database for this long at once, as a screen does when it opens. */
const BURST_MS = 0.25 * SECOND
/** The share of its time that a company may use permanently while others are active. Few requests of others then wait for one of its own. */
const SHARE = 0.15
/** Long enough to run many requests of others. A longer pause would be noticed by the company's other users. */
const MAX_REST = 2 * SECOND

/**
 * While others are active, a company runs one request at a time if its requests usually take this long, and this many times as long as
 * those of all companies. Otherwise the machine is slow, and not its requests.
 */
const EXPENSIVE_MS = 50
const EXPENSIVE_TIMES = 2

/** The owner of a request, as far as it is known before any lookup. Shares are computed per flow. */
export type Flow = string

/** The prefix of a company's flow. Any other flow belongs to an address. */
const COMPANY_FLOW = 'company '
export const flowOf = (company: CompanyId): Flow => `${COMPANY_FLOW}${company}`

/** Requests without an owner, such as those of tests. */
const ANYBODY: Flow = ''

export type LoadShedder = {
  /** How many requests are running and waiting, and how many were rejected since the start. */
  state(): { working: number; waiting: number; sentAway: number }
  /** Throws if another request of this rank and flow would wait too long. */
  check(rank: Rank, flow?: Flow): void
  /** Runs the work when it is its turn, or throws like `check`. */
  through<T>(rank: Rank, work: () => Promise<T>, flow?: Flow): Promise<T>
}

export const isServing = (gate: LoadShedder): boolean => {
  const { working, waiting } = gate.state()
  return working + waiting > 0
}

/** Rejects nothing and queues nothing. */
export const NO_LOAD_SHEDDING: LoadShedder = {
  state: () => ({ working: 0, waiting: 0, sentAway: 0 }),
  check: () => {},
  through: (_rank, work) => work(),
}

type GateOptions = {
  atOnce: number
  now?: () => number
  /** Runs the work and reports for how long it blocked the database, in ms. */
  measureDatabaseTime?: TellKept
}
type TellKept = <T>(work: () => Promise<T>, tell: (ms: number) => void) => Promise<T>

/**
 * Limits the number of concurrent requests, and of waiting ones to those that can be served in time, estimated from recent durations.
 * Devices have a separate lane with a quarter of the slots, so that users never wait behind thousands of devices that reconnect at once.
 *
 * Each company has its own queue, and a free slot goes to the company with the least recently used time (fair queuing). While others are
 * active, a company gets at most half of the slots, because a new request should not wait for all of them to finish. A single active
 * company gets all slots.
 *
 * A company with expensive requests gets one slot while others are active, because a few of its queries would occupy all processors.
 *
 * If the database runs one transaction at a time (`measureDatabaseTime`), each blocks everything. A company that has used more than its
 * share of the database pauses while others are active. Otherwise it would start the next request after each single one of the others.
 *
 * @see https://en.wikipedia.org/wiki/Fair_queuing
 */
export function createLoadShedder({ atOnce, now = () => performance.now(), measureDatabaseTime }: GateOptions): LoadShedder {
  const places = Math.min(MAX_AT_WORK, atOnce)
  const people = openDoor(places, now, measureDatabaseTime)
  const devices = openDoor(Math.ceil(places / 4), now, measureDatabaseTime)
  const doorFor = (rank: Rank) => (rank === 'telling' ? devices : people)
  let come = 0
  let sentAway = 0

  const check = (rank: Rank, flow: Flow = ANYBODY) => {
    come++
    if (!doorFor(rank).waitsLonger(flow, QUEUE_TIMEOUT_MS[rank])) return
    sentAway++
    throw new TooBusy()
  }

  /**
   * Accepts all new arrivals first. The process accepts one connection per event loop iteration, and a running request can delay the next
   * iteration for long, so the last clients of a burst would wait seconds for their 503.
   */
  const everybodySeen = async () => {
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
    through: async (rank, work, flow = ANYBODY) => {
      check(rank, flow)
      return doorFor(rank).through(flow, async () => {
        await everybodySeen()
        return work()
      })
    },
  }
}

export const admissionFor = ({ kind, atOnce }: Pick<Database, 'kind' | 'atOnce'>): LoadShedder =>
  createLoadShedder({ atOnce, ...(kind === 'embedded' ? { measureDatabaseTime } : {}) })

type Begin = { at: number; charged: number }
/** The queue of one company: its used time (`used`, a virtual time for comparison only) and the duration of a typical request. */
type Queue = {
  isCompany: boolean
  waiting: (() => void)[]
  begins: Set<Begin>
  used: number
  typical: number | null
  /** How much more of the database the company has used than its share, in ms. */
  debt: number
  seenAt: number
  restsUntil: number
}

const NOTHING_KEPT: TellKept = (work) => work()

function openDoor(places: number, now: () => number, measureDatabaseTime: TellKept = NOTHING_KEPT) {
  const queues = new Map<Flow, Queue>()
  /** Queues with waiting requests. */
  const hungry = new Set<Queue>()
  let tidiedAt = now()
  /**
   * The virtual time of the company that was served last. A company that returns after a pause starts here and gets no credit for the
   * pause.
   */
  let clock = 0
  let working = 0
  let typical = 0

  const queueOf = (flow: Flow): Queue => {
    const queue = queues.get(flow) ?? {
      isCompany: flow.startsWith(COMPANY_FLOW),
      waiting: [],
      begins: new Set(),
      used: clock,
      typical: null,
      debt: 0,
      seenAt: now(),
      restsUntil: 0,
    }
    if (!queues.has(flow)) forgetIdle()
    queues.set(flow, queue)
    return queue
  }
  const isBusy = ({ waiting, begins }: Queue) => waiting.length + begins.size > 0
  const isActive = (queue: Queue) => isBusy(queue) || now() - queue.seenAt < ACTIVE_MS
  function forgetIdle() {
    if (now() - tidiedAt < SECOND) return
    tidiedAt = now()
    for (const [flow, queue] of queues) if (!isActive(queue)) queues.delete(flow)
  }

  /** Unauthenticated requests take no slots from the company that is active. */
  const isAlone = (queue: Queue) => {
    for (const other of queues.values()) if (other.isCompany && other !== queue && isActive(other)) return false
    return true
  }
  /** The maximum number of slots of a company. */
  const mostOf = (queue: Queue) => {
    if (isAlone(queue)) return places
    const isExpensive = queue.isCompany && (queue.typical ?? 0) >= Math.max(EXPENSIVE_MS, EXPENSIVE_TIMES * typical)
    return isExpensive ? 1 : Math.max(1, Math.floor(places / 2))
  }

  /** The recent average duration, or the age of the running requests if that is longer, so that a hanging database is detected. */
  const expected = ({ begins, typical: own }: Queue) => {
    const ages = [...begins].reduce((sum, { at }) => sum + now() - at, 0)
    return Math.max(own ?? typical, ages / Math.max(1, begins.size))
  }
  /** The share of the slots, by the number of queues that compete for them. */
  const shareOf = (queue: Queue) => Math.min(mostOf(queue), places / (hungry.size + (hungry.has(queue) ? 0 : 1)))

  const begin = (queue: Queue): Begin => {
    working++
    clock = Math.max(clock, queue.used)
    // Charges the expected time now and corrects it at the end, because many requests that start at once would otherwise count as nothing.
    const begun = { at: now(), charged: queue.typical ?? typical }
    queue.begins.add(begun)
    queue.used += begun.charged
    return begun
  }

  /** Counts the time for which a request blocked the database, and pauses its company if that exceeds its share. */
  const charge = (queue: Queue, keptMs: number) => {
    const left = Math.max(0, queue.debt - SHARE * (now() - queue.seenAt))
    const debt = left + (keptMs >= COUNTED_MS ? keptMs : 0)
    const rest = Math.min(MAX_REST, (debt - BURST_MS) / SHARE)
    queue.debt = Math.min(debt, BURST_MS + SHARE * MAX_REST)
    if (rest > 0 && !isAlone(queue)) queue.restsUntil = now() + rest
  }

  const rests = (queue: Queue) => queue.restsUntil > now() && !isAlone(queue)
  let waker: NodeJS.Timeout | undefined
  function giveOutAfterRest() {
    clearTimeout(waker)
    const ends = [...hungry].filter(rests).map(({ restsUntil }) => restsUntil)
    if (ends.length > 0) waker = setTimeout(giveOut, Math.min(...ends) - now() + 1)
  }

  /** Gives each free slot to the waiting company with the least used time that is below its maximum. */
  function giveOut() {
    while (working < places) {
      let next: Queue | undefined
      for (const queue of hungry) if ((!next || queue.used < next.used) && queue.begins.size < mostOf(queue) && !rests(queue)) next = queue
      const go = next?.waiting.shift()
      if (!next || !go) return giveOutAfterRest()
      if (next.waiting.length === 0) hungry.delete(next)
      go()
    }
  }

  return {
    working: () => working,
    waiting: () => [...hungry].reduce((sum, queue) => sum + queue.waiting.length, 0),
    /** Whether another request would wait longer than `patience`, in ms. */
    waitsLonger: (flow: Flow, patience: number) => {
      const queue = queues.get(flow)
      return (
        queue !== undefined && queue.waiting.length >= ALWAYS_WAIT && (queue.waiting.length * expected(queue)) / shareOf(queue) > patience
      )
    },
    async through<T>(flow: Flow, work: () => Promise<T>): Promise<T> {
      const queue = queueOf(flow)
      if (!isBusy(queue)) queue.used = Math.max(queue.used, clock)
      const begun = await new Promise<Begin>((go) => {
        queue.waiting.push(() => go(begin(queue)))
        hungry.add(queue)
        giveOut()
      })
      let keptMs = 0
      try {
        return await measureDatabaseTime(work, (ms) => {
          keptMs = ms
        })
      } finally {
        charge(queue, keptMs)
        const took = now() - begun.at
        queue.begins.delete(begun)
        queue.used += took - begun.charged
        queue.seenAt = now()
        queue.typical = (queue.typical ?? typical) + WEIGHT * (took - (queue.typical ?? typical))
        typical += WEIGHT * (took - typical)
        working--
        giveOut()
      }
    },
  }
}

/**
 * Health checks are cheap, and a load balancer that gets a 503 takes the whole server out. Sign-ins have their own limit while the password
 * is verified, and a client that cannot refresh its token can do nothing else. Imports have their own slots, so that reading a file takes
 * none from other requests.
 */
const NEVER_WAITS: ReadonlySet<string> = new Set(['health', 'openapi', 'docs', 'token', 'importTable'])

/** Null for calls that never wait. `work` is operations and the pushes that contain them. */
export function rankOf({ name, operation, who }: Endpoint): Rank | null {
  if (NEVER_WAITS.has(name)) return null
  if (who === 'device') return 'telling'
  return operation || name === 'push' ? 'work' : 'read'
}
