import { MINUTE, type Moment } from '../time.ts'
import type { StopState } from './round.ts'

/** `arrival`: planned; null without a plan. `minutes`: planned work at the stop. */
type Stop = { state: StopState; arrival: Moment | null; minutes: number | null; visitedUntil: Moment | null }
/** `from`, `until`: its day. `stops` in their order. */
type Round = { from: Moment; until: Moment; stops: readonly Stop[] }

const SHOWN = 5 * MINUTE

/**
 * By how many milliseconds the open stops of a round are later than planned, in steps of five minutes: as late as the last stop before them
 * ended, and at least as late as the time passed. Zero outside its day, and for a round that is early, because its person may wait.
 */
export function delayOf({ from, until, stops }: Round, now: Moment): number {
  if (now < from || now >= until) return 0
  const next = stops.findIndex(({ state, arrival }) => state === 'PLANNED' && arrival !== null)
  const planned = stops[next]?.arrival ?? null
  if (planned === null) return 0
  const before = stops[next - 1]
  const ended = before?.state === 'DONE' && before.arrival !== null && before.visitedUntil !== null
  const late = ended ? (before.visitedUntil as Moment) - (before.arrival as Moment) - (before.minutes ?? 0) * MINUTE : 0
  return Math.max(0, Math.ceil(Math.max(late, now - planned) / SHOWN) * SHOWN)
}
