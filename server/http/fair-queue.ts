import type { CompanyId } from '#domain/ids.ts'
import { SECOND } from '#domain/time.ts'

/** The owner of a request, as far as it is known before any lookup. Shares are computed per flow. */
export type Flow = string

/** The prefix of a company's flow. Any other flow belongs to an address. */
const COMPANY_FLOW = 'company '
export const flowOf = (company: CompanyId): Flow => `${COMPANY_FLOW}${company}`

/** This many may always wait, because a slow server with few users is not over capacity. */
const ALWAYS_WAIT = 4

/** The weight of the latest request in the moving average of durations. */
const WEIGHT = 0.05

/** A company with a request within this time counts as active. */
const ACTIVE_MS = 10 * SECOND

/** Requests that block others for less time do not delay them noticeably and are not counted. */
const COUNTED_MS = { database: 25, loop: 10 }
/** A company may block others for this long at once, as a screen does when it opens. */
const BURST_MS = 0.25 * SECOND
/** The share of the time that a company may use permanently while others are active. Few requests of others then wait for one of its own. */
const SHARE = 0.25
/** The share of the slots that a company may use while others are active. A larger share delays the requests of others. */
const SHARE_OF_PLACES = 0.25
/** Long enough to run many requests of others. A longer pause would be noticed by the company's other users. */
const MAX_PAUSE = 2 * SECOND

/**
 * While others are active, a company runs one request at a time if its requests usually take this long, and this many times as long as
 * those of other companies. Otherwise the machine is slow, and not its requests.
 */
const EXPENSIVE_MS = 50
const EXPENSIVE_TIMES = 2

/** Runs the work and reports for how long it blocked others, in ms. */
export type MeasureTime = <T>(work: () => Promise<T>, report: (ms: number) => void) => Promise<T>
/** What requests block: the embedded database, which runs one transaction at a time, or the event loop of the process. */
export type Blocking = { what: 'database' | 'loop'; measure: MeasureTime }

type Begin = { at: number; charged: number }
/** The queue of one company: its used time (`used`, a virtual time for comparison only) and the duration of a typical request. */
type Queue = {
  isCompany: boolean
  waiting: (() => void)[]
  begins: Set<Begin>
  used: number
  typical: number | null
  /** For how long a typical request blocks others, in ms. */
  typicalKept: number | null
  /** For how much longer the company has blocked others than its share, in ms. */
  debt: number
  seenAt: number
  restsUntil: number
}

const NOTHING: Blocking = { what: 'database', measure: (work) => work() }

const approach = (average: number | null, latest: number): number => (average === null ? latest : average + WEIGHT * (latest - average))

