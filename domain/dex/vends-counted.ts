import { sum } from './counter.ts'
import type { Reading } from './reading.ts'

/** All vends that a machine had counted since it was set going, given away and tested ones too; 0 where it counts none. */
export function vendsCounted({ totals, selections }: Reading): number {
  const parts = (['paid', 'free', 'test'] as const).map(
    (kind) => totals[kind].count.init ?? sum(selections.map((one) => one[kind].count.init)),
  )
  return sum(parts) ?? 0
}
