import { momentAt, wallClock } from '../calendar.ts'
import { MINUTE, type Moment } from '../time.ts'

/**
 * The planner counts minutes since the midnight of a date as clocks show them, because working and opening hours are times of clocks. They are not
 * the minutes that have passed: on the days on which clocks are changed these differ by an hour. A shift across midnight has more than a day.
 */
export const minuteOn = (date: string, at: Moment, timeZone: string): number => (wallClock(at, timeZone) - Date.parse(date)) / MINUTE

/** The moment of a minute of a date. */
export const momentOn = (date: string, minutes: number, timeZone: string): Moment =>
  momentAt(Date.parse(date) + Math.round(minutes) * MINUTE, timeZone)