export function createFairQueue(places: number, now: () => number, { what, measure }: Blocking = NOTHING) {
  const queues = new Map<Flow, Queue>()
  /** Queues with waiting requests. */
  const withRequests = new Set<Queue>()
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
      typicalKept: null,
      debt: 0,
      seenAt: now(),
      restsUntil: 0,
    }
    if (!queues.has(flow)) dropIdleCompanies()
    queues.set(flow, queue)
    return queue
  }
  const isBusy = ({ waiting, begins }: Queue) => waiting.length + begins.size > 0
  const isActive = (queue: Queue) => isBusy(queue) || now() - queue.seenAt < ACTIVE_MS
  function dropIdleCompanies() {
    if (now() - tidiedAt < SECOND) return
    tidiedAt = now()
    for (const [flow, queue] of queues) if (!isActive(queue)) queues.delete(flow)
  }

  /** Unauthenticated requests take no slots from the company that is active. */
  const isAlone = (queue: Queue) => {
    for (const other of queues.values()) if (other.isCompany && other !== queue && isActive(other)) return false
    return true
  }
  /** The average of other companies, each counted once, because most requests come from the one that floods. */
  const averageOfOthers = (queue: Queue, of: (other: Queue) => number | null): number | null => {
    const values = [...queues.values()].flatMap((other) => (other.isCompany && other !== queue ? (of(other) ?? []) : []))
    return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length
  }
  /** The maximum number of slots of a company. */
  const maximumOf = (queue: Queue) => {
    if (isAlone(queue)) return places
    const own = queue.isCompany ? (queue.typical ?? 0) : 0
    const isExpensive = own >= EXPENSIVE_MS && own >= EXPENSIVE_TIMES * (averageOfOthers(queue, (other) => other.typical) ?? typical)
    return isExpensive ? 1 : Math.max(1, Math.floor(places * SHARE_OF_PLACES))
  }

  /** The recent average duration, or the age of the running requests if that is longer, so that a hanging database is detected. */
  const expected = ({ begins, typical: own }: Queue) => {
    const ages = [...begins].reduce((sum, { at }) => sum + now() - at, 0)
    return Math.max(own ?? typical, ages / Math.max(1, begins.size))
  }
  /** The share of the slots, by the number of queues that compete for them. */
  const shareOf = (queue: Queue) => Math.min(maximumOf(queue), places / (withRequests.size + (withRequests.has(queue) ? 0 : 1)))

  const begin = (queue: Queue): Begin => {
    working++
    clock = Math.max(clock, queue.used)
    // Charges the expected time now and corrects it at the end, because many requests that start at once would otherwise count as nothing.
    const begun = { at: now(), charged: queue.typical ?? typical }
    queue.begins.add(begun)
    queue.used += begun.charged
    return begun
  }

  /** On a slow machine the requests of all companies keep the event loop busy for longer. */
  const isCounted = (queue: Queue, keptMs: number) =>
    keptMs >= COUNTED_MS[what] &&
    (what === 'database' || keptMs >= EXPENSIVE_TIMES * (averageOfOthers(queue, (other) => other.typicalKept) ?? 0))

  /** Counts the time for which a request blocked others, and pauses its company if that exceeds its share. */
  const charge = (queue: Queue, keptMs: number) => {
    const left = Math.max(0, queue.debt - SHARE * (now() - queue.seenAt))
    const debt = left + (isCounted(queue, keptMs) ? keptMs : 0)
    queue.typicalKept = approach(queue.typicalKept, keptMs)
    const rest = Math.min(MAX_PAUSE, (debt - BURST_MS) / SHARE)
    queue.debt = Math.min(debt, BURST_MS + SHARE * MAX_PAUSE)
    if (rest > 0 && !isAlone(queue)) queue.restsUntil = now() + rest
  }

  const rests = (queue: Queue) => queue.restsUntil > now() && !isAlone(queue)
  let waker: NodeJS.Timeout | undefined
  function dispatchAfterPause() {
    clearTimeout(waker)
    const ends = [...withRequests].filter(rests).map(({ restsUntil }) => restsUntil)
    if (ends.length > 0) waker = setTimeout(dispatch, Math.min(...ends) - now() + 1)
  }

  /** Gives each free slot to the waiting company with the least used time that is below its maximum. */
  function dispatch() {
    while (working < places) {
      let next: Queue | undefined
      for (const queue of withRequests)
        if ((!next || queue.used < next.used) && queue.begins.size < maximumOf(queue) && !rests(queue)) next = queue
      const go = next?.waiting.shift()
      if (!next || !go) return dispatchAfterPause()
      if (next.waiting.length === 0) withRequests.delete(next)
      go()
    }
  }

  return {
    working: () => working,
    waiting: () => [...withRequests].reduce((sum, queue) => sum + queue.waiting.length, 0),
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
        withRequests.add(queue)
        dispatch()
      })
      let keptMs = 0
      try {
        return await measure(work, (ms) => {
          keptMs = ms
        })
      } finally {
        charge(queue, keptMs)
        const took = now() - begun.at
        queue.begins.delete(begun)
        queue.used += took - begun.charged
        queue.seenAt = now()
        queue.typical = approach(queue.typical ?? typical, took)
        typical += WEIGHT * (took - typical)
        working--
        dispatch()
      }
    },
  }
}
