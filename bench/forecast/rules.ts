import { DAY, type Moment } from '#domain/time.ts'
import { daysBefore, type PlaceView, soldBetween } from './view.ts'

/** The predicted sales in pieces over `days` days that begin `after` days from `now`, by a simple rule that uses data before `now` only. */
export type Rule = (place: PlaceView, now: Moment, after: number, days: number) => number

export const RULES: Record<string, Rule> = {
  'average of 6 visits': ({ fills, since }, now, _, days) => {
    const known = fills.filter(({ at }) => at < now)
    const from = known.at(-7)?.at ?? since
    const pieces = known.slice(-6).reduce((sum, fill) => sum + fill.pieces, 0)
    return perDay(pieces, (known.at(-1)?.at ?? since) - from) * days
  },
  'mean of 14 days': (place, now, _, days) => meanOf(place, now, 14) * days,
  // Stock divided by the average sales of 28 days.
  'days of cover': (place, now, _, days) => meanOf(place, now, 28) * days,
  'same weekday': ({ sales }, now, after, days) => {
    let expected = 0
    for (let day = after; day < after + days; day++) {
      for (let week = 1; week <= WEEKS; week++) {
        const from = now + (day - week * 7) * DAY
        expected += soldBetween(sales, from, from + DAY) / WEEKS
      }
    }
    return expected
  },
  'exponential smoothing': (place, now, _, days) => smoothed(place, now) * days,
}

const WEEKS = 4

function meanOf({ sales, since }: PlaceView, now: Moment, days: number): number {
  const from = Math.max(daysBefore(now, days), since)
  return perDay(soldBetween(sales, from, now), now - from)
}

/** Each stock point with the factor that would have been best for it so far. */
const FACTORS = [0.03, 0.06, 0.1, 0.2, 0.3]

function smoothed({ sales, since }: PlaceView, now: Moment): number {
  const past = Math.min(Math.floor((now - since) / DAY), 70)
  const counts = Array.from({ length: past }, (_, index) =>
    soldBetween(sales, daysBefore(now, past - index), daysBefore(now, past - index - 1)),
  )
  const tried = FACTORS.map((factor) => {
    let level = counts.slice(0, 7).reduce((sum, count) => sum + count, 0) / Math.max(Math.min(counts.length, 7), 1)
    let error = 0
    for (const count of counts.slice(7)) {
      error += (count - level) ** 2
      level += factor * (count - level)
    }
    return { level, error }
  })
  return tried.reduce((best, one) => (one.error < best.error ? one : best)).level
}

const perDay = (pieces: number, span: number) => (span > 0 ? pieces / (span / DAY) : 0)
