import type { Endpoint } from '#contract/endpoint.ts'
import type { CompanyId } from '#domain/ids.ts'
import { SECOND } from '#domain/time.ts'
import { type Database, measureDatabaseTime } from '../db/client.ts'

/** Past capacity: answered at once with 503, so that whoever asks comes again instead of waiting in vain. */
export class TooBusy extends Error {
  readonly statusCode = 503
  /** Not the same for all: who was sent away together must not come back together. */
  readonly retryAfterSeconds = 1 + Math.floor(Math.random() * 4)
}

/**
 * How long requests of a kind may be expected to wait: what has the least patience is sent away first. `telling` is what devices do: one
 * that is sent away keeps what it had to tell, and tells it together with what comes next.
 */
const PATIENCE = { read: 0.15 * SECOND, work: 0.25 * SECOND, telling: 0.15 * SECOND } as const
export type Rank = keyof typeof PATIENCE

/** So few may always wait: a slow machine with few people on it is not past its capacity. */
const ALWAYS_WAIT = 4

/**
 * So many work at once at most, however many connections the database has: a process that can do no more makes each of them wait longer,
 * and nobody is served sooner.
 */
const MAX_AT_WORK = 8

/** How much the latest request says of how long one takes. */
const WEIGHT = 0.05

/** So long at most is looked who else has come before the next one is served. */
const LOOKING = 0.02 * SECOND

/** A company that has asked within this time counts as active. */
const ACTIVE_MS = 10 * SECOND

/** A request that kept everybody else from the database for so long is followed by a rest of its company. */
const LONG = 0.25 * SECOND

/** In this time others are served many times. Longer, and the other people of the company would notice. */
const REST = SECOND

/** Whose request it is, as far as that is known before anything is looked up: shares are counted by it. */
export type Flow = string

/** How the flows of companies begin; any other is one of an address. */
const COMPANY_FLOW = 'company '
export const flowOf = (company: CompanyId): Flow => `${COMPANY_FLOW}${company}`

/** Requests of nobody in particular, such as those of tests. */
const ANYBODY: Flow = ''

export type LoadShedder = {
  /** How many are at work, how many wait, and how many were sent away since the start. */
  state(): { working: number; waiting: number; sentAway: number }
  /** Throws where one more of this rank and flow would wait too long. */
  check(rank: Rank, flow?: Flow): void
  /** Does the work once it is its turn, or throws as `check` does. */
  through<T>(rank: Rank, work: () => Promise<T>, flow?: Flow): Promise<T>
}

/** Refuses nothing and queues nothing. */
export const NO_LOAD_SHEDDING: LoadShedder = {
  state: () => ({ working: 0, waiting: 0, sentAway: 0 }),
  check: () => {},
  through: (_rank, work) => work(),
}

type GateOptions = {
  atOnce: number
  now?: () => number
  /** Does the work, and tells for how long it kept everybody else from the database. */
  measureDatabaseTime?: TellKept
}
type TellKept = <T>(work: () => Promise<T>, tell: (ms: number) => void) => Promise<T>

/**
 * Lets so many work at once, and only so many wait as will be served in time, by how long the latest ones took. Devices have a door of
 * their own, with a quarter as many places: when thousands of them come back at once, nobody who works stands behind them.
 *
 * Each company has a queue of its own, and the place that becomes free goes to the company that has used the least time of late (fair
 * queuing). While others are active, no company has more than half of the places, because the one who comes next must not wait for all
 * of them to finish. A company alone has all places.
 *
 * Where the database serves one transaction at a time (`measureDatabaseTime`), nothing can be done while a long one runs. A company rests after one
 * while others are active. Without that it would begin the next one after each single request of the others.
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
    if (!doorFor(rank).waitsLonger(flow, PATIENCE[rank])) return
    sentAway++
    throw new TooBusy()
  }

  /**
   * Whoever has come meanwhile is seen first. The process takes one new connection each time it looks up, and serving one request
   * may keep it from that for long: of a crowd that comes at once, the last would wait for seconds to hear that they must come again.
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
/** The queue of one company: the time that its requests have used (`used`, in a count that only compares), and how long one takes. */
type Queue = {
  isCompany: boolean
  waiting: (() => void)[]
  begins: Set<Begin>
  used: number
  typical: number | null
  seenAt: number
  restsUntil: number
}

const NOTHING_KEPT: TellKept = (work) => work()

function openDoor(places: number, now: () => number, measureDatabaseTime: TellKept = NOTHING_KEPT) {
  const queues = new Map<Flow, Queue>()
  /** Those in which somebody waits. */
  const hungry = new Set<Queue>()
  let tidiedAt = now()
  /** Where the company stood that was served last: one that comes back after a pause has no claim on the time in which it did not ask. */
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

  /** Somebody who only looks at the sign-in page takes no places away from the company that works here. */
  const isAlone = (queue: Queue) => {
    for (const other of queues.values()) if (other.isCompany && other !== queue && isActive(other)) return false
    return true
  }
  /** How many places a company may have at once. */
  const mostOf = (queue: Queue) => (isAlone(queue) ? places : Math.max(1, Math.floor(places / 2)))

  /** As long as one took of late; longer where those at work have taken longer already, or nobody would notice a database that stands still. */
  const expected = ({ begins, typical: own }: Queue) => {
    const ages = [...begins].reduce((sum, { at }) => sum + now() - at, 0)
    return Math.max(own ?? typical, ages / Math.max(1, begins.size))
  }
  /** A share of the places, by how many want one. */
  const shareOf = (queue: Queue) => Math.min(mostOf(queue), places / (hungry.size + (hungry.has(queue) ? 0 : 1)))

  const begin = (queue: Queue): Begin => {
    working++
    clock = Math.max(clock, queue.used)
    // Charged ahead, and corrected at the end: many that begin in one moment must not all count as nothing.
    const begun = { at: now(), charged: queue.typical ?? typical }
    queue.begins.add(begun)
    queue.used += begun.charged
    return begun
  }

  const rests = (queue: Queue) => queue.restsUntil > now() && !isAlone(queue)
  let waker: NodeJS.Timeout | undefined
  function giveOutAfterRest() {
    clearTimeout(waker)
    const ends = [...hungry].filter(rests).map(({ restsUntil }) => restsUntil)
    if (ends.length > 0) waker = setTimeout(giveOut, Math.min(...ends) - now() + 1)
  }

  /** Gives each free place to the company with the least used time among those that wait and may have one more. */
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
    /** Whether one more would have to wait for longer than that. */
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
        if (keptMs >= LONG && !isAlone(queue)) queue.restsUntil = now() + REST
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
 * Health is cheap, and a balancer that hears "busy" would take the whole server out. A sign-in must not hold a place while its
 * password is looked at, which has a bound of its own; and who cannot refresh a token can do nothing else. Imports have places of
 * their own, so that reading a file takes no place from other requests.
 */
const NEVER_WAITS: ReadonlySet<string> = new Set(['health', 'openapi', 'docs', 'token', 'importTable'])

/** Null for what never waits. Work is the deeds themselves, and the pushes that bring them home. */
export function rankOf({ name, operation, who }: Endpoint): Rank | null {
  if (NEVER_WAITS.has(name)) return null
  if (who === 'device') return 'telling'
  return operation || name === 'push' ? 'work' : 'read'
}
