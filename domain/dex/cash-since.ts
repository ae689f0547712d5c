import type { Compare } from './compare.ts'
import type { Reading } from './reading.ts'

export type CashSince = {
  in: number | null
  toBox: number | null
  toTubes: number | null
  bills: number | null
  toRecycler: number | null
  dispensed: number | null
  overpaid: number | null
  filledByHand: number | null
  /** Expected content of the cash box and the stacker, if the earlier audit was read at the last collection. */
  toCollect: number | null
}

export function cashSince({ cash: was }: Reading, { cash: is }: Reading, compare: Compare): CashSince {
  const since = (name: 'in' | 'toBox' | 'toTubes' | 'bills' | 'toRecycler' | 'dispensed' | 'overpaid' | 'filledByHand') =>
    compare.amount(was[name], is[name], null)
  const [toBox, bills, toRecycler] = [since('toBox'), since('bills'), since('toRecycler')]
  // A machine without bills or recycler does not report them; a reported part that cannot be compared makes the total unknown.
  const isLost = (name: 'bills' | 'toRecycler', by: number | null) => by === null && (was[name].init ?? is[name].init) !== null
  const isKnown = toBox !== null && !isLost('bills', bills) && !isLost('toRecycler', toRecycler)
  return {
    in: since('in'),
    toBox,
    toTubes: since('toTubes'),
    bills,
    toRecycler,
    dispensed: since('dispensed'),
    overpaid: since('overpaid'),
    filledByHand: since('filledByHand'),
    toCollect: isKnown ? toBox + (bills ?? 0) - (toRecycler ?? 0) : null,
  }
}
