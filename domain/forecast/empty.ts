import { momentAt, wallClock } from '../calendar.ts'
import { HOUR, type Moment } from '../time.ts'
import { type Demand, USUAL_SPREAD } from './demand.ts'
import { HOURS_A_WEEK, hourOfWall, type Rhythm } from './rhythm.ts'

/**
 * When a slot or canister runs empty without a restock: median `likely`; `half` contains half of the probability, `most` 9 in 10. Null: not
 * within a year.
 */
export type Emptying = { likely: Moment | null; half: Span; most: Span }
type Span = { from: Moment | null; to: Moment | null }

type EmptyingOptions = {
  now: Moment
  timeZone: string
  rhythm: Rhythm
  demand: Demand /** Whole pieces in stock. */
  stock: number
}

/** Upper limit of forecasts. */
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

/** The average business hours after which this many pieces are sold with the given probability; infinite beyond the limit. */
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
 * The probability that at least this many pieces are sold in the given hours. Buyers arrive at random (Poisson) at a gamma-distributed
 * rate, so sales have a negative binomial distribution.
 */
export function chanceOfSelling(demand: Demand, pieces: number, hours: number): number {
  if (pieces <= 0) return 1
  if (demand.pieces <= 0 || demand.hours <= 0 || hours <= 0) return 0
  const mean = (demand.pieces / demand.hours) * hours
  const shape = shapeIn(demand, hours)
  const step = Math.log(mean / (shape + mean))
  // Uses logarithms because the probability of no sales may be smaller than any float.
  let term = -shape * Math.log1p(mean / shape)
  let fewer = 0
  for (let sold = 0; sold < pieces; sold++) {
    fewer += Math.exp(term)
    term += step + Math.log((shape + sold) / (sold + 1))
  }
  return Math.max(0, 1 - fewer)
}

/** The shape of the negative binomial distribution of sales in the given hours: daily variance averages out over time. */
export const shapeIn = ({ pieces, spread = USUAL_SPREAD }: Demand, hours: number): number => 1 / (1 / pieces + (24 * spread.luck) / hours)

/** The wall clock time after this many average business hours; null beyond the limit. */
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
