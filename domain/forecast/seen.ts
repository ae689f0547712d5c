import { DAY, HOUR, type Moment } from '../time.ts'
import { weightOf } from './demand.ts'
import { HOURS_A_WEEK, hourOfWeek, type WeekOfSales } from './rhythm.ts'

/** The history of one slot or canister from `since` until now: the time of each sale, in any order, and the sold-out times. */
export type PlaceHistory = { since: Moment; sales: readonly Moment[]; soldOut: readonly { from: Moment; to: Moment }[] }

/** The hours before now in one machine's time zone; computed once for all of its slots. */
export type Hours = { first: Moment; hourOfWeek: readonly number[]; weight: readonly number[]; open: Map<string, readonly number[]> }

export function hoursUntil(now: Moment, days: number, timeZone: string): Hours {
  const first = Math.floor((now - days * DAY) / HOUR) * HOUR
  const starts = Array.from({ length: Math.ceil((now - first) / HOUR) }, (_, index) => first + index * HOUR)
  return {
    first,
    hourOfWeek: starts.map((start) => hourOfWeek(start, timeZone)),
    weight: starts.map((start) => weightOf((now - start) / DAY)),
    open: new Map(),
  }
}

/** A slot's history as an average week, in which older data has less weight. */
export function weekOf({ since, sales, soldOut }: PlaceHistory, hours: Hours, now: Moment): WeekOfSales {
  const { first, hourOfWeek, weight } = hours
  const week = emptyWeek()
  const add = (to: number[], at: Moment, amount: number) => {
    const index = Math.floor((at - first) / HOUR)
    const hour = hourOfWeek[index]
    if (hour !== undefined) to[hour] = (to[hour] ?? 0) + amount * (weight[index] ?? 0)
  }
  const addSpan = (from: Moment, to: Moment, sign: number) => {
    for (let at = Math.max(from, first); at < to; at = (Math.floor(at / HOUR) + 1) * HOUR) {
      const end = Math.min((Math.floor(at / HOUR) + 1) * HOUR, to)
      add(week.open, at, (sign * (end - at)) / HOUR)
    }
  }
  // Most slots exist for the whole history.
  const span = `${Math.max(since, first)}/${now}`
  const whole = hours.open.get(span)
  if (whole) week.open = [...whole]
  else {
    addSpan(since, now, 1)
    hours.open.set(span, [...week.open])
  }
  for (const { from, to } of soldOut) addSpan(Math.max(from, since), Math.min(to, now), -1)
  for (const at of sales) if (at >= since && at < now) add(week.sold, at, 1)
  return week
}

/** The same week with all values multiplied. */
export const timesWeek = ({ sold, open }: WeekOfSales, factor: number): WeekOfSales => ({
  sold: sold.map((pieces) => pieces * factor),
  open: open.map((hours) => hours * factor),
})

/** The sum of several slots' weeks. */
export function mergeWeeks(weeks: readonly WeekOfSales[]): WeekOfSales {
  const all = emptyWeek()
  for (const { sold, open } of weeks) {
    for (let hour = 0; hour < HOURS_A_WEEK; hour++) {
      all.sold[hour] = (all.sold[hour] ?? 0) + (sold[hour] ?? 0)
      all.open[hour] = (all.open[hour] ?? 0) + (open[hour] ?? 0)
    }
  }
  return all
}

const emptyWeek = () => ({ sold: Array.from({ length: HOURS_A_WEEK }, () => 0), open: Array.from({ length: HOURS_A_WEEK }, () => 0) })
