import type { Moment } from '../time.ts'
import type { ReportedState } from './connectivity.ts'

/** What a machine said of itself at a time; `NONE`: it has no device any more, and nobody knows. */
export type StateWord = { at: Moment; state: ReportedState | 'NONE'; cause: string | null }

/** A machine stood still from a moment on; `to` is null while it does. */
export type Stop = { from: Moment; to: Moment | null; cause: string | null }

/** When a machine stood still, by all that it ever said, in whatever order it came. `open`: a stop that lasts when these words begin. */
export function stopsIn(words: readonly StateWord[], open: Stop | null = null): Stop[] {
  const stops: Stop[] = open ? [{ ...open, to: null }] : []
  for (const { at, state, cause } of lastOfEachMoment(words)) {
    const last = stops.at(-1)
    const isStanding = last !== undefined && last.to === null
    if (state === 'STOPPED' && !isStanding) stops.push({ from: at, to: null, cause })
    if (state !== 'STOPPED' && isStanding) last.to = at
  }
  return stops
}

/** Of several words of one moment the same one always stands, whichever came first. */
function lastOfEachMoment(words: readonly StateWord[]): StateWord[] {
  const inOrder = words.toSorted((a, b) => a.at - b.at || (textOf(a) < textOf(b) ? -1 : 1))
  return inOrder.filter(({ at }, index) => inOrder[index + 1]?.at !== at)
}

const textOf = ({ state, cause }: StateWord) => JSON.stringify([state, cause])
