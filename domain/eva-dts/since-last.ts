import { type Counter, type Growth, growth, type Sales, sum } from './counter.ts'
import type { Reading } from './reading.ts'
import type { Payment, Selection } from './selections.ts'
import { TOTALS, type Totals } from './totals.ts'

/** What happened at a machine between two of its audits. Counts are pieces, values minor units of the currency; null: nobody can tell. */
export type SinceLast =
  /** There is no earlier audit: counters since init say nothing of when. */
  | { kind: 'first' }
  /** The counters are those of another board or machine, and begin anew here. */
  | { kind: 'other'; why: 'OTHER_MACHINE' | 'OTHER_BOARD' }
  | {
      kind: 'since'
      selections: SelectionSince[]
      /** Selections that are no longer told; what they sold since is not known. */
      removed: string[]
      totals: Record<keyof Totals, Grown>
      cash: CashSince
      warnings: SinceWarning[]
    }

export type Grown = { count: number | null; value: number | null }

export type SelectionSince = Grown & {
  number: string
  /** `new`: the last audit did not have it yet, so that everything it counted came since. */
  kind: 'known' | 'new'
  /** Paid vends are `count`; by means of payment where the machine tells. */
  payments: (Grown & { means: string })[] | null
  free: number | null
  test: number | null
  /** Pieces that left the machine, however they were paid: what stock falls by. */
  dispensed: number | null
}

export type CashSince = {
  in: number | null
  toBox: number | null
  toTubes: number | null
  bills: number | null
  toRecycler: number | null
  dispensed: number | null
  overpaid: number | null
  filledByHand: number | null
  /** What must lie in the cash box and the stacker, if the earlier audit was read at the last collection. */
  toCollect: number | null
}

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

/**
 * The differences of the counters since init between two audits of a machine: what was sold, what left it, what cash it took. `previous`
 * is null at the first. Only counters since init are compared, for anybody may set the others back.
 */
export function sinceLast(previous: Reading | null, current: Reading): SinceLast {
  if (!previous) return { kind: 'first' }
  const why = otherwise(previous, current)
  if (why) return { kind: 'other', why }

  const warnings: SinceWarning[] = []
  const warn = (code: SinceCode, selection: Selection | null = null) => {
    const line = selection?.line ?? current.lines.from
    if (!warnings.some((told) => told.code === code && told.line === line))
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

/** Serials are compared only where both audits tell them. */
function otherwise(previous: Reading, current: Reading): 'OTHER_MACHINE' | 'OTHER_BOARD' | null {
  const board = ({ boards }: Reading) => boards.find(({ kind }) => kind === 'control')?.serial ?? null
  const differ = (a: string | null, b: string | null) => a !== null && b !== null && a !== b
  if (differ(previous.machine.serial, current.machine.serial)) return 'OTHER_MACHINE'
  return differ(board(previous), board(current)) ? 'OTHER_BOARD' : null
}

type Compare = {
  areWhole: boolean
  count: (previous: Counter, current: Counter, selection: Selection | null) => number | null
  amount: (previous: Counter, current: Counter, selection: Selection | null) => number | null
  sales: (previous: Sales, current: Sales, selection: Selection | null) => Grown
  warn: (code: SinceCode, selection?: Selection | null) => void
}

function comparer(previous: Reading, current: Reading, warn: Compare['warn']): Compare {
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

function grownSelection(before: Selection, now: Selection, compare: Compare): SelectionSince {
  const isCountedAlike = before.paidBy === now.paidBy
  if (!isCountedAlike && before.paidBy && now.paidBy) compare.warn('COUNTED_OTHERWISE', now)
  const paid = isCountedAlike ? compare.sales(before.paid, now.paid, now) : { count: null, value: null }
  const free = compare.count(before.free.count, now.free.count, now)
  const test = compare.count(before.test.count, now.test.count, now)
  return {
    number: now.number,
    kind: 'known',
    ...paid,
    payments: paymentsSince(before, now, compare),
    free,
    test,
    dispensed: dispensed(now, paid.count, free, test),
  }
}

/** Where the last audit was cut, it may just have lost the selection. */
function newSelection(now: Selection, wasWhole: boolean): SelectionSince {
  const all = ({ init }: Counter) => (wasWhole ? init : null)
  const [count, free, test] = [all(now.paid.count), all(now.free.count), all(now.test.count)]
  return {
    number: now.number,
    kind: 'new',
    count,
    value: all(now.paid.value),
    payments:
      wasWhole && now.payments.length > 0
        ? byMeans(now.payments.map(({ means, sales }) => ({ means, count: sales.count.init, value: sales.value.init })))
        : null,
    free,
    test,
    dispensed: dispensed(now, count, free, test),
  }
}

/** A machine that tells no free or test vends of a selection has none. */
const dispensed = ({ isPseudo }: Selection, paid: number | null, free: number | null, test: number | null) =>
  isPseudo ? 0 : paid === null ? null : paid + (free ?? 0) + (test ?? 0)

/** A price that was not told before is one at which nothing was sold before. */
function paymentsSince(before: Selection, now: Selection, compare: Compare): SelectionSince['payments'] {
  if (!compare.areWhole || before.payments.length === 0 || now.payments.length === 0) return null
  const keyOf = ({ means, list }: Payment) => `${means}*${list}`
  const known = new Map(before.payments.map((payment) => [keyOf(payment), payment.sales]))
  return byMeans(
    now.payments.map((payment) => {
      const was = known.get(keyOf(payment))
      const { count, value } = payment.sales
      const grown = was ? compare.sales(was, payment.sales, now) : { count: count.init, value: value.init }
      return { means: payment.means, ...grown }
    }),
  )
}

/** Over all price lists; a list that cannot be told leaves the whole untold. */
function byMeans(rows: readonly (Grown & { means: string })[]): (Grown & { means: string })[] {
  const totals = new Map<string, Grown>()
  const plus = (a: number | null, b: number | null) => (a === null || b === null ? null : a + b)
  for (const { means, count, value } of rows) {
    const total = totals.get(means) ?? { count: 0, value: 0 }
    totals.set(means, { count: plus(total.count, count), value: plus(total.value, value) })
  }
  return [...totals].map(([means, total]) => ({ means, ...total }))
}

function cashSince({ cash: was }: Reading, { cash: is }: Reading, compare: Compare): CashSince {
  const since = (name: 'in' | 'toBox' | 'toTubes' | 'bills' | 'toRecycler' | 'dispensed' | 'overpaid' | 'filledByHand') =>
    compare.amount(was[name], is[name], null)
  const [toBox, bills, toRecycler] = [since('toBox'), since('bills'), since('toRecycler')]
  // A machine without bills or recycler tells none; a counter that was told and fell is another matter.
  const [isLost, isMissing] = [
    toBox === null,
    (bills === null && (was.bills.init ?? is.bills.init) !== null) ||
      (toRecycler === null && (was.toRecycler.init ?? is.toRecycler.init) !== null),
  ]
  return {
    in: since('in'),
    toBox,
    toTubes: since('toTubes'),
    bills,
    toRecycler,
    dispensed: since('dispensed'),
    overpaid: since('overpaid'),
    filledByHand: since('filledByHand'),
    toCollect: isLost || isMissing ? null : (toBox ?? 0) + (bills ?? 0) - (toRecycler ?? 0),
  }
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
