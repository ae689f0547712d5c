import type { Endpoint } from '#contract/endpoint.ts'
import { SECOND } from '#domain/time.ts'

/** Past capacity: answered at once with 503, so that whoever asks comes again instead of waiting in vain. */
export class TooBusy extends Error {
  readonly statusCode = 503
  /** Not the same for all: who was sent away together must not come back together. */
  readonly retryAfterSeconds = 1 + Math.floor(Math.random() * 4)
}

/** How long requests of a kind may be expected to wait: what has the least patience is sent away first. */
const PATIENCE = { read: 0.15 * SECOND, work: 0.3 * SECOND } as const
export type Rank = keyof typeof PATIENCE

/** So few may always wait: a slow machine with few people on it is not past its capacity. */
const ALWAYS_WAIT = 4

/** How much the latest request says of how long one takes. */
const WEIGHT = 0.05

export type Gate = {
  /** Throws where one more of this rank would wait too long. */
  check(rank: Rank): void
  /** Does the work once it is its turn, or throws as `check` does. */
  through<T>(rank: Rank, work: () => Promise<T>): Promise<T>
}

/** Lets so many work at once, and only so many wait as will be served in time, by how long the latest ones took. */
export function openGate({ atOnce, now = () => performance.now() }: { atOnce: number; now?: () => number }): Gate {
  let working = 0
  let typical = 0
  const waiting: (() => void)[] = []

  const check = (rank: Rank) => {
    if (waiting.length < ALWAYS_WAIT) return
    if ((waiting.length * typical) / atOnce > PATIENCE[rank]) throw new TooBusy()
  }

  return {
    check,
    through: async (rank, work) => {
      check(rank)
      if (working < atOnce) working++
      else await new Promise<void>((go) => waiting.push(go))
      // Whoever has come meanwhile is seen first: the embedded database would not let the process look up until all is done.
      await new Promise((seen) => setImmediate(seen))
      const begun = now()
      try {
        return await work()
      } finally {
        typical += WEIGHT * (now() - begun - typical)
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
export const rankOf = ({ name, operation }: Endpoint): Rank | null =>
  NEVER_WAITS.has(name) ? null : operation || name === 'push' ? 'work' : 'read'
