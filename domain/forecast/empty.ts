import { momentAt, wallClock } from '../calendar.ts'
import { HOUR, type Moment } from '../time.ts'
import { type Demand, USUAL_SPREAD } from './demand.ts'
import { HOURS_A_WEEK, hourOfWall, type Rhythm } from './rhythm.ts'

/** When a place runs empty if nobody fills it: as likely before as after `likely`; half of the time inside `half`, 9 in 10 times in `most`. Null: not within the year. */
export type Emptying = { likely: Moment | null; half: Span; most: Span }
export type Span = { from: Moment | null; to: Moment | null }

export type EmptyingOptions = {
  now: Moment
  timeZone: string
  rhythm: Rhythm
  demand: Demand /** Whole pieces that lie there. */
  stock: number
}

/** Nothing is told of later than this. */
const FARTHEST_HOURS = 366 * 24

export function whenEmpty({ now, timeZone, rhythm, demand, stock }: EmptyingOptions): Emptying {
  const wall = wallClock(now, timeZone)
  const at = (share: number) => {
    if (stock <= 0) return now
    const hours = hoursUntilSold(demand, stock, share)
    const then = wallAfter(wall, hours, rhythm)
    return then === null ? null : momentAt(then, timeZone)
  }
  const { half, most } = demand.spread ?? USUAL_SPREAD
  const span = (reach: number) => ({ from: at(0.5 - reach), to: at(0.5 + reach) })
  return { likely: at(0.5), half: span(half), most: span(most) }
}

/** In how many hours of average business so many pieces are sold with this probability; infinite where it takes longer than anybody asks. */
export function hoursUntilSold(demand: Demand, pieces: number, probability: number): number {
  if (chanceOfSelling(demand, pieces, FARTHEST_HOURS) < probability) return Number.POSITIVE_INFINITY
  let [low, high] = [0, FARTHEST_HOURS]
  while (high - low > 1e-3 * high && high > 1e-3) {
    const middle = (low + high) / 2
    if (chanceOfSelling(demand, pieces, middle) < probability) low = middle
    else high = middle
  }
  return (low + high) / 2
}

/**
 * How likely at least so many pieces are sold in so many hours. Buyers come by chance (Poisson) at a rate that is itself known by a gamma
 * distribution alone, so that what is sold follows a negative binomial one.
 */
export function chanceOfSelling(demand: Demand, pieces: number, hours: number): number {
  if (pieces <= 0) return 1
  if (demand.pieces <= 0 || demand.hours <= 0 || hours <= 0) return 0
  const mean = (demand.pieces / demand.hours) * hours
  const shape = shapeIn(demand, hours)
  const step = Math.log(mean / (shape + mean))
  // Logarithms, since the chance of none at all may be smaller than any number.
  let term = -shape * Math.log1p(mean / shape)
  let fewer = 0
  for (let sold = 0; sold < pieces; sold++) {
    fewer += Math.exp(term)
    term += step + Math.log((shape + sold) / (sold + 1))
  }
  return Math.max(0, 1 - fewer)
}

/** The shape of the negative binomial distribution of what is sold in so many hours: the luck of days evens out over many of them. */
export const shapeIn = ({ pieces, spread = USUAL_SPREAD }: Demand, hours: number): number => 1 / (1 / pieces + (24 * spread.luck) / hours)

/** What the wall shows after so many hours of average business; null where that is too far away to be told. */
function wallAfter(wall: Moment, hours: number, rhythm: Rhythm): Moment | null {
  if (!(hours < FARTHEST_HOURS)) return null
  const weeks = Math.floor(hours / HOURS_A_WEEK)
  let left = hours - weeks * HOURS_A_WEEK
  let at = wall + weeks * HOURS_A_WEEK * HOUR
  for (let steps = 0; steps <= HOURS_A_WEEK; steps++) {
    const untilNext = HOUR - (((at % HOUR) + HOUR) % HOUR)
    const weight = rhythm[hourOfWall(at)] ?? 1
    const takes = (weight * untilNext) / HOUR
    if (takes >= left) return at + (left / weight) * HOUR
    left -= takes
    at += untilNext
  }
  return at
}
