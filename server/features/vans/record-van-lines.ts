import { sql } from 'drizzle-orm'
import type { CompanyId, OperationId, ProductId, StockPointId, VanId } from '#domain/ids.ts'
import { arrive, byPoint, sumOfDeltasAfter } from '#domain/stock/ledger.ts'
import type { Moment } from '#domain/time.ts'
import { toWhole } from '#domain/units.ts'
import type { VanLine } from '#domain/vans/van.ts'
import { arrayOf, type Db, rowsOf } from '../../db/client.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import { deltasAfter, type NewMovement, writeMovements } from '../../ledger/ledger.store.ts'
import { openReviews } from '../../ledger/review-items.ts'
import { pointsById, type StockPoint } from '../../ledger/stock-points.store.ts'
import { warehousePlaces } from '../../ledger/warehouse-places.ts'

/** A line in one of the vans, or in the warehouse. */
type PlacedLine = VanLine & { van: VanId }

/** `by`: the operation that review items name, if the movements have another id. */
type ToRecord = { operation: OperationId; by?: OperationId; at: Moment; receivedAt: Moment; lines: readonly PlacedLine[] }
type Recorded = { van: VanId; productId: ProductId; quantity: number }[]

/** Hot drinks are made in the machine, so they are in no van. A deleted product may still be in one. */
export async function unfitProducts(db: Db, company: CompanyId, ids: readonly ProductId[]): Promise<Refusal | null> {
  const rows = await rowsOf<{ id: ProductId; packaging: string }>(
    db,
    sql`select p.id::float8 as id, p.packaging from products p where p.company_id = ${company} and p.id = any(${arrayOf(ids)}::bigint[])`,
  )
  const missing = ids.find((id) => !rows.some((row) => row.id === id))
  if (missing !== undefined) return refuse('PRODUCT_NOT_FOUND', { detail: `There is no product ${missing}.` })
  const hot = rows.find(({ packaging }) => packaging === 'COFFEE')
  return hot ? refuse('PRODUCT_TYPE_MISMATCH', { detail: `Product ${hot.id} is a hot drink, which is in no van.` }) : null
}

/**
 * Records lines in vans and the warehouse. No quantity is refused, because it happened: a van from which more was taken than was in it gets
 * a review item. Returns the new stock of the vans.
 */
export async function recordVanLines(
  db: Db,
  company: CompanyId,
  { operation, by = operation, at, receivedAt, lines }: ToRecord,
): Promise<Recorded> {
  const points = await lockPoints(db, company, lines, receivedAt)
  const counted = lines.filter(({ kind }) => kind === 'count')
  const ids = [...points.values()].map(({ id }) => id)
  const later = byPoint(counted.length > 0 ? await deltasAfter(db, company, ids, at) : [])
  const movements: NewMovement[] = []
  for (const [line, { van, side, productId, ...rest }] of lines.entries()) {
    const key = keyOf(side === 'VAN' ? van : null, productId)
    const point = points.get(key)
    if (!point) throw new Error(`product ${productId} has no stock point`)
    const movement: NewMovement = { ...rest, point: point.id, at, operation, line, voided: false }
    points.set(key, { ...point, level: arrive(point.level, movement, () => sumOfDeltasAfter(later.get(point.id) ?? [], movement)) })
    movements.push(movement)
  }
  const after = [...points.values()]
  await writeMovements(db, company, { movements, levels: new Map(after.map(({ id, level }) => [id, level])), refills: [] })
  const inVans = after.flatMap(({ vanId, ...point }) => (vanId === null ? [] : [{ ...point, vanId }]))
  await openReviews(
    db,
    company,
    receivedAt,
    inVans
      .filter(({ level }) => level.quantity < 0)
      .map(({ id, productId, level }) => ({
        operation: by,
        kind: 'VAN_BELOW_ZERO',
        machineId: null,
        stockPointId: id,
        details: { productId, quantity: toWhole(level.quantity) },
      })),
  )
  return inVans.map(({ vanId, productId, level }) => ({ van: vanId, productId, quantity: toWhole(level.quantity) }))
}

const keyOf = (van: VanId | null, product: ProductId) => `${van ?? 'warehouse'}/${product}`

/** Creates missing stock points, and locks all in one order. */
async function lockPoints(db: Db, company: CompanyId, lines: readonly PlacedLine[], at: Moment): Promise<Map<string, StockPoint>> {
  const productsIn = (van: VanId | null) => [
    ...new Set(lines.filter((line) => (line.side === 'VAN' ? line.van : null) === van).map(({ productId }) => productId)),
  ]
  const places = [null, ...[...new Set(lines.map(({ van }) => van))].toSorted((a, b) => a - b)]
  const ids: StockPointId[] = []
  for (const van of places) ids.push(...(await warehousePlaces(db, company, productsIn(van), at, van)).values())
  const locked = await pointsById(db, company, ids, { locked: true })
  return new Map(locked.map((point) => [keyOf(point.vanId, point.productId), point]))
}
