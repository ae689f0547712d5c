import * as v from 'valibot'
import { readOpeningHours, writeOpeningHours } from '#domain/machines/opening-hours.ts'
import { DAY_MINUTES, fieldTimeOf, minutesOf } from '#domain/time-of-day.ts'

/** Weekdays with the same hours, as they are edited. */
export type TypedHours = { days: string[]; from: string; to: string }

export const NEW_HOURS: TypedHours = { days: ['1', '2', '3', '4', '5'], from: '08:00', to: '17:00' }

export const typedHours = (text: string | null): TypedHours[] =>
  (readOpeningHours(text ?? '') ?? []).map(({ days, from, to }) => ({
    days: days.map(String),
    from: fieldTimeOf(from),
    to: fieldTimeOf(to),
  }))

/** A site may be open until midnight. */
const untilOf = ({ to }: TypedHours) => minutesOf(to) || DAY_MINUTES

/** The first hours that cannot be saved; null if all can. */
export function wrongHours(hours: readonly TypedHours[]): { index: number; reason: 'noDay' | 'noTime' | 'twice' } | null {
  const before = new Set<string>()
  for (const [index, one] of hours.entries()) {
    if (one.days.length === 0) return { index, reason: 'noDay' }
    if (one.from === '' || one.to === '' || minutesOf(one.from) >= untilOf(one)) return { index, reason: 'noTime' }
    if (one.days.some((day) => before.has(day))) return { index, reason: 'twice' }
    for (const day of one.days) before.add(day)
  }
  return null
}

export const HoursForm = v.object({
  hours: v.pipe(
    v.array(v.object({ days: v.array(v.string()), from: v.string(), to: v.string() })),
    v.check((hours) => wrongHours(hours) === null),
    v.transform((hours) =>
      hours.length === 0
        ? null
        : writeOpeningHours(hours.map((one) => ({ days: one.days.map(Number), from: minutesOf(one.from), to: untilOf(one) }))),
    ),
  ),
})
