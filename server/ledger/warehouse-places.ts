import { sql } from 'drizzle-orm'
import type { CompanyId, ProductId, StockPointId } from '#domain/ids.ts'
import { type Moment, toIso } from '#domain/time.ts'
import { type Db, rowsOf } from '../db/client.ts'

/**
 * The warehouse stock points of these products. Missing ones are created in the order of the products, so that concurrent transactions wait
 * for each other without a deadlock.
 */
export async function warehousePlaces(
  db: Db,
  company: CompanyId,
  products: readonly ProductId[],
  at: Moment,
): Promise<Map<ProductId, StockPointId>> {
  if (products.length === 0) return new Map()
  const ids = `{${products.toSorted((a, b) => a - b).join(',')}}`
  await db.execute(sql`
    insert into stock_points (company_id, kind, product_id, installed_at)
    select ${company}::int, 'WAREHOUSE', wanted.id, ${toIso(at)}::timestamptz from unnest(${ids}::bigint[]) with ordinality as wanted(id, place)
    where not exists (select from stock_points p where p.company_id = ${company} and p.product_id = wanted.id and p.kind = 'WAREHOUSE')
    order by wanted.place
    on conflict (company_id, product_id) where kind = 'WAREHOUSE' do nothing`)
  const rows = await rowsOf<{ id: StockPointId; productId: ProductId }>(
    db,
    sql`select p.id::float8 as id, p.product_id::float8 as "productId" from stock_points p
      where p.company_id = ${company} and p.kind = 'WAREHOUSE' and p.product_id = any(${ids}::bigint[])`,
  )
  return new Map(rows.map(({ id, productId }) => [productId, id]))
}
