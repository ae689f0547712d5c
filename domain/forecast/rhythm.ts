import { wallClock } from '../calendar.ts'
import { DAY, HOUR, type Moment } from '../time.ts'

export const HOURS_A_WEEK = 168

/** How busy each hour of the week is on the machine's own wall clock, from Monday 0:00, compared with the average hour: their mean is 1. */
export type Rhythm = readonly number[]

/** What was sold in each hour of the week, and how many such hours there was something to sell in; both over the same time, weighted alike. */
export type WeekOfSales = { sold: readonly number[]; open: readonly number[] }

/** Every hour alike: where nothing is known. */
export const EVEN: Rhythm = Array.from({ length: HOURS_A_WEEK }, () => 1)

/** Nobody was ever seen at this hour, and yet somebody may come. */
const LEAST = 0.01

/** So many sales must speak for a day, an hour of the day, an hour of the week, before they weigh as much as what is usual. */
const DOUBT = [
  { groupOf: (hour: number) => Math.floor(hour / 24), sales: 8 },
  { groupOf: (hour: number) => hour % 24, sales: 8 },
  { groupOf: (hour: number) => hour, sales: 12 },
]

/**
 * The rhythm of a machine: what is usual (the site's, the company's), moved towards what was sold there, first by day of the week, then by
 * hour of the day, then by both, each as far as there are sales to speak for it. Hours in which there was nothing to sell count for nothing.
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

/** The hour of the week that the wall of a zone shows, from Monday 0:00. */
export function hourOfWeek(at: Moment, timeZone: string): number {
  return hourOfWall(wallClock(at, timeZone))
}

/** The same for what a wall shows. 1970 began on a Thursday. */
export const hourOfWall = (wall: Moment): number => Math.floor((((wall + 3 * DAY) % (7 * DAY)) + 7 * DAY) / HOUR) % HOURS_A_WEEK

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
