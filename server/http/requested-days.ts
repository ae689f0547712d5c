import { addDays, dayOf, startOfDay } from '#domain/calendar.ts'
import { type Span, spanOf } from '#domain/sales/periods.ts'
import type { Days } from '#domain/sales/sales-report.ts'
import { DAY, fromIso, type Moment } from '#domain/time.ts'
import { type Refusal, refuse } from './refusal.ts'

/** 24 months and the current day. */
const MAX_SPAN = 733 * DAY

/** Whole days of the company, by default the last 30. */
export function daysIn(
  { startDate, endDate }: { startDate?: string | undefined; endDate?: string | undefined },
  now: Moment,
  timezone: string,
): Days | Refusal {
  const usual = spanOf('LAST_30_DAYS', now, timezone)
  const until = endDate === undefined ? usual.until : fromIso(endDate)
  const from = startDate === undefined ? Math.min(usual.from, until) : fromIso(startDate)
  const refused =
    endsEarly(from, until) ?? (until - from > MAX_SPAN ? wrong('startDate', 'must not be more than 24 months before endDate') : null)
  if (refused) return refused
  const last = dayOf(Math.max(until - 1, from), timezone)
  return { from: dayOf(from, timezone), until: addDays(last, 1) }
}

/** From the start of the first day until just before the day after the last one. */
export const momentsOf = ({ from, until }: Days, timezone: string): Span => ({
  from: startOfDay(from, timezone),
  until: startOfDay(until, timezone),
})

/** The refusal of a period that ends before it starts. An empty list would look as if nothing had happened. */
export const endsEarly = (
  from: number | string | undefined,
  until: number | string | undefined,
  [start, end]: readonly [string, string] = ['startDate', 'endDate'],
): Refusal | null => (from !== undefined && until !== undefined && until < from ? wrong(end, `must not be before ${start}`) : null)

const wrong = (path: string, message: string) => refuse('MALFORMED', { detail: `${path}: ${message}`, errors: [{ path, message }] })
