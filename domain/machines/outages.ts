import type { Moment } from '../time.ts'
import type { ReportedState } from './connectivity.ts'

/** A state reported by a machine at a time; `NONE`: it no longer has a device, so its state is unknown. */
export type StateWord = { at: Moment; state: ReportedState | 'NONE'; cause: string | null }

/** A time in which a machine was stopped; `to` is null while it lasts. */
export type Stop = { from: Moment; to: Moment | null; cause: string | null }

/** When a machine was stopped, from all of its reports in any order. `open`: a stop before the first report. */
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

/** Of several reports at one moment the same one is always used, independent of their order. */
function lastOfEachMoment(words: readonly StateWord[]): StateWord[] {
  const inOrder = words.toSorted((a, b) => a.at - b.at || (textOf(a) < textOf(b) ? -1 : 1))
  return inOrder.filter(({ at }, index) => inOrder[index + 1]?.at !== at)
}

const textOf = ({ state, cause }: StateWord) => JSON.stringify([state, cause])
