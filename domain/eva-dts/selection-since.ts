import type { Compare, Grown } from './compare.ts'
import type { Counter } from './counter.ts'
import type { Payment, Selection } from './selections.ts'

export type SelectionSince = Grown & {
  number: string
  /** `new`: the last audit did not have it yet, so that everything it counted came since. */
  kind: 'known' | 'new'
  /** It counts no product: see `Selection`. */
  isPseudo: boolean
  /** Paid vends are `count`; by means of payment where the machine tells. */
  payments: (Grown & { means: string })[] | null
  free: number | null
  test: number | null
  /** Pieces that left the machine, however they were paid: what stock falls by. */
  dispensed: number | null
}

export function grownSelection(before: Selection, now: Selection, compare: Compare): SelectionSince {
  const isCountedAlike = before.paidBy === now.paidBy
  if (!isCountedAlike && before.paidBy && now.paidBy) compare.warn('COUNTED_OTHERWISE', now)
  const paid = isCountedAlike ? compare.sales(before.paid, now.paid, now) : { count: null, value: null }
  const free = compare.count(before.free.count, now.free.count, now)
  const test = compare.count(before.test.count, now.test.count, now)
  return {
    number: now.number,
    kind: 'known',
    isPseudo: now.isPseudo,
    ...paid,
    payments: paymentsSince(before, now, compare),
    free,
    test,
    dispensed: dispensed(now, paid.count, free, test),
  }
}

/** Where the last audit was cut, it may just have lost the selection. */
export function newSelection(now: Selection, wasWhole: boolean): SelectionSince {
  const all = ({ init }: Counter) => (wasWhole ? init : null)
  const [count, free, test] = [all(now.paid.count), all(now.free.count), all(now.test.count)]
  return {
    number: now.number,
    kind: 'new',
    isPseudo: now.isPseudo,
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
