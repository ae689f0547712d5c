import type { OperationId } from '#domain/ids.ts'
import { arrive, type Level, type Movement, UNCOUNTED } from '#domain/stock/ledger.ts'
import type { Cause } from '#domain/stock/movements.ts'
import type { Moment } from '#domain/time.ts'
import type { DemoMachine } from './fleet.ts'
import { movementsOf } from './movements.ts'

/** An operation of a serviceman. `moved`: the added quantity per stock point, in thousandths, and the resulting level. */
export type Recorded = {
  id: OperationId
  at: Moment
  serviceman: number
  kind: 'restock' | 'change'
  moved: Map<number, { added: number | null; after: number }>
}

/** A machine's history as stored rows. `point` and the position in `levels` are indexes into the machine's stock points. */
export type MachineLedger = { movements: (Movement & { cause: Cause })[]; levels: Level[]; recorded: Recorded[] }

export function ledgerOf(machine: DemoMachine, operationAt: (at: Moment) => OperationId): MachineLedger {
  const { visits, changes } = machine.history
  const recorded = [
    ...visits.map(({ at, serviceman }): Recorded => ({ id: operationAt(at), at, serviceman, kind: 'restock', moved: new Map() })),
    ...changes.map(({ at, serviceman }): Recorded => ({ id: operationAt(at), at, serviceman, kind: 'change', moved: new Map() })),
  ].sort((a, b) => a.at - b.at)
  const byMoment = new Map(recorded.map((operation) => [operation.at, operation]))

  const movements = movementsOf(machine).map((movement) => ({ ...movement, operation: operationAt(movement.at) }))
  const levels = machine.points.map(() => UNCOUNTED)
  for (const movement of movements) {
    const { point, cause, quantity } = movement
    // Movements are in chronological order, so there is never a later one.
    const level = arrive(levels[point] ?? UNCOUNTED, movement, () => 0)
    levels[point] = level
    const moved = byMoment.get(movement.at)?.moved
    moved?.set(point, { added: cause === 'RESTOCK' ? quantity : (moved.get(point)?.added ?? null), after: level.quantity })
  }
  return { movements, levels, recorded }
}
