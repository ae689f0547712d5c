import { sum } from './counter.ts'
import type { Reading } from './reading.ts'

/** All vends since initialization, including free and test vends; 0 if the machine counts none. */
export function vendsCounted({ totals, selections }: Reading): number {
  const parts = (['paid', 'free', 'test'] as const).map(
    (kind) => totals[kind].count.init ?? sum(selections.map((one) => one[kind].count.init)),
  )
  return sum(parts) ?? 0
}
