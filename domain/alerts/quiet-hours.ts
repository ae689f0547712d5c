import { addDays, dayOf, momentAt } from '../calendar.ts'
import { MINUTE, type Moment } from '../time.ts'
import { DAY_MINUTES } from '../time-of-day.ts'

/**
 * Hours in which messages wait. `from` and `to` are minutes after midnight by the wall clock; a period whose end is before its beginning
 * lasts over midnight. `days`: the weekdays on which it begins, 1 for Monday to 7 for Sunday.
 */
type QuietHours = { from: number; to: number; days: readonly number[] }

/** The longest wait of a message: a day, the hour of a clock change, and an hour of margin. */
export const MAX_HELD = 26 * 60 * MINUTE

/** When the quiet period that contains a moment ends; null outside of quiet hours. An end that the clock skips is the moment after the gap. */
export function quietUntil({ from, to, days }: QuietHours, at: Moment, timeZone: string): Moment | null {
  const today = dayOf(at, timeZone)
  // A period of yesterday may last over midnight.
  for (const first of [addDays(today, -1), today]) {
    const midnight = Date.UTC(first.year, first.month - 1, first.day)
    if (!days.includes(new Date(midnight).getUTCDay() || 7)) continue
    const begin = momentAt(midnight + from * MINUTE, timeZone)
    const end = momentAt(midnight + (to <= from ? to + DAY_MINUTES : to) * MINUTE, timeZone)
    if (at >= begin && at < end) return end
  }
  return null
}

/** A machine that sells nothing. A user may allow messages about it at any hour. */
export const isUrgent = (activity: string): boolean => activity === 'MACHINE_STOPPED'
