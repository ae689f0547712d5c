import { addDays, dayOf, isoDay } from '#domain/calendar.ts'
import { MAX_YEARS_AHEAD } from '#domain/sales/commission.ts'
import type { Moment } from '#domain/time.ts'
import { FIRST_DAY } from '#domain/warehouse/purchase.ts'
import { type FieldError, refuseFields } from './field-errors.ts'
import type { Refusal } from './refusal.ts'

/** Errors of days that are years away, by their fields. Such a day is a mistyped year. */
export function farDays(days: Readonly<Record<string, string | null | undefined>>, now: Moment): FieldError[] {
  // A company may be a day ahead of UTC.
  const today = addDays(dayOf(now, 'UTC'), 1)
  const [first, last] = [isoDay(FIRST_DAY), isoDay({ ...today, year: today.year + MAX_YEARS_AHEAD })]
  return Object.entries(days).flatMap(([path, day]) =>
    day == null || (day >= first && day <= last)
      ? []
      : [{ path, message: `must be from 1 February 2018 to ${MAX_YEARS_AHEAD} years from now` }],
  )
}

/** The refusal of these days, or null. */
export function refuseFarDays(...[days, now]: Parameters<typeof farDays>): Refusal | null {
  const errors = farDays(days, now)
  return errors.length === 0 ? null : refuseFields(errors)
}
