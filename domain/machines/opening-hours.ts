import { grouped } from '../grouped.ts'
import type { DayHours } from '../rounds/day.ts'
import { DAY_MINUTES, timeOf } from '../time-of-day.ts'

/** 1: Monday. */
const DAYS = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'] as const

/** Weekdays on which a site is open at the same time, 1 is Monday. Minutes of the day; more than a day if it closes after midnight. */
export type OpeningRule = DayHours & { days: readonly number[] }

/**
 * Reads when a site is open, in a part of the notation of OpenStreetMap: "Mo-Fr 08:00-12:00,13:00-17:00; Sa 18:00-02:00", which closes after
 * midnight. Intervals of a weekday do not overlap; a weekday that is not named is closed. Null if it is something else.
 * @see https://wiki.openstreetmap.org/wiki/Key:opening_hours
 */
export function readOpeningHours(text: string): OpeningRule[] | null {
  const rules: OpeningRule[] = []
  for (const part of text.split(';')) {
    const [, named, intervals = ''] = /^\s*([A-Za-z,\s-]+?)\s+(\d[\d:,\s-]*)$/.exec(part) ?? []
    const days = named === undefined ? null : daysIn(named)
    for (const interval of intervals.split(',')) {
      const hours = hoursIn(interval)
      if (!days || !hours || rules.some((rule) => overlap(rule, { days, ...hours }))) return null
      rules.push({ days, ...hours })
    }
  }
  return rules
}

/** Whether rules are open at the same time of a weekday. */
export const overlap = (a: OpeningRule, b: OpeningRule): boolean =>
  a.from < b.to && b.from < a.to && a.days.some((day) => b.days.includes(day))

function hoursIn(interval: string): DayHours | null {
  const [, first, last] = /^\s*([\d:]+)\s*-\s*([\d:]+)\s*$/.exec(interval) ?? []
  const [from, to] = [minutesIn(first), minutesIn(last)]
  if (from === null || to === null || from === to) return null
  return { from, to: to > from ? to : to + DAY_MINUTES }
}

function daysIn(named: string): number[] | null {
  const days = named.split(',').flatMap((range): (number | null)[] => {
    const [first, last = first, ...rest] = range
      .split('-')
      .map((day) => DAYS.findIndex((one) => one.toLowerCase() === day.trim().toLowerCase()))
    if (first === undefined || last === undefined || first < 0 || last < 0 || rest.length > 0) return [null]
    return Array.from({ length: ((last - first + 7) % 7) + 1 }, (_, index) => ((first + index) % 7) + 1)
  })
  const known = days.filter((day) => day !== null)
  return known.length === days.length ? known.toSorted() : null
}

function minutesIn(time: string | undefined): number | null {
  const [, hours, minutes = '0'] = /^(\d{1,2})(?::(\d\d))?$/.exec(time ?? '') ?? []
  const total = Number(hours) * 60 + Number(minutes)
  return hours !== undefined && Number(minutes) < 60 && total <= DAY_MINUTES ? total : null
}

export function writeOpeningHours(rules: readonly OpeningRule[]): string {
  const timesOf = ({ from, to }: DayHours) => `${timeOf(from)}-${timeOf(to > DAY_MINUTES ? to - DAY_MINUTES : to)}`
  return [...grouped(rules, ({ days }) => writeDays(days))].map(([days, own]) => `${days} ${own.map(timesOf).join(',')}`).join('; ')
}

/** Runs of days as ranges. */
function writeDays(days: readonly number[]): string {
  const runs: number[][] = []
  for (const day of days.toSorted((a, b) => a - b)) {
    const run = runs.at(-1)
    if (run && run.at(-1) === day - 1) run.push(day)
    else runs.push([day])
  }
  const nameOf = (day: number | undefined) => DAYS[(day ?? 1) - 1] ?? ''
  return runs.map((run) => (run.length > 1 ? `${nameOf(run[0])}-${nameOf(run.at(-1))}` : nameOf(run[0]))).join(',')
}

/**
 * When a site is open on a weekday and until a time of the following day, which a shift may reach: in minutes since the begin of the weekday, in
 * order. Empty if it is closed, and undefined if it can be visited at any time.
 */
export function opensFrom(text: string | null | undefined, weekday: number, until = DAY_MINUTES): DayHours[] | undefined {
  const rules = text ? readOpeningHours(text) : null
  if (!rules) return undefined
  const open: DayHours[] = []
  for (const offset of [-1, 0, 1]) {
    const own = rules.filter(({ days }) => days.includes(((weekday - 1 + offset + 7) % 7) + 1))
    for (const rule of own.toSorted((a, b) => a.from - b.from)) {
      const [from, to] = [Math.max(0, rule.from + offset * DAY_MINUTES), rule.to + offset * DAY_MINUTES]
      const before = open.at(-1)
      // A site that is open at midnight does not close in between.
      if (before && from <= before.to) before.to = Math.max(before.to, to)
      else if (to > 0 && from < until) open.push({ from, to })
    }
  }
  return open
}
