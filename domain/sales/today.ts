import { addDays, dayOf, isoDay, momentAt, startOfDay, wallClock } from '../calendar.ts'
import { DAY, HOUR, MINUTE, type Moment } from '../time.ts'

/** An hour of a day. A day has 23 or 25 of them when the clocks change. */
type DayHour = { from: Moment; until: Moment; wallHour: number }

/** How many same weekdays the current day is compared with, and the fewest that are a comparison. */
export const WEEKDAYS = 8
export const FEWEST_WEEKDAYS = 3

type Span = { from: Moment; until: Moment }

/** The day in a time zone that began `weeks` weeks before the one of `now`, and the moment of it at the wall clock time of `now`. */
export function sameWeekday(now: Moment, timeZone: string, weeks: number): Span & { day: string; at: Moment } {
  const day = addDays(dayOf(now, timeZone), -7 * weeks)
  const at = weeks === 0 ? now : momentAt(wallClock(now, timeZone) - 7 * DAY * weeks, timeZone)
  return { day: isoDay(day), from: startOfDay(day, timeZone), until: startOfDay(addDays(day, 1), timeZone), at }
}

export function hoursOf({ from, until }: Span, timeZone: string): DayHour[] {
  const hours: DayHour[] = []
  for (let at = from; at < until; at += HOUR)
    hours.push({ from: at, until: Math.min(at + HOUR, until), wallHour: wallHourOf(at, timeZone) })
  return hours
}

export const wallHourOf = (at: Moment, timeZone: string): number => Math.floor((wallClock(at, timeZone) % DAY) / HOUR)

/** A past day: its sales by minute since its start. */
export type PastDay = Span & { minutes: ReadonlyMap<number, number> }

export function soldUntil(at: Moment, { from, minutes }: PastDay): number {
  let sum = 0
  for (const [minute, sold] of minutes) if (from + minute * MINUTE < at) sum += sold
  return sum
}

/** Sales of a past day by hour of the wall clock. An hour that occurs twice counts as the mean of both; one that is skipped is absent. */
export function soldByWallHour(day: PastDay, timeZone: string): Map<number, number> {
  const all = new Map<number, number[]>()
  for (const { from, until, wallHour } of hoursOf(day, timeZone)) {
    let sum = 0
    for (let at = from; at < until; at += MINUTE) sum += day.minutes.get((at - day.from) / MINUTE) ?? 0
    all.set(wallHour, [...(all.get(wallHour) ?? []), sum])
  }
  return new Map([...all].map(([hour, sums]) => [hour, sums.reduce((a, b) => a + b, 0) / sums.length]))
}

type Band = { low: number; median: number; high: number }

/** The 10th, 50th and 90th percentile, interpolated; null for too few values. */
export function bandOf(values: readonly number[]): Band | null {
  if (values.length < FEWEST_WEEKDAYS) return null
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number) => {
    const place = (sorted.length - 1) * share
    const [below = 0, above = 0] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]]
    return below + (above - below) * (place - Math.floor(place))
  }
  return { low: at(0.1), median: at(0.5), high: at(0.9) }
}

/** Average sales of a machine by hour of the wall clock, on the compared weekdays; null if it sold on too few of them. */
export type Expected = ReadonlyMap<number, number> | null

/** What kept a machine from selling: all of it in the times of `down`; of its `places` the ones that are empty, each since a moment. */
export type Losing = { down: readonly { from: Moment; to: Moment | null }[]; emptySince: readonly Moment[]; places: number }

/**
 * Estimates what a machine lost today until now: for each hour the sales expected in it, times the share of the hour in which the machine
 * was down, and for the rest the share of its slots or canisters that were empty. Every slot counts the same. Slots that were empty earlier
 * today and have been refilled are not known, so they are not counted.
 */
export function lostUntil(now: Moment, hours: readonly DayHour[], expected: Expected, { down, emptySince, places }: Losing): number {
  if (!expected || (down.length === 0 && emptySince.length === 0)) return 0
  const spans = down.map(({ from, to }) => ({ from, until: to ?? now })).toSorted((a, b) => a.from - b.from)
  const lastEmptied = Math.max(...emptySince)
  let sum = 0
  for (const { from, until: end, wallHour } of hours) {
    if (from >= now) break
    const usual = expected.get(wallHour) ?? 0
    if (usual === 0) continue
    const until = Math.min(end, now)
    const stopped = overlap(from, until, spans)
    let empty = 0
    if (lastEmptied <= from) empty = emptySince.length * (until - from)
    else for (const since of emptySince) empty += Math.max(0, until - Math.max(from, since))
    const open = 1 - stopped / (until - from)
    sum += (usual * (stopped + (places > 0 ? empty / places : 0) * open)) / (end - from)
  }
  return sum
}

/** How long any of the spans, which are in order, overlap this one; overlapping spans count once. */
function overlap(from: Moment, until: Moment, spans: readonly Span[]): number {
  let covered = 0
  let end = from
  for (const span of spans) {
    const [start, stop] = [Math.max(span.from, end), Math.min(span.until, until)]
    if (stop <= start) continue
    covered += stop - start
    end = stop
  }
  return covered
}
