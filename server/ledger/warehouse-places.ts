import { sql } from 'drizzle-orm'
import type { CompanyId, ProductId, StockPointId, VanId } from '#domain/ids.ts'
import { type Moment, toIso } from '#domain/time.ts'
import { type Db, rowsOf } from '../db/client.ts'

/**
 * The stock points of these products in the warehouse, or in a van. Missing ones are created in the order of the products, so that
 * concurrent transactions wait for each other without a deadlock.
 */
export async function warehousePlaces(
  db: Db,
  company: CompanyId,
  products: readonly ProductId[],
  at: Moment,
  van: VanId | null = null,
): Promise<Map<ProductId, StockPointId>> {
  if (products.length === 0) return new Map()
  const ids = `{${products.toSorted((a, b) => a - b).join(',')}}`
  const isThere = van === null ? sql`p.kind = 'WAREHOUSE'` : sql`p.kind = 'VAN' and p.van_id = ${van}::bigint`
  const once =
    van === null ? sql`(company_id, product_id) where kind = 'WAREHOUSE'` : sql`(company_id, van_id, product_id) where kind = 'VAN'`
  await db.execute(sql`
    insert into stock_points (company_id, kind, van_id, product_id, installed_at)
    select ${company}::int, ${van === null ? 'WAREHOUSE' : 'VAN'}, ${van}::bigint, wanted.id, ${toIso(at)}::timestamptz
    from unnest(${ids}::bigint[]) with ordinality as wanted(id, place)
    where not exists (select from stock_points p where p.company_id = ${company} and p.product_id = wanted.id and ${isThere})
    order by wanted.place
    on conflict ${once} do nothing`)
  const rows = await rowsOf<{ id: StockPointId; productId: ProductId }>(
    db,
    sql`select p.id::float8 as id, p.product_id::float8 as "productId" from stock_points p
      where p.company_id = ${company} and ${isThere} and p.product_id = any(${ids}::bigint[])`,
  )
  return new Map(rows.map(({ id, productId }) => [productId, id]))
}
