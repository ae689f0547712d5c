import { type Sales, sum } from './counter.ts'
import type { Page } from './page.ts'
import type { Selection } from './selections.ts'

/** Vends of the whole machine, and its sales by means of payment. Paid vends include discounted and surcharged ones. */
export type Totals = Record<(typeof TOTALS)[number], Sales>

export const TOTALS = ['paid', 'discounted', 'surcharged', 'test', 'free', 'cash', 'cashless1', 'cashless2', 'tokens'] as const

export function readTotals(page: Page): Totals {
  const va1 = page.one('VA1')
  return {
    paid: page.valueFirst(va1),
    discounted: page.valueFirst(va1, 5),
    surcharged: page.valueFirst(va1, 9),
    test: page.valueFirst(page.one('VA2')),
    free: page.valueFirst(page.one('VA3')),
    cash: page.valueFirst(page.one('CA2')),
    cashless1: page.valueFirst(page.one('DA2')),
    cashless2: page.valueFirst(page.one('DB2')),
    tokens: page.valueFirst(page.one('TA2')),
  }
}

/** All vends since initialization, including free and test vends; 0 if the machine counts none. */
export function vendsCounted({ totals, selections }: { totals: Totals; selections: readonly Selection[] }): number {
  const parts = (['paid', 'free', 'test'] as const).map(
    (kind) => totals[kind].count.init ?? sum(selections.map((one) => one[kind].count.init)),
  )
  return sum(parts) ?? 0
}
