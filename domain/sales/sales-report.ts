import { addDays, addMonths, type Day, isoDay } from '../calendar.ts'

export const MEASURES = ['NUMBER_OF_TRANSACTIONS', 'REVENUE'] as const
export type Measure = (typeof MEASURES)[number]

export const GROUPINGS = ['DAY', 'MONTH', 'QUARTER'] as const
export type Grouping = (typeof GROUPINGS)[number]

export const COMPARISONS = ['PREVIOUS_MONTH', 'PREVIOUS_YEAR'] as const
export type Comparison = (typeof COMPARISONS)[number]

const MONTHS_BACK: Record<Comparison, number> = { PREVIOUS_MONTH: 1, PREVIOUS_YEAR: 12 }
/** Whole weeks, because a Wednesday is not compared to a Sunday. */
const DAYS_BACK: Record<Comparison, number> = { PREVIOUS_MONTH: 28, PREVIOUS_YEAR: 364 }

/** From a day, until right before another. */
export type Days = { from: Day; until: Day }

/** A group of days, and the earlier days that it is compared to. */
type Group = Days & { name: string; before: Days }

/**
 * Groups a span of days, in order: a day is compared to the same weekday, a month to a month. The first and last group may be parts of a
 * month, and then the compared part is equally partial.
 */
export function groupsIn({ from, until }: Days, by: Grouping, comparison: Comparison): Group[] {
  const groups: Group[] = []
  for (let first = from; isBefore(first, until); ) {
    const end = earlier(nextGroup(first, by), until)
    const back = (day: Day) => (by === 'DAY' ? addDays(day, -DAYS_BACK[comparison]) : monthsBefore(day, MONTHS_BACK[comparison]))
    groups.push({
      name: nameOf(first, by),
      from: first,
      until: end,
      before: { from: back(first), until: by === 'DAY' ? back(end) : endBefore(first, end, back) },
    })
    first = end
  }
  return groups
}

/** The same day of an earlier month, or the first day after that month if it is too short: then all of its days are earlier. */
function monthsBefore(day: Day, months: number): Day {
  const before = addMonths(day, -months)
  return before.day === day.day ? before : addDays(before, 1)
}

/** A single day is compared to at most one day; longer spans end where the later ones begin. */
function endBefore(first: Day, end: Day, back: (day: Day) => Day): Day {
  const isOneDay = isoDay(addDays(first, 1)) === isoDay(end)
  return isOneDay ? earlier(addDays(back(first), 1), back(end)) : back(end)
}

/** The sum over the days of a span; `byDay` is keyed by date (2026-03-14). */
export function sumOf({ from, until }: Days, byDay: ReadonlyMap<string, number>): number {
  let sum = 0
  for (let day = from; isBefore(day, until); day = addDays(day, 1)) sum += byDay.get(isoDay(day)) ?? 0
  return sum
}

/** Change in percent, to the hundredth; 0 if there is nothing to compare to. */
export const percentChanged = (value: number, before: number): number =>
  before === 0 ? 0 : Math.round((value / before - 1) * 10_000) / 100

function nameOf({ year, month, day }: Day, by: Grouping): string {
  const iso = isoDay({ year, month, day })
  if (by === 'DAY') return iso
  return by === 'MONTH' ? iso.slice(0, 7) : `${iso.slice(0, 4)}-Q${Math.ceil(month / 3)}`
}

function nextGroup({ year, month, day }: Day, by: Grouping): Day {
  if (by === 'DAY') return addDays({ year, month, day }, 1)
  const months = by === 'MONTH' ? 1 : 3 - ((month - 1) % 3)
  return addMonths({ year, month, day: 1 }, months)
}

const isBefore = (a: Day, b: Day) => isoDay(a) < isoDay(b)
const earlier = (a: Day, b: Day) => (isBefore(a, b) ? a : b)
