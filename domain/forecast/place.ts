import { DAY, type Moment } from '../time.ts'
import type { Demand } from './demand.ts'
import { type Emptying, whenEmpty } from './empty.ts'
import type { Rhythm } from './rhythm.ts'

/** The rate of interchangeable slots or canisters, and their stock at a moment. */
export type Selling = { rhythm: Rhythm; demand: Demand; pieces: number; from: Moment }

/**
 * The sum of two gamma distributions, approximated by one with the same mean and variance. They are in one machine, so their days are
 * correlated.
 */
export function bothOf(one: Demand, other: Demand): Demand {
  const known = [one, other].filter(({ pieces, hours }) => pieces > 0 && hours > 0)
  const rate = known.reduce((sum, { pieces, hours }) => sum + pieces / hours, 0)
  const variance = known.reduce((sum, { pieces, hours }) => sum + pieces / hours ** 2, 0)
  const kind = known[0]?.spread
  if (variance > 0) return { pieces: rate ** 2 / variance, hours: rate / variance, ...(kind && { spread: kind }) }
  return { pieces: 0, hours: one.hours + other.hours }
}

/** Slots of one product, combined. Null if one of them is unknown. */
export function sellingOfAll(all: readonly (Selling | null)[]): Selling | null {
  return all.reduce((sum, one) => {
    if (!sum || !one) return null
    return {
      rhythm: sum.rhythm,
      demand: bothOf(sum.demand, one.demand),
      pieces: Math.max(sum.pieces, 0) + Math.max(one.pieces, 0),
      from: Math.max(sum.from, one.from),
    }
  })
}

/** The forecast of a slot in a form that claims no more than is known. */
export type EmptyForecast =
  /** No stock. */
  | { state: 'empty' }
  /** Probably empty by now, although not reported. */
  | { state: 'by-now' }
  /** Empty in `half` with a probability of 5 in 10, in `most` of 9 in 10. An open end is beyond the limit. */
  | { state: 'within'; half: { from: Moment; to: Moment | null }; most: { from: Moment; to: Moment | null } }
  /** Too far away for planning. */
  | { state: 'lasts' }

/** Planning horizon of restocking. */
export const FARTHEST_DAYS = 28

export function emptyForecastOf({ rhythm, demand, pieces, from }: Selling, now: Moment, timeZone: string): EmptyForecast {
  if (pieces <= 0) return { state: 'empty' }
  const { half, most }: Emptying = whenEmpty({ now: from, timeZone, rhythm, demand, stock: pieces })
  if (half.from === null || half.from > now + FARTHEST_DAYS * DAY) return { state: 'lasts' }
  if (half.to !== null && half.to <= now) return { state: 'by-now' }
  const ahead = (at: Moment | null) => Math.max(at ?? now, now)
  return { state: 'within', half: { from: ahead(half.from), to: half.to }, most: { from: ahead(most.from), to: most.to } }
}
