/** Fractions of a day with more digits are exact to the millisecond. */
const FEWEST_EXACT_DIGITS = 8

/** Days in milliseconds. A fraction that was written with few digits is rounded to the second, as spreadsheets show it. */
export function msOfDays(days: number): number {
  const ms = Math.round(days * 86_400_000)
  const digits = String(days).split('.')[1]?.length ?? 0
  return digits > 0 && digits < FEWEST_EXACT_DIGITS ? Math.round(ms / 1_000) * 1_000 : ms
}
