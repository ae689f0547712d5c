import type { Compare, Grown } from './compare.ts'
import { type Counter, NOT_REPORTED, type Sales } from './counter.ts'
import type { Payment, Selection } from './selections.ts'

export type SelectionSince = Grown & {
  number: string
  /** `new`: the last audit did not contain it, so all its vends are new. */
  kind: 'known' | 'new'
  /** Not a product: see `Selection`. */
  isPseudo: boolean
  /** The last audit counted its vends and this one does not, or counts them in another way, so the difference is unknown. */
  isLost: boolean
  /** Paid vends are `count`; by means of payment if the machine reports it. */
  payments: (Grown & { means: string })[] | null
  free: number | null
  test: number | null
  /** Pieces that left the machine, however they were paid: the decrease of stock. */
  dispensed: number | null
}

export function grownSelection(before: Selection, now: Selection, compare: Compare): SelectionSince {
  const rows = comparableRows(before, now)
  if (!rows && before.paidBy && now.paidBy) compare.warn('COUNTED_OTHERWISE', now)
  const grown = (rows ?? []).map(([was, is]) => compare.sales(was, is, now))
  const all = (what: 'count' | 'value') =>
    rows && grown.every((one) => one[what] !== null) ? grown.reduce((total, one) => total + (one[what] ?? 0), 0) : null
  const paid = { count: all('count'), value: all('value') }
  const free = compare.count(before.free.count, now.free.count, now)
  const test = compare.count(before.test.count, now.test.count, now)
  return {
    number: now.number,
    kind: 'known',
    isPseudo: now.isPseudo,
    isLost: before.paidBy !== null && (rows === null || rows.some(([, is]) => is.count.init === null)),
    ...paid,
    payments: paymentsSince(before, now, compare),
    free,
    test,
    dispensed: dispensed(now, paid.count, free, test),
  }
}

const paymentKey = ({ means, list }: Payment) => `${means}*${list}`

/** Counters of a selection's paid vends that both audits contain, to be compared one by one; null if they have none in common. */
export function comparableRows(before: Selection, now: Selection): [Sales, Sales][] | null {
  if (before.paidBy === 'selection' && now.paidBy === 'selection') return [[before.paid, now.paid]]
  const byPayments = matched(before.payments, now.payments, paymentKey, ({ sales }) => sales)
  if (byPayments) return byPayments
  if (before.paidBy !== 'price-lists' || now.paidBy === 'selection' || now.paidBy === 'payments') return null
  return matched(
    before.priceLists,
    now.priceLists,
    ({ list }) => list,
    ({ vends }) => ({ count: vends, value: NOT_REPORTED.value }),
  )
}

const FROM_NOTHING: Sales = { count: { init: 0, reset: null }, value: { init: 0, reset: null } }

/** Pairs each row with its predecessor; a row without one starts at zero. Null if a previous row is missing. */
function matched<Row>(
  before: readonly Row[],
  now: readonly Row[],
  keyOf: (row: Row) => string,
  salesOf: (row: Row) => Sales,
): [Sales, Sales][] | null {
  const known = new Map(before.map((row) => [keyOf(row), salesOf(row)]))
  const there = new Set(now.map(keyOf))
  if (known.size === 0 || ![...known.keys()].every((key) => there.has(key))) return null
  return now.map((row) => [known.get(keyOf(row)) ?? FROM_NOTHING, salesOf(row)])
}

/** If the last audit was cut, the selection may have been in the missing part. */
export function newSelection(now: Selection, wasWhole: boolean): SelectionSince {
  const all = ({ init }: Counter) => (wasWhole ? init : null)
  const [count, free, test] = [all(now.paid.count), all(now.free.count), all(now.test.count)]
  return {
    number: now.number,
    kind: 'new',
    isPseudo: now.isPseudo,
    isLost: false,
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

/** A machine that does not report free or test vends of a selection has none. */
const dispensed = ({ isPseudo }: Selection, paid: number | null, free: number | null, test: number | null) =>
  isPseudo ? 0 : paid === null ? null : paid + (free ?? 0) + (test ?? 0)

/** A price that was not reported before had no sales before. */
function paymentsSince(before: Selection, now: Selection, compare: Compare): SelectionSince['payments'] {
  if (!compare.areWhole || before.payments.length === 0 || now.payments.length === 0) return null
  const known = new Map(before.payments.map((payment) => [paymentKey(payment), payment.sales]))
  return byMeans(
    now.payments.map((payment) => {
      const was = known.get(paymentKey(payment))
      const { count, value } = payment.sales
      const grown = was ? compare.sales(was, payment.sales, now) : { count: count.init, value: value.init }
      return { means: payment.means, ...grown }
    }),
  )
}

/** Sums over all price lists; one unknown list makes the sum unknown. */
function byMeans(rows: readonly (Grown & { means: string })[]): (Grown & { means: string })[] {
  const totals = new Map<string, Grown>()
  const plus = (a: number | null, b: number | null) => (a === null || b === null ? null : a + b)
  for (const { means, count, value } of rows) {
    const total = totals.get(means) ?? { count: 0, value: 0 }
    totals.set(means, { count: plus(total.count, count), value: plus(total.value, value) })
  }
  return [...totals].map(([means, total]) => ({ means, ...total }))
}
