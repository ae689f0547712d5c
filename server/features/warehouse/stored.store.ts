import { sql } from 'drizzle-orm'
import type { StoredProduct } from '#contract/warehouse.ts'
import type { CompanyId, ProductId, StockPointId } from '#domain/ids.ts'
import type { Packaging } from '#domain/products/product.ts'
import type { Level } from '#domain/stock/ledger.ts'
import { type Moment, toIso } from '#domain/time.ts'
import { arrayOf, type Db, rowsOf } from '../../db/client.ts'
import { isFoundIn } from '../../db/search.ts'
import { inNameOrder, productCard, wholeUnits } from '../../db/sql-fragments.ts'
import type { MachineStock } from '../../ledger/machine-stock.ts'
import { warehousePlaces } from '../../ledger/warehouse-places.ts'

export type NamedProduct = { id: ProductId; name: string; packaging: Packaging; volume: number; isDeleted: boolean }

export const productsNamed = (db: Db, company: CompanyId, ids: readonly ProductId[]): Promise<NamedProduct[]> =>
  rowsOf<NamedProduct>(
    db,
    sql`select p.id::float8 as id, p.name, p.packaging, p.volume::float8 as volume, p.deleted as "isDeleted" from products p
      where p.company_id = ${company} and p.id = any(${arrayOf(ids)}::bigint[])`,
  )

type StoredPoint = { id: StockPointId; productId: ProductId; level: Level }

/** The stock points and balances of these products in the warehouse, locked until the transaction ends. */
export async function lockStored(
  db: Db,
  company: CompanyId,
  products: readonly ProductId[],
  at: Moment,
): Promise<Map<ProductId, StoredPoint>> {
  await warehousePlaces(db, company, products, at)
  const rows = await rowsOf<{ id: number; productId: number; balance: number; at: number | null; by: string | null; line: number | null }>(
    db,
    sql`select p.id::float8 as id, p.product_id::float8 as "productId", p.balance::float8 as balance,
        (extract(epoch from p.counted_at) * 1000)::float8 as at, p.counted_by as by, p.counted_line as line
      from stock_points p where p.company_id = ${company} and p.kind = 'WAREHOUSE' and p.product_id = any(${arrayOf(products)}::bigint[])
      order by p.id for update`,
  )
  return new Map(
    rows.map(({ id, productId, balance, at: countedAt, by, line }) => {
      const counted = countedAt === null ? null : { at: Math.round(countedAt), operation: by ?? '', line: line ?? 0 }
      return [productId, { id, productId, level: { quantity: balance, counted } }]
    }),
  )
}

type StoredFilter = { query: string; page: number; size: number }

/** Stock of each product in the warehouse and in machines in service. A deleted product is listed while it has stock. */
export async function findStored(db: Db, company: CompanyId, { query, page, size }: StoredFilter, stock: MachineStock) {
  const found = sql`
    from products pr
    left join stock_points w on w.company_id = pr.company_id and w.product_id = pr.id and w.kind = 'WAREHOUSE'
    where pr.company_id = ${company} and pr.packaging <> 'COFFEE' and (not pr.deleted or w.balance > 0)
      and ${isFoundIn(query, sql`pr.name`, sql`pr.sku`)}`
  const [counted] = await rowsOf<{ total: number }>(db, sql`select count(*)::int as total ${found}`)
  const rows = await rowsOf<Omit<StoredProduct, 'inMachines' | 'total' | 'countedAt'> & { countedAt: Moment | null }>(
    db,
    sql`select ${productCard} as product, w.id::float8 as "productInstallationId", (extract(epoch from w.counted_at) * 1000)::float8 as "countedAt",
        coalesce(${wholeUnits(sql`w.balance`)}, 0)::float8 as "inWarehouse" ${found}
      order by ${inNameOrder(sql`pr.name`)}, pr.id limit ${size} offset ${page * size}`,
  )
  const items = rows.map(({ countedAt, ...row }): StoredProduct => {
    const inMachines = stock.get(row.product.id)?.current ?? 0
    return {
      ...row,
      inMachines,
      total: row.inWarehouse + inMachines,
      countedAt: countedAt === null ? null : toIso(Math.round(countedAt)),
    }
  })
  return { items, total: counted?.total ?? 0 }
}
