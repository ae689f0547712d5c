import type { CompanyId, MachineId, OperationId, ProductId, StockPointId, UserId } from '#domain/ids.ts'
import type { StockEnd } from '#domain/slots/slot.ts'
import { arrive, type Level } from '#domain/stock/ledger.ts'
import type { Cause } from '#domain/stock/movements.ts'
import type { Moment } from '#domain/time.ts'
import { toWhole } from '#domain/units.ts'
import type { Db } from '../db/client.ts'
import { type NewMovement, writeMovements } from './ledger.store.ts'
import { openReviews } from './review-items.ts'
import { drivenBy, drivings, pointsById, type StockPoint } from './stock-points.store.ts'
import { warehousePlaces } from './warehouse-places.ts'

/** `user`: goods that are returned go into the van that this user drives, if any. */
type Leaving = {
  operation: OperationId
  machine: MachineId
  points: readonly StockPointId[]
  end: StockEnd
  now: Moment
  user: UserId
}

/**
 * Clears stock points that are about to be closed. Their stock returns to the warehouse, or the van of the user, or is lost, with ledger lines on both sides, or it
 * stays and a review item is created. Returns the time at which they may be closed, which is after every count there.
 */
export async function settle(db: Db, company: CompanyId, { operation, machine, points: ids, end, now, user }: Leaving): Promise<Moment> {
  const products = productsWithStock(await pointsById(db, company, ids))
  const van = end === 'WAREHOUSE' ? drivenBy(await drivings(db, company, [user]), user, now) : null
  const shelvesOf = async (some: readonly ProductId[]): Promise<StockPointId[]> =>
    end === 'WAREHOUSE' ? [...(await warehousePlaces(db, company, some, now, van)).values()] : []
  // Locks in the order of ids, like restocks, to avoid deadlocks.
  const locked = await lockById(db, company, [...ids, ...(await shelvesOf(products))])
  const places = locked.filter(({ id }) => ids.includes(id))
  // A restock may have filled an empty place before it was locked.
  const late = productsWithStock(places).filter((product) => !products.includes(product))
  const points = late.length === 0 ? locked : [...locked, ...(await lockById(db, company, await shelvesOf(late)))]
  const shelves = points.filter(({ id }) => !ids.includes(id))
  const at = Math.max(now, ...points.map(({ level }) => (level.counted ? level.counted.at + 1 : now)))
  const full = places.filter(hasStock)
  if (end === 'LATER') await openReviews(db, company, now, places.filter(isLying).map(reviewOf(operation, machine)))
  else await writeMovements(db, company, moved(full, shelves, { operation, end, at }))
  return at
}

const productsWithStock = (points: readonly StockPoint[]): ProductId[] => [
  ...new Set(points.filter(hasStock).map(({ productId }) => productId)),
]

const hasStock = ({ level }: StockPoint) => level.quantity !== 0
const isLying = ({ level }: StockPoint) => level.quantity > 0

const reviewOf = (operation: OperationId, machineId: MachineId) => (point: StockPoint) => ({
  operation,
  kind: 'CLOSED_INSTALLATION',
  machineId,
  stockPointId: point.id,
  details: {
    slotNumber: point.slotNumber,
    productId: point.productId,
    quantity: toWhole(point.level.quantity),
    maxQuantity: point.maxQuantity,
  },
})

/** A negative stock never existed: it is adjusted to zero, and nothing is moved. */
function moved(
  places: readonly StockPoint[],
  shelves: readonly StockPoint[],
  { operation, end, at }: { operation: OperationId; end: 'WAREHOUSE' | 'LOST'; at: Moment },
) {
  const movements: NewMovement[] = []
  const levels = new Map<StockPointId, Level>()
  const add = (point: StockPoint, quantity: number, cause: Cause) => {
    const movement = { point: point.id, at, operation, line: movements.length, kind: 'delta' as const, quantity, cause, voided: false }
    movements.push(movement)
    levels.set(
      point.id,
      arrive(levels.get(point.id) ?? point.level, movement, () => 0),
    )
  }
  for (const place of places) {
    const { quantity } = place.level
    const shelf = shelves.find(({ productId }) => productId === place.productId)
    add(place, -quantity, quantity < 0 ? 'ADJUST' : end === 'LOST' ? 'LOSS' : 'RETURN')
    if (end === 'WAREHOUSE' && shelf && quantity > 0) add(shelf, quantity, 'RECEIVE')
  }
  return { movements, levels, refills: [] }
}

const lockById = (db: Db, company: CompanyId, ids: readonly StockPointId[]) => pointsById(db, company, ids, { locked: true })

/** The stock of these stock points in whole pieces, without empty ones. */
export async function lyingIn(db: Db, company: CompanyId, ids: readonly StockPointId[]) {
  const held = await pointsById(db, company, ids)
  return held
    .filter(isLying)
    .map(({ slotNumber, productId, level }) => ({ slotNumber: slotNumber ?? '', productId, quantity: toWhole(level.quantity) }))
}
