import { DAY, type Moment } from '../time.ts'
import { businessOf, businessUntil } from './days.ts'
import { weightOf } from './demand.ts'
import { EVEN, type Rhythm, rhythmOf, type WeekOfSales } from './rhythm.ts'
import { type Hours, mergeWeeks, timesWeek } from './seen.ts'

/** Backtests start this many days before now. */
export const FOLDS = [7, 10, 14, 18, 21, 25, 28, 35, 42]

/** A machine's sales in each part of its past: before the oldest fold first, after the most recent one last. */
export type WeeksByFold = readonly WeekOfSales[]

/** The ends of those parts, in days before now. */
export const PARTS_END = [...FOLDS.toReversed(), 0]

/** A machine's rhythm from the data at `index` folds after the oldest. */
function rhythmsOf(weeks: readonly WeeksByFold[]): Rhythm[][] {
  return FOLDS.toReversed().map((fold, index) => {
    // Older data has less weight, as seen from the fold.
    const before = weeks.map((parts) => timesWeek(mergeWeeks(parts.slice(0, index + 1)), 1 / weightOf(fold)))
    const usual = rhythmOf(mergeWeeks(before), EVEN)
    return before.map((week) => rhythmOf(week, usual))
  })
}

/**
 * For each fold and machine: the activity of each day by the rhythm known at the fold, relative to the current one. Backtests with the
 * current rhythm would include the days that they predict, and underestimate errors.
 */
export function busyByFold(
  weeks: readonly WeeksByFold[],
  rhythms: readonly Rhythm[],
  { hours, now, days }: { hours: Hours; now: Moment; days: number },
): ReadonlyMap<number, readonly Float64Array[]> {
  const ofDays = (rhythm: Rhythm) => {
    const business = businessOf(hours, rhythm)
    return Float64Array.from({ length: days }, (_, day) => {
      const [from, to] = [now - (day + 1) * DAY, now - day * DAY]
      return businessUntil(business, hours.first, to) - businessUntil(business, hours.first, from)
    })
  }
  const today = rhythms.map(ofDays)
  return new Map(
    rhythmsOf(weeks).map((before, index) => [
      FOLDS.toReversed()[index] ?? 0,
      before.map((rhythm, machine) => ofDays(rhythm).map((busy, day) => busy / Math.max(today[machine]?.[day] ?? 0, 1e-9))),
    ]),
  )
}
