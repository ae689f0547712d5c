import { wallClock } from '../calendar.ts'
import { DAY, HOUR, type Moment } from '../time.ts'

export const HOURS_A_WEEK = 168

/** Activity of each hour of the week in the machine's local time, from Monday 0:00, relative to the average hour: the mean is 1. */
export type Rhythm = readonly number[]

/** Sales in each hour of the week, and the number of such hours with stock; both over the same time with the same weights. */
export type WeekOfSales = { sold: readonly number[]; open: readonly number[] }

/** All hours equal, if nothing is known. */
export const EVEN: Rhythm = Array.from({ length: HOURS_A_WEEK }, () => 1)

/** Lower limit for hours without observed sales. */
const LEAST = 0.01

/** Number of sales for a day, an hour of the day and an hour of the week, at which they have the same weight as the usual rhythm. */
const DOUBT = [
  { groupOf: (hour: number) => Math.floor(hour / 24), sales: 8 },
  { groupOf: (hour: number) => hour % 24, sales: 8 },
  { groupOf: (hour: number) => hour, sales: 12 },
]

/**
 * The rhythm of a machine: the usual one (of the site or the company), updated by its sales, first by day of the week, then by hour of the
 * day, then by both, each weighted by its number of sales. Hours without stock do not count.
 */
export function rhythmOf({ sold, open }: WeekOfSales, usual: Rhythm = EVEN): Rhythm {
  const weights = usual.map((weight) => Math.max(weight, LEAST))
  for (const { groupOf, sales } of DOUBT) {
    const rate = sum(sold) / weights.reduce((total, weight, hour) => total + weight * (open[hour] ?? 0), 0)
    if (!Number.isFinite(rate) || rate === 0) continue
    const groups = new Map<number, { sold: number; expected: number }>()
    weights.forEach((weight, hour) => {
      const group = groups.get(groupOf(hour)) ?? { sold: 0, expected: 0 }
      group.sold += sold[hour] ?? 0
      group.expected += weight * (open[hour] ?? 0) * rate
      groups.set(groupOf(hour), group)
    })
    weights.forEach((weight, hour) => {
      const group = groups.get(groupOf(hour))
      if (group) weights[hour] = (weight * (sales + group.sold)) / (sales + group.expected)
    })
  }
  const mean = sum(weights) / HOURS_A_WEEK
  return weights.map((weight) => Math.max(weight / mean, LEAST))
}

/** The hour of the week in a zone, from Monday 0:00. */
export function hourOfWeek(at: Moment, timeZone: string): number {
  return hourOfWall(wallClock(at, timeZone))
}

/** The same for wall clock time. 1970 began on a Thursday. */
export const hourOfWall = (wall: Moment): number => Math.floor((((wall + 3 * DAY) % (7 * DAY)) + 7 * DAY) / HOUR) % HOURS_A_WEEK

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
