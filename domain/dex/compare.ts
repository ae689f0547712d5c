import { type Counter, type Growth, growth, type Sales } from './counter.ts'
import type { Reading } from './reading.ts'
import type { Selection } from './selections.ts'

export type SinceCode =
  /** A counter went past its end and began again; the difference is right. */
  | 'WRAPPED'
  /** A counter is lower than it was, and not because it wrapped: somebody set it back. */
  | 'FALLEN'
  /** The two audits count a selection's vends in different blocks. */
  | 'COUNTED_OTHERWISE'
  /** Decimals or currency have changed, so that values cannot be compared. */
  | 'OTHER_MONEY'
  /** What selections sold is not what the machine sold. */
  | 'VENDS_DO_NOT_ADD_UP'
  | 'VALUES_DO_NOT_ADD_UP'
  | 'CASH_DOES_NOT_ADD_UP'

/** `selection` where it is about one; `line` in the current audit. */
export type SinceWarning = { code: SinceCode; selection: string | null; line: number }

/** How many pieces, and for how much, in minor units. Null: nobody can tell. */
export type Grown = { count: number | null; value: number | null }

/** Compares counters since init, and warns of those that wrapped or fell. */
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
  const told = ({ by, how }: Growth, selection: Selection | null) => {
    if (how === 'wrapped') warn('WRAPPED', selection)
    if (how === 'fallen') warn('FALLEN', selection)
    return by
  }
  const count: Compare['count'] = (a, b, selection) => told(growth(a.init, b.init), selection)
  const amount: Compare['amount'] = (a, b, selection) => (isSameMoney ? told(growth(a.init, b.init, is.unit), selection) : null)
  return {
    areWhole: previous.integrity.isWhole && current.integrity.isWhole,
    count,
    amount,
    sales: (a, b, selection) => ({ count: count(a.count, b.count, selection), value: amount(a.value, b.value, selection) }),
    warn,
  }
}
