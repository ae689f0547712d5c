import type { OperationId, StockPointId } from '#domain/ids.ts'
import type { Moment } from '#domain/time.ts'

/** What somebody did, when, and what each line says: put in or taken (a delta), or how much there is (a count). In thousandths. */
export type Told = { opId: OperationId; at: Moment; lines: readonly { point: StockPointId; kind: 'delta' | 'count'; quantity: number }[] }

/** What lies where once all of this has happened, one after the other. Everything the product says is held against it. */
export function replay(told: Iterable<Told>, undone: ReadonlySet<OperationId>): Map<StockPointId, number> {
  const levels = new Map<StockPointId, number>()
  const inOrder = [...told].sort((a, b) => a.at - b.at || (a.opId < b.opId ? -1 : 1))
  for (const { opId, lines } of inOrder) {
    if (undone.has(opId)) continue
    for (const { point, kind, quantity } of lines) levels.set(point, kind === 'count' ? quantity : (levels.get(point) ?? 0) + quantity)
  }
  return levels
}
