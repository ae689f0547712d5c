import { type Counter, type Growth, growth, type Sales } from './counter.ts'
import type { Reading } from './reading.ts'
import type { Selection } from './selections.ts'

export type SinceCode =
  /** The counter overflowed and restarted; the difference is correct. */
  | 'WRAPPED'
  /** The counter decreased without overflow: it was reset. */
  | 'FALLEN'
  /** The two audits count a selection's vends in different blocks. */
  | 'COUNTED_OTHERWISE'
  /** Decimals or currency changed, so values cannot be compared. */
  | 'OTHER_MONEY'
  /** The vends of the selections do not add up to the machine's total. */
  | 'VENDS_DO_NOT_ADD_UP'
  | 'VALUES_DO_NOT_ADD_UP'
  | 'CASH_DOES_NOT_ADD_UP'

/** `selection` is set if the warning concerns one; `line` is a line of the current audit. */
export type SinceWarning = { code: SinceCode; selection: string | null; line: number }

/** Number of pieces and their value in minor units; null if unknown. */
export type Grown = { count: number | null; value: number | null }

/** Compares counters since init and warns about those that overflowed or decreased. */
export type Compare = {
  areWhole: boolean
  count: (previous: Counter, current: Counter, selection: Selection | null) => number | null
  amount: (previous: Counter, current: Counter, selection: Selection | null) => number | null
  sales: (previous: Sales, current: Sales, selection: Selection | null) => Grown
  warn: (code: SinceCode, selection?: Selection | null) => void
}

export function comparer(previous: Reading, current: Reading, warn: Compare['warn']): Compare {
  const [was, is] = [previous.scale, current.scale]
  const isSameMoney = was.currency === is.currency && was.digits === is.digits && was.decimals === is.decimals
  if (!isSameMoney) warn('OTHER_MONEY')
  const value = ({ by, how }: Growth, selection: Selection | null) => {
    if (how === 'wrapped') warn('WRAPPED', selection)
    if (how === 'fallen') warn('FALLEN', selection)
    return by
  }
  const count: Compare['count'] = (a, b, selection) => value(growth(a.init, b.init), selection)
  const amount: Compare['amount'] = (a, b, selection) => (isSameMoney ? value(growth(a.init, b.init, is.unit), selection) : null)
  return {
    areWhole: previous.integrity.isWhole && current.integrity.isWhole,
    count,
    amount,
    sales: (a, b, selection) => ({ count: count(a.count, b.count, selection), value: amount(a.value, b.value, selection) }),
    warn,
  }
}
