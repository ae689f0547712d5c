import { momentAt, wallClock } from '../calendar.ts'
import { HOUR, type Moment } from '../time.ts'
import { type Demand, rateOf } from './demand.ts'
import { shapeIn } from './empty.ts'
import { hourOfWall, type Rhythm } from './rhythm.ts'

/** How many hours of average business lie between two moments on a machine's own wall. */
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

/** How many pieces people will most likely have asked for in vain after so many hours of average business. */
export const unmet = (demand: Demand, pieces: number, hours: number): number =>
  Math.max(0, rateOf(demand) * hours - soldOf(demand, pieces, hours))

/** How many of the pieces that lie there will most likely be sold by then: as often as the first is bought, and the second, and so on. */
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
    // The rest are bought as good as never.
    if (isBought < 1e-6) break
    term += step + Math.log((shape + piece) / (piece + 1))
  }
  return sold
}

/** The same hour of the next day, as the wall shows it. */
export const aDayLater = (at: Moment, timeZone: string): Moment => momentAt(wallClock(at, timeZone) + 24 * HOUR, timeZone)
