import { DAY, type Moment } from '../time.ts'
import type { Demand } from './demand.ts'
import { type Emptying, whenEmpty } from './empty.ts'
import type { Rhythm } from './rhythm.ts'

/** How fast places that stand for each other sell, and how much lay in them at a moment. */
export type Selling = { rhythm: Rhythm; demand: Demand; pieces: number; from: Moment }

/** As much as both: two gamma distributions added up, as the one that has their mean and their spread. They stand in one machine, so a good day is good for both. */
export function bothOf(one: Demand, other: Demand): Demand {
  const known = [one, other].filter(({ pieces, hours }) => pieces > 0 && hours > 0)
  const rate = known.reduce((sum, { pieces, hours }) => sum + pieces / hours, 0)
  const variance = known.reduce((sum, { pieces, hours }) => sum + pieces / hours ** 2, 0)
  const kind = known[0]?.spread
  if (variance > 0) return { pieces: rate ** 2 / variance, hours: rate / variance, ...(kind && { spread: kind }) }
  return { pieces: 0, hours: one.hours + other.hours }
}

/** Places of one product, as if they were one. Null: of one of them nothing is known. */
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

/** What is told of a place, in words that claim no more than is known. */
export type Told =
  /** Nothing lies there. */
  | { state: 'empty' }
  /** Most likely nothing lies there any more, though nobody has heard so. */
  | { state: 'by-now' }
  /** As likely as not in `half`, 9 times in 10 in `most`. An open end: later than anybody looks. */
  | { state: 'within'; half: { from: Moment; to: Moment | null }; most: { from: Moment; to: Moment | null } }
  /** Not for so long that nobody plans for it. */
  | { state: 'lasts' }

/** Who fills a place looks no further ahead. */
export const FARTHEST_DAYS = 28

export function toldOf({ rhythm, demand, pieces, from }: Selling, now: Moment, timeZone: string): Told {
  if (pieces <= 0) return { state: 'empty' }
  const { half, most }: Emptying = whenEmpty({ now: from, timeZone, rhythm, demand, stock: pieces })
  if (half.from === null || half.from > now + FARTHEST_DAYS * DAY) return { state: 'lasts' }
  if (half.to !== null && half.to <= now) return { state: 'by-now' }
  const ahead = (at: Moment | null) => Math.max(at ?? now, now)
  return { state: 'within', half: { from: ahead(half.from), to: half.to }, most: { from: ahead(most.from), to: most.to } }
}
