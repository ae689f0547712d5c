import type { StockPointId } from '#domain/ids.ts'
import { arrive, type Movement, sumOfDeltasAfter } from '#domain/stock/ledger.ts'
import type { Line } from '#domain/stock/movements.ts'
import { toMilli } from '#domain/units.ts'
import type { Change, Context, Done } from './model-operations.ts'
import type { Point } from './model-state.ts'

/** Writes the lines of an operation to the ledger, and the levels of its stock points. */
export async function recordLines({ tx, opId, machineId, at }: Context, points: readonly Point[], lines: readonly Line[]): Promise<Done> {
  const voided = tx.state.voids.has(opId)
  const movements = lines.map((line, index) => ({
    point: line.point,
    kind: line.kind,
    quantity: line.quantity,
    at,
    operation: opId,
    line: index,
  }))
  const known = (id: StockPointId) => [...(tx.state.movements.get(id) ?? [])].filter((entry) => !entry.voided)
  const isOwn = (one: Movement) => one.operation === opId
  const levels = points.map(({ id, level }) => {
    const own = movements.filter(({ point }) => point === id)
    return [
      id,
      voided
        ? level
        : own.reduce(
            (now, one) =>
              arrive(now, one, () =>
                sumOfDeltasAfter(
                  known(id).filter((other) => !isOwn(other)),
                  one,
                ),
              ),
            level,
          ),
    ] as const
  })
  await tx.pause('records')
  for (const movement of movements) tx.append({ ...movement, voided })
  for (const [id, level] of levels) tx.writeLevel(id, level)
  const overMaximum = points.some(
    ({ id, maxQuantity, closed }) =>
      !closed && maxQuantity !== null && (levels.find(([one]) => one === id)?.[1].quantity ?? 0) > toMilli(maxQuantity),
  )
  const warnings = [
    ...(points.some(({ closed }) => closed) ? [{ code: 'CLOSED_INSTALLATION' }] : []),
    ...(overMaximum ? [{ code: 'OVER_MAXIMUM' }] : []),
  ]
  return { warnings, changes: stockChanged(machineId) }
}

export const stockChanged = (id: number): Change[] => [
  { kind: 'inventory', id },
  { kind: 'machine', id },
]
