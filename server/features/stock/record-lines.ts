import type { ProductId, StockPointId } from '#domain/ids.ts'
import { arrive, byPoint, type Level, type Movement, sumOfDeltasAfter } from '#domain/stock/ledger.ts'
import type { Line } from '#domain/stock/movements.ts'
import { toMilli, toWhole } from '#domain/units.ts'
import type { Done, OperationContext, Warning } from '../../sync/operations.ts'
import {
  appendMovements,
  deltasAfter,
  foldedLevels,
  markRefilled,
  type NewMovement,
  type NewReview,
  openReviews,
  type StockPoint,
  writeLevels,
} from './stock.store.ts'

/**
 * Puts the lines of an operation into the ledger and brings the balances of the locked stock points up to date. Nothing is
 * refused for its quantity: it physically happened. What cannot be true is flagged and opens a review item.
 */
export async function recordLines(
  context: OperationContext,
  points: readonly StockPoint[],
  lines: readonly Line[],
  assigned: boolean,
): Promise<Done> {
  const { db, person, operationId, machineId, at } = context
  const movements = lines.map((line, index): NewMovement => ({ ...line, at, operation: operationId, line: index }))
  const { voided } = await appendMovements(db, person.companyId, movements)
  const levels = voided ? new Map(points.map(({ id, level }) => [id, level])) : await levelsAfter(context, points, movements)
  await writeLevels(db, person.companyId, changedLevels(points, levels))
  if (lines.some(({ cause }) => cause === 'RESTOCK') && !voided) await markRefilled(db, person.companyId, machineId, at)

  const moved = points.filter(({ id }) => lines.some(({ point }) => point === id))
  const reviews = [
    ...reviewsOf(context, assigned),
    ...moved.flatMap((point) => reviewsOfPoint(context, point, levels.get(point.id) ?? point.level)),
  ]
  await openReviews(db, person.companyId, operationId, context.receivedAt, reviews)
  return {
    answer: {
      operationId,
      stocks: moved.map(({ id, productId }) => stockAnswer(id, productId, lines, levels.get(id))),
      warnings: [...(context.late ? [{ code: 'LATE' }] : []), ...reviews.map(warningOf)],
    } as Done['answer'],
    changes: [
      { kind: 'inventory', id: machineId },
      { kind: 'machine', id: machineId },
    ],
  }
}

/** The levels after an undo: the fold of what is left. */
export async function refold({ db, person }: OperationContext, points: readonly StockPoint[]) {
  const levels = await foldedLevels(
    db,
    person.companyId,
    points.map(({ id }) => id),
  )
  await writeLevels(db, person.companyId, levels)
  return levels
}

async function levelsAfter({ db, person, at }: OperationContext, points: readonly StockPoint[], movements: readonly Movement[]) {
  const counted = movements.filter(({ kind }) => kind === 'count').map(({ point }) => point)
  // A count that comes late needs the deltas known after it. Those of this very operation are in the ledger by now.
  const later =
    counted.length > 0 ? byPoint(await deltasAfter(db, person.companyId, [...new Set(counted)], at)) : new Map<StockPointId, Movement[]>()
  return new Map(
    points.map(({ id, level }) => {
      const own = movements.filter(({ point }) => point === id)
      const known = (later.get(id) ?? []).filter(
        (movement) => !own.some(({ operation, line }) => operation === movement.operation && line === movement.line),
      )
      return [id, own.reduce((now, movement) => arrive(now, movement, () => sumOfDeltasAfter(known, movement)), level)]
    }),
  )
}

const changedLevels = (points: readonly StockPoint[], levels: ReadonlyMap<StockPointId, Level>) =>
  new Map([...levels].filter(([id, level]) => points.find((point) => point.id === id)?.level !== level))

type Flag = NewReview & { slotNumber: string | null }

function reviewsOf({ machineId, doubtfulClock, at, receivedAt }: OperationContext, assigned: boolean): Flag[] {
  const flags = [...(doubtfulClock ? ['DOUBTFUL_CLOCK'] : []), ...(assigned ? [] : ['NOT_ASSIGNED'])]
  return flags.map((kind) => ({ kind, machineId, stockPointId: null, slotNumber: null, details: { at, receivedAt } }))
}

function reviewsOfPoint({ machineId }: OperationContext, point: StockPoint, level: Level): Flag[] {
  const kinds = [
    ...(point.removedAt === null ? [] : ['CLOSED_INSTALLATION']),
    ...(point.removedAt === null && point.maxQuantity !== null && level.quantity > toMilli(point.maxQuantity) ? ['OVER_MAXIMUM'] : []),
    ...(level.quantity < 0 ? ['BELOW_ZERO'] : []),
  ]
  const details = {
    slotNumber: point.slotNumber,
    productId: point.productId,
    quantity: toWhole(level.quantity),
    maxQuantity: point.maxQuantity,
  }
  return kinds.map((kind) => ({ kind, machineId, stockPointId: point.id, slotNumber: point.slotNumber, details }))
}

/** Places are named by what a person reads on the machine. */
const warningOf = ({ kind, stockPointId, slotNumber }: Flag): Warning =>
  stockPointId === null
    ? { code: kind }
    : { code: kind, productInstallationId: stockPointId, ...(slotNumber === null ? {} : { slotNumber }) }

function stockAnswer(id: StockPointId, productId: ProductId, lines: readonly Line[], level: Level | undefined) {
  const added = lines.filter(({ point, cause }) => point === id && cause === 'RESTOCK')
  return {
    productInstallationId: id,
    productId,
    added: added.length > 0 ? toWhole(added.reduce((sum, { quantity }) => sum + quantity, 0)) : null,
    currentQuantity: toWhole(level?.quantity ?? 0),
  }
}
