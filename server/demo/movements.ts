import type { Movement } from '#domain/stock/ledger.ts'
import { type Cause, changeLines, type Line, restockLines } from '#domain/stock/movements.ts'
import type { Moment } from '#domain/time.ts'
import type { DemoMachine } from './fleet.ts'
import { stockUseOf } from './stock-points.ts'

/** A machine's history as ledger movements in chronological order: `point` is an index into its stock points. */
export function movementsOf({ history, planogram, points, catalogue }: DemoMachine): (Movement & { cause: Cause })[] {
  const takes = new Map(planogram.slots.map((slot) => [slot.slotNumber, stockUseOf(slot, points, catalogue)]))
  const sold = history.vends.map(({ at, slotNumber }) => ({
    at,
    lines: (takes.get(slotNumber) ?? []).map(({ point, quantity }): Line => ({ point, kind: 'delta', quantity: -quantity, cause: 'SALE' })),
  }))
  const filled = history.visits.map(({ at, lines }) => ({ at, lines: restockLines(lines) }))
  const changed = history.changes.map(({ at, reason, lines }) => ({ at, lines: changeLines(reason, lines) }))
  return [...sold, ...filled, ...changed].sort((a, b) => a.at - b.at).flatMap(inLedger)
}

// A machine has one event per moment, so the moment identifies the operation.
const inLedger = ({ at, lines }: { at: Moment; lines: Line[] }) =>
  lines.map((line, index) => ({ ...line, at, operation: String(at), line: index }))
