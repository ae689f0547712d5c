import { addDays, addMonths, type Day, dayOf, isoDay, startOfDay } from '../calendar.ts'
import type { Moment } from '../time.ts'

/** Named periods. Lists of sales offer the first seven. */
export const PERIODS = [
  'TODAY',
  'YESTERDAY',
  'THIS_MONTH',
  'PREVIOUS_MONTH',
  'LAST_7_DAYS',
  'LAST_30_DAYS',
  'LAST_3_MONTHS',
  'LAST_6_MONTHS',
  'LAST_12_MONTHS',
  'LAST_24_MONTHS',
  'PREVIOUS_YEAR',
  'YEAR_TO_DATE',
] as const
export type Period = (typeof PERIODS)[number]

/** From a moment, until right before another. */
export type Span = { from: Moment; until: Moment }

/** A period in the company's own days. The current day is included to its end, so that recent sales are in it. */
export function spanOf(period: Period, now: Moment, timeZone: string): Span {
  const [first, end] = daysOf(period, dayOf(now, timeZone))
  return { from: startOfDay(first, timeZone), until: startOfDay(end, timeZone) }
}

/** The month of a day and the months before it, latest first: 2026-03. */
export const monthsUntil = (today: Day, count: number): string[] =>
  Array.from({ length: count }, (_, back) => isoDay(addMonths({ ...today, day: 1 }, -back)).slice(0, 7))

/** The whole month, in the company's own days. */
export function spanOfMonth(month: string, timeZone: string): Span {
  const [year = 0, number = 0] = month.split('-').map(Number)
  const first: Day = { year, month: number, day: 1 }
  return { from: startOfDay(first, timeZone), until: startOfDay(addMonths(first, 1), timeZone) }
}

/** The first day, and the day after the last. */
function daysOf(period: Period, today: Day): [Day, Day] {
  const tomorrow = addDays(today, 1)
  const thisMonth = { ...today, day: 1 }
  const thisYear = { ...thisMonth, month: 1 }
  switch (period) {
    case 'TODAY':
      return [today, tomorrow]
    case 'YESTERDAY':
      return [addDays(today, -1), today]
    case 'THIS_MONTH':
      return [thisMonth, tomorrow]
    case 'PREVIOUS_MONTH':
      return [addMonths(thisMonth, -1), thisMonth]
    case 'LAST_7_DAYS':
      return [addDays(today, -6), tomorrow]
    case 'LAST_30_DAYS':
      return [addDays(today, -29), tomorrow]
    case 'LAST_3_MONTHS':
      return [addMonths(today, -3), tomorrow]
    case 'LAST_6_MONTHS':
      return [addMonths(today, -6), tomorrow]
    case 'LAST_12_MONTHS':
      return [addMonths(today, -12), tomorrow]
    case 'LAST_24_MONTHS':
      return [addMonths(today, -24), tomorrow]
    case 'PREVIOUS_YEAR':
      return [addMonths(thisYear, -12), thisYear]
    case 'YEAR_TO_DATE':
      return [thisYear, tomorrow]
  }
}

/** A span split at the company's days: the whole days in it, and the remainders before and after them. */
type CutSpan = { days: DaySpan | null; edges: Span[] }
/** From a day, until right before another. */
export type DaySpan = { from: Day; until: Day }

export function cutByDays({ from, until }: Span, timeZone: string): CutSpan {
  const begun = dayOf(from, timeZone)
  const first = startOfDay(begun, timeZone) === from ? begun : addDays(begun, 1)
  const end = dayOf(until, timeZone)
  const [head, tail] = [startOfDay(first, timeZone), startOfDay(end, timeZone)]
  if (head >= tail) return { days: null, edges: until > from ? [{ from, until }] : [] }
  const edges = [
    { from, until: head },
    { from: tail, until },
  ]
  return { days: { from: first, until: end }, edges: edges.filter((edge) => edge.until > edge.from) }
}

/**
 * How to sum a part of a day with the fewest single sales: those in it, or the total of the day less those in the rest of it, if the rest is
 * shorter. Nothing is sold after `now`.
 */
export function fewestSales(edge: Span, timeZone: string, now: Moment): { lessThan: DaySpan | null; spans: Span[] } {
  const begun = dayOf(edge.from, timeZone)
  const day = { from: begun, until: addDays(begun, 1) }
  const [start, end] = [startOfDay(day.from, timeZone), startOfDay(day.until, timeZone)]
  const rest = [
    { from: start, until: edge.from },
    { from: edge.until, until: end },
  ].filter(({ from, until }) => until > from)
  const length = (spans: readonly Span[]) => spans.reduce((sum, { from, until }) => sum + Math.max(0, Math.min(until, now) - from), 0)
  return edge.until <= end && length(rest) < length([edge]) ? { lessThan: day, spans: rest } : { lessThan: null, spans: [edge] }
}

/**
 * The first and the last day with which the month until today is compared: as many days of the same weekdays, four weeks before, or five
 * from its 29th day on, because four would overlap the month itself.
 */
export function monthBefore(today: Day): [Day, Day] {
  const back = today.day > 28 ? -35 : -28
  return [addDays({ ...today, day: 1 }, back), addDays(today, back)]
}
