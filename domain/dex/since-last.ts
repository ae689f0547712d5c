import { type Compare, comparer, type Grown, type SinceCode, type SinceWarning } from './compare.ts'
import { sum } from './counter.ts'
import { areDifferent, identityOf } from './identity.ts'
import type { Reading } from './reading.ts'
import { grownSelection, newSelection, type SelectionSince } from './selection-since.ts'
import type { Selection } from './selections.ts'
import { TOTALS, type Totals } from './totals.ts'

type CashSince = {
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

function cashSince({ cash: was }: Reading, { cash: is }: Reading, compare: Compare): CashSince {
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

/** Changes at a machine between two audits. Counts are pieces, values minor units of the currency; null if unknown. */
export type SinceLast =
  /** There is no earlier audit, and counters since init do not show when sales happened. */
  | { kind: 'first' }
  /** The counters belong to another board or machine and start from zero. */
  | { kind: 'other'; why: 'OTHER_MACHINE' | 'OTHER_BOARD' }
  | {
      kind: 'since'
      selections: SelectionSince[]
      /** Selections that are no longer reported; their sales since are unknown. */
      removed: string[]
      totals: Record<keyof Totals, Grown>
      cash: CashSince
      warnings: SinceWarning[]
    }

/**
 * Computes the differences of the counters since init between two audits of a machine: sales, dispensed pieces and cash. `previous` is null
 * for the first audit. Only counters since init are compared because any reader may reset the others.
 */
export function sinceLast(previous: Reading | null, current: Reading): SinceLast {
  if (!previous) return { kind: 'first' }
  const why = otherDevice(previous, current)
  if (why) return { kind: 'other', why }

  const warnings: SinceWarning[] = []
  const warn = (code: SinceCode, selection: Selection | null = null) => {
    const line = selection?.line ?? current.lines.from
    if (!warnings.some((value) => value.code === code && value.line === line))
      warnings.push({ code, selection: selection?.number ?? null, line })
  }
  const compare = comparer(previous, current, warn)

  const known = new Map(previous.selections.map((selection) => [selection.number, selection]))
  const there = new Set(current.selections.map(({ number }) => number))
  const selections = current.selections.map((selection) => {
    const before = known.get(selection.number)
    return before ? grownSelection(before, selection, compare) : newSelection(selection, previous.integrity.isWhole)
  })
  const totals = Object.fromEntries(TOTALS.map((name) => [name, compare.sales(previous.totals[name], current.totals[name], null)]))
  const since = {
    selections,
    removed: current.integrity.isWhole ? [...known.keys()].filter((number) => !there.has(number)) : [],
    totals: totals as Record<keyof Totals, Grown>,
    cash: cashSince(previous, current, compare),
  }
  checkSums(current, since, warn)
  return { kind: 'since', ...since, warnings }
}

/** Serial numbers are compared only if both audits contain them. */
function otherDevice(previous: Reading, current: Reading): 'OTHER_MACHINE' | 'OTHER_BOARD' | null {
  const [was, is] = [identityOf(previous), identityOf(current)]
  if (areDifferent(was.serial, is.serial)) return 'OTHER_MACHINE'
  return areDifferent(was.board, is.board) ? 'OTHER_BOARD' : null
}

function checkSums(
  current: Reading,
  since: { selections: SelectionSince[]; totals: Record<keyof Totals, Grown>; cash: CashSince },
  warn: Compare['warn'],
) {
  const pseudo = new Set(current.selections.flatMap(({ number, isPseudo, paid }) => (isPseudo && !paid.value.init ? [number] : [])))
  const sold = since.selections.filter(({ number }) => !pseudo.has(number))
  for (const what of ['count', 'value'] as const) {
    const total = since.totals.paid[what]
    if (total === null || sold.length === 0 || sold.some((selection) => selection[what] === null)) continue
    if (sum(sold.map((selection) => selection[what])) !== total) warn(what === 'count' ? 'VENDS_DO_NOT_ADD_UP' : 'VALUES_DO_NOT_ADD_UP')
  }
  const { in: cashIn, toBox, toTubes, bills } = since.cash
  if (cashIn !== null && toBox !== null && toTubes !== null && cashIn !== toBox + toTubes + (bills ?? 0)) warn('CASH_DOES_NOT_ADD_UP')
}
