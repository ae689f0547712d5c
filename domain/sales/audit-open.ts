import type { Grown } from '../dex/compare.ts'
import { sum } from '../dex/counter.ts'
import { TOTALS, type Totals } from '../dex/totals.ts'
import type { Confirmed } from './audit-confirmed.ts'
import type { Open } from './audit-state.ts'
import type { CountedSales } from './counted-sales.ts'
import { TOTALS_OF } from './means-of-payment.ts'

/** The remainder of the machine's totals for selections that this read-out does not contain. */
export function openAfter(before: Open, totals: Record<keyof Totals, Grown>, sales: readonly CountedSales[], lists: Confirmed): Open {
  const of = (methods: readonly string[]) => {
    const some = sales.filter(({ method }) => methods.includes(method))
    return { count: some.reduce((all, { count }) => all + count, 0), value: some.reduce((all, { amount }) => all + amount, 0) }
  }
  const paid = sales.filter(({ method }) => method !== 'FREE').map(({ method }) => method)
  const booked: Partial<Record<keyof Totals, { count: number; value: number }>> = {
    paid: of(paid),
    ...Object.fromEntries(Object.entries(TOTALS_OF).map(([method, name]) => [name, of([method])])),
    free: { count: lists.isFreeConfirmed ? (sum(lists.booked.map(({ free }) => free)) ?? 0) : 0, value: 0 },
    test: { count: lists.isTestConfirmed ? (sum(lists.booked.map(({ test }) => test)) ?? 0) : 0, value: 0 },
  }
  return Object.fromEntries(
    TOTALS.flatMap((name) => {
      const taken = booked[name]
      if (!taken) return []
      const left = (what: 'count' | 'value') => (totals[name][what] ?? before[name]?.[what] ?? 0) - taken[what]
      return [[name, { count: left('count'), value: left('value') }]]
    }),
  )
}
