import { momentAt, wallClock } from '../calendar.ts'
import { HOUR, type Moment } from '../time.ts'
import { type Demand, rateOf } from './demand.ts'
import { shapeIn } from './empty.ts'
import { hourOfWall, type Rhythm } from './rhythm.ts'

/** Average business hours between two moments in a machine's local time. */
export function businessBetween(from: Moment, until: Moment, timeZone: string, rhythm: Rhythm): number {
  const end = wallClock(until, timeZone)
  let hours = 0
  for (let at = wallClock(from, timeZone); at < end; ) {
    const next = Math.min((Math.floor(at / HOUR) + 1) * HOUR, end)
    hours += (rhythm[hourOfWall(at)] ?? 1) * ((next - at) / HOUR)
    at = next
  }
  return hours
}

/** Expected unmet demand in pieces after this many average business hours. */
export const unmet = (demand: Demand, pieces: number, hours: number): number =>
  Math.max(0, rateOf(demand) * hours - soldOf(demand, pieces, hours))

/** Expected sales of the current stock by then: the sum of the probabilities that the first, second and further pieces are sold. */
export function soldOf(demand: Demand, pieces: number, hours: number): number {
  if (demand.pieces <= 0 || demand.hours <= 0 || hours <= 0) return 0
  const mean = rateOf(demand) * hours
  const shape = shapeIn(demand, hours)
  const step = Math.log(mean / (shape + mean))
  let term = -shape * Math.log1p(mean / shape)
  let fewer = 0
  let sold = 0
  for (let piece = 0; piece < pieces; piece++) {
    fewer += Math.exp(term)
    const isBought = Math.max(0, 1 - fewer)
    sold += isBought
    // The probability of further sales is negligible.
    if (isBought < 1e-6) break
    term += step + Math.log((shape + piece) / (piece + 1))
  }
  return sold
}

/** The same local time on the next day. */
export const aDayLater = (at: Moment, timeZone: string): Moment => momentAt(wallClock(at, timeZone) + 24 * HOUR, timeZone)
