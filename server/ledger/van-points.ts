import type { CompanyId, ProductId, StockPointId, VanId } from '#domain/ids.ts'
import type { Moment } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { pointsById, type StockPoint } from './stock-points.store.ts'
import { warehousePlaces } from './warehouse-places.ts'

/** Products in vans. */
type InVan = { van: VanId; products: readonly ProductId[] }

/** The stock points of products in vans, locked until the transaction ends. Missing ones are created. */
export async function lockVanPoints(db: Db, company: CompanyId, wanted: readonly InVan[], at: Moment): Promise<StockPoint[]> {
  const ids: StockPointId[] = []
  for (const { van, products } of wanted.toSorted((a, b) => a.van - b.van))
    ids.push(...(await warehousePlaces(db, company, [...new Set(products)], at, van)).values())
  return ids.length === 0 ? [] : pointsById(db, company, ids, { locked: true })
}
