import { HOUR, type Moment } from '../time.ts'

export const HOURS = 24

/** Counts moments in each of the last 24 hours, oldest first; others are left out. */
export function byHour(moments: readonly Moment[], now: Moment): number[] {
  const counts = Array.from({ length: HOURS }, () => 0)
  for (const at of moments) {
    const index = HOURS - 1 - Math.floor((now - at) / HOUR)
    if (index >= 0 && index < HOURS) counts[index] = (counts[index] ?? 0) + 1
  }
  return counts
}
