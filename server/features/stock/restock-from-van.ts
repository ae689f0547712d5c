import type { CompanyId, ProductId, StockPointId, VanId } from '#domain/ids.ts'
import type { Line } from '#domain/stock/movements.ts'
import type { Moment } from '#domain/time.ts'
import { restockedFromVan } from '#domain/vans/van.ts'
import type { Db } from '../../db/client.ts'
import { type Driving, drivenBy, type LockedPoint, pointsById, type StockPoint } from '../../ledger/stock-points.store.ts'
import { warehousePlaces } from '../../ledger/warehouse-places.ts'
import type { OperationContext } from '../../sync/operations.ts'

/** The vans of users who restock machines: their locked stock points, and what a restock takes out of them. */
export type Vans = {
  points: readonly LockedPoint[]
  /** The lines in the van of the user, at the time of the operation; none if they drove no van. */
  linesOf(context: OperationContext, own: readonly StockPoint[], lines: readonly Line[]): Line[]
}

export const NO_VANS: Vans = { points: [], linesOf: () => [] }

/** `touched`: the stock points that each operation may restock. */
export async function openVans(
  touched: readonly { context: OperationContext; points: readonly StockPoint[] }[],
  drivings: readonly Driving[],
): Promise<Vans> {
  const wanted = new Map<VanId, Set<ProductId>>()
  for (const { context, points } of touched) {
    const van = drivenBy(drivings, context.principal.userId, context.at)
    if (van === null) continue
    const products = wanted.get(van) ?? new Set()
    for (const { productId } of points) products.add(productId)
    wanted.set(van, products)
  }
  const [first] = touched
  if (!first || wanted.size === 0) return NO_VANS
  const { db, principal, receivedAt } = first.context
  const inVans = [...wanted].map(([van, products]) => ({ van, products: [...products] }))
  const locked = await lockVanPoints(db, principal.companyId, inVans, receivedAt)
  const pointOf = new Map(locked.map(({ id, vanId, productId }) => [`${vanId}/${productId}`, id]))
  return {
    points: locked.map((point) => ({ ...point, machineId: null })),
    linesOf: (context, own, lines) => {
      const van = drivenBy(drivings, context.principal.userId, context.at)
      if (van === null) return []
      const productOf = new Map<StockPointId, ProductId>(own.map(({ id, productId }) => [id, productId]))
      const added = lines.flatMap(({ point, quantity, cause }) => {
        const productId = productOf.get(point)
        return cause === 'RESTOCK' && productId !== undefined ? [{ productId, quantity }] : []
      })
      return restockedFromVan(added).flatMap(({ productId, side: _, ...line }) => {
        const point = pointOf.get(`${van}/${productId}`)
        return point === undefined ? [] : [{ ...line, point }]
      })
    },
  }
}

/** Products in vans. */
type InVan = { van: VanId; products: readonly ProductId[] }

/** The stock points of products in vans, locked until the transaction ends. Missing ones are created. */
async function lockVanPoints(db: Db, company: CompanyId, wanted: readonly InVan[], at: Moment): Promise<StockPoint[]> {
  const ids: StockPointId[] = []
  for (const { van, products } of wanted.toSorted((a, b) => a.van - b.van))
    ids.push(...(await warehousePlaces(db, company, [...new Set(products)], at, van)).values())
  return ids.length === 0 ? [] : pointsById(db, company, ids, { locked: true })
}
