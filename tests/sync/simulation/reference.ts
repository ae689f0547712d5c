import type { OperationId, StockPointId } from '#domain/ids.ts'
import type { Moment } from '#domain/time.ts'

/** An operation, its time, and its lines: a delta or a count, in thousandths. */
export type RecordedOperation = {
  opId: OperationId
  at: Moment
  lines: readonly { point: StockPointId; kind: 'delta' | 'count'; quantity: number }[]
}

/** The stock after all operations in order. The product's figures are compared with it. */
export function replay(operations: Iterable<RecordedOperation>, undone: ReadonlySet<OperationId>): Map<StockPointId, number> {
  const levels = new Map<StockPointId, number>()
  const inOrder = [...operations].sort((a, b) => a.at - b.at || (a.opId < b.opId ? -1 : 1))
  for (const { opId, lines } of inOrder) {
    if (undone.has(opId)) continue
    for (const { point, kind, quantity } of lines) levels.set(point, kind === 'count' ? quantity : (levels.get(point) ?? 0) + quantity)
  }
  return levels
}
