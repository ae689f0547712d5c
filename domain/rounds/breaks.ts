import type { Break, Hours } from './orienteering.ts'

/** Rounding of sums of travel times. */
export const TOLERANCE = 1e-7

/** The moment itself, or the end of the break in which it lies. */
export function afterBreaks(breaks: readonly Break[] | undefined, moment: number): number {
  let after = moment
  for (const { from, to } of breaks ?? []) if (after > from + TOLERANCE && after < to) after = to
  return after
}

/** The moment itself, or the begin of the break in which it lies. */
export function beforeBreaks(breaks: readonly Break[] | undefined, moment: number): number {
  let before = moment
  for (const { from, to } of breaks?.toReversed() ?? []) if (before > from && before < to - TOLERANCE) before = from
  return before
}

/** The first begin of a visit for who arrives at a moment. It is after `closes` if there is none. */
export const firstBegin = ({ opens, breaks }: Hours, arrival: number): number => afterBreaks(breaks, Math.max(arrival, opens))

/** The last begin of a visit until a moment. It is before `opens` if there is none. */
export const lastBegin = ({ closes, breaks }: Hours, moment: number): number => beforeBreaks(breaks, Math.min(moment, closes))
