import { DAY_MINUTES } from '../time-of-day.ts'
import type { DayHours } from './day.ts'

/** Minutes of the day. A shift whose end is not after its begin ends on the following day. */
export type ShiftTimes = { worksFrom: number; worksUntil: number; pauseFrom: number; pauseMinutes: number }

/** Longer ones that end on the following day are mistakes rather than shifts. */
const LONGEST_ACROSS_MIDNIGHT = 16 * 60

/** A shift in minutes since the midnight before it begins, so that its end may be more than a day. */
export function shiftOf({ worksFrom, worksUntil, pauseFrom, pauseMinutes }: ShiftTimes): {
  works: DayHours
  pause: { from: number; minutes: number } | null
} {
  const to = worksUntil <= worksFrom ? worksUntil + DAY_MINUTES : worksUntil
  const isAfterMidnight = to > DAY_MINUTES && pauseFrom < worksFrom
  return {
    works: { from: worksFrom, to },
    pause: pauseMinutes > 0 ? { from: isAfterMidnight ? pauseFrom + DAY_MINUTES : pauseFrom, minutes: pauseMinutes } : null,
  }
}

export type ShiftMistake = 'noTime' | 'tooLong' | 'outsideHours'

/** What is wrong with a shift; null if it is possible. */
export function shiftMistake(times: ShiftTimes): ShiftMistake | null {
  const { works, pause } = shiftOf(times)
  if (times.worksFrom === times.worksUntil || works.to - works.from <= times.pauseMinutes) return 'noTime'
  if (works.to > DAY_MINUTES && works.to - works.from > LONGEST_ACROSS_MIDNIGHT) return 'tooLong'
  const isInside = !pause || (pause.from >= works.from && pause.from + pause.minutes <= works.to)
  return isInside ? null : 'outsideHours'
}

/** Work may go on past midnight if a shift ends at this time or later. */
const EVENING = 20 * 60

/**
 * When the day of a person's rounds ends and the next one begins, in minutes after midnight. It is midnight, and for shifts that end in the
 * evening or later the middle between two of them, because work after midnight then belongs to the round of the evening before.
 */
export function dayBeginsAt(times: ShiftTimes): number {
  const { from, to } = shiftOf(times).works
  return to < EVENING ? 0 : Math.max(0, Math.floor((to + from + DAY_MINUTES) / 2) - DAY_MINUTES)
}
