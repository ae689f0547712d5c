const DAY_MS = 86_400_000
/** Fractions of a day with more digits are exact to the millisecond. */
const FEWEST_EXACT_DIGITS = 8

/** A part of a day in milliseconds. One that was written with few digits is rounded to the second, as spreadsheets show it. */
export function wallOfDays(days) {
  const ms = Math.round(days * DAY_MS)
  const digits = String(days).split('.')[1]?.length ?? 0
  return digits > 0 && digits < FEWEST_EXACT_DIGITS ? Math.round(ms / 1_000) * 1_000 : ms
}

/**
 * An ISO date as local time, as if it were UTC, unless it has a zone; null if it is none. Programs write 10:00 as 09:59:59.999999991, which
 * `Date` would cut to the second before.
 */
export function localMoment(text) {
  const [, seconds, fraction = '', zone = ''] = /^(.*?T.*?)(?:[.,](\d{1,12}))?([zZ]|[+-]\d\d:?\d\d)?$/.exec(text) ?? [null, text]
  const at = Date.parse(seconds.includes('T') ? `${seconds}${zone || 'Z'}` : seconds)
  return Number.isFinite(at) ? new Date(at + Math.round(Number(`0.${fraction || 0}`) * 1_000)) : null
}
