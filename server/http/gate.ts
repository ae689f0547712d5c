import type { Endpoint } from '#contract/endpoint.ts'
import { SECOND } from '#domain/time.ts'

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
const MOST_AT_WORK = 8

/** How much the latest request says of how long one takes. */
const WEIGHT = 0.05

/** So long at most is looked who else has come before the next one is served. */
const LOOKING = 0.02 * SECOND

export type Gate = {
  /** Throws where one more of this rank would wait too long. */
  check(rank: Rank): void
  /** Does the work once it is its turn, or throws as `check` does. */
  through<T>(rank: Rank, work: () => Promise<T>): Promise<T>
}

/**
 * Lets so many work at once, and only so many wait as will be served in time, by how long the latest ones took. Devices have a door of
 * their own, with a quarter as many places: when thousands of them come back at once, nobody who works stands behind them.
 */
export function openGate({ atOnce, now = () => performance.now() }: { atOnce: number; now?: () => number }): Gate {
  const places = Math.min(MOST_AT_WORK, atOnce)
  const people = openDoor(places, now)
  const devices = openDoor(Math.ceil(places / 4), now)
  const doorFor = (rank: Rank) => (rank === 'telling' ? devices : people)
  let come = 0

  const check = (rank: Rank) => {
    come++
    if (doorFor(rank).waitsLonger(PATIENCE[rank])) throw new TooBusy()
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
    check,
    through: async (rank, work) => {
      check(rank)
      return doorFor(rank).through(async () => {
        await everybodySeen()
        return work()
      })
    },
  }
}

function openDoor(places: number, now: () => number) {
  let working = 0
  let typical = 0
  const begins = new Set<{ at: number }>()
  const waiting: (() => void)[] = []

  /** As long as one took of late; longer where those at work have taken longer already, or nobody would notice a database that stands still. */
  const expected = () => {
    const ages = [...begins].reduce((sum, { at }) => sum + now() - at, 0)
    return Math.max(typical, ages / Math.max(1, begins.size))
  }

  return {
    /** Whether one more would have to wait for longer than that. */
    waitsLonger: (patience: number) => waiting.length >= ALWAYS_WAIT && (waiting.length * expected()) / places > patience,
    async through<T>(work: () => Promise<T>): Promise<T> {
      if (working < places) working++
      else await new Promise<void>((go) => waiting.push(go))
      const begin = { at: now() }
      begins.add(begin)
      try {
        return await work()
      } finally {
        begins.delete(begin)
        typical += WEIGHT * (now() - begin.at - typical)
        // The place is handed on, not given up and taken again: nobody who comes later gets between.
        const next = waiting.shift()
        if (next) next()
        else working--
      }
    },
  }
}

/**
 * Health is cheap, and a balancer that hears "busy" would take the whole server out. A sign-in must not hold a place while its
 * password is looked at, which has a bound of its own; and who cannot refresh a token can do nothing else.
 */
const NEVER_WAITS: ReadonlySet<string> = new Set(['health', 'openapi', 'docs', 'token'])

/** Null for what never waits. Work is the deeds themselves, and the pushes that bring them home. */
export function rankOf({ name, operation, who }: Endpoint): Rank | null {
  if (NEVER_WAITS.has(name)) return null
  if (who === 'device') return 'telling'
  return operation || name === 'push' ? 'work' : 'read'
}
