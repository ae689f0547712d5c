import { sql } from 'drizzle-orm'
import type { Product } from '#contract/products.ts'
import { toDecimal } from '#domain/money.ts'
import { displayVolume, type Packaging } from '#domain/products/product.ts'
import { seesMoney } from '#domain/team/permissions.ts'
import { type Db, rowsOf } from '../../db/client.ts'
import { isFoundIn } from '../../db/search.ts'
import { inNameOrder } from '../../db/sql-fragments.ts'
import type { Principal } from '../../http/request-context.ts'
import type { MachineStock } from '../../ledger/machine-stock.ts'

type Row = Omit<Product, 'displayVolume' | 'type' | 'tax' | 'lastCost'> & { taxBasisPoints: number; lastCostMinor: number }

/** With the current recipe. */
const PRODUCT = sql`select p.id::float8 as id, p.sku, p.name, p.volume::float8 as volume, p.volume_type as "volumeType", p.packaging, p.deleted,
    p.tax_basis_points::float8 as "taxBasisPoints", p.last_cost_minor::float8 as "lastCostMinor", p.case_size as "caseSize",
    coalesce((
      select jsonb_agg(jsonb_build_object('code', c.code, 'pieces', c.pieces) order by c.pieces, c.code)
      from product_codes c where c.company_id = p.company_id and c.product_id = p.id), '[]') as codes,
    coalesce((
      select jsonb_agg(jsonb_build_object('id', i.id, 'name', i.name, 'shareAmount', r.share / 1000.0, 'volumeType', i.volume_type) order by i.name, i.id)
      from recipe_lines r join products i on i.company_id = r.company_id and i.id = r.ingredient_id
      where r.company_id = p.company_id and r.product_id = p.id and r.share > 0 and r.valid_from = (
        select max(valid_from) from recipe_lines where company_id = p.company_id and product_id = p.id)), '[]') as ingredients
  from products p`

const toProduct = (row: Row, principal: Principal): Product => {
  const { taxBasisPoints, lastCostMinor, ...product } = row
  const { value, unit, decimals } = displayVolume(row.volume, row.volumeType)
  return {
    ...product,
    type: row.packaging,
    displayVolume: `${value.toFixed(decimals)} ${unit}`,
    tax: taxBasisPoints / 100,
    ...(seesMoney(principal) ? { lastCost: toDecimal(lastCostMinor, principal.currency) } : {}),
  }
}

export async function productsById(db: Db, principal: Principal, ids: readonly number[]): Promise<Product[]> {
  if (ids.length === 0) return []
  const rows = await rowsOf<Row>(
    db,
    sql`${PRODUCT} where p.company_id = ${principal.companyId} and p.id = any(${`{${ids.join(',')}}`}::bigint[]) order by p.id`,
  )
  return rows.map((row) => toProduct(row, principal))
}

/** Includes deleted products. */
export async function productBySku(db: Db, principal: Principal, sku: string, stock: MachineStock): Promise<Product | null> {
  const [row] = await rowsOf<Row>(db, sql`${PRODUCT} where p.company_id = ${principal.companyId} and p.sku = ${sku}`)
  return row ? withStock(toProduct(row, principal), stock) : null
}

export const withStock = (product: Product, stock: MachineStock): Product => ({
  ...product,
  currentQuantity: stock.get(product.id)?.current ?? 0,
})

type ProductFilter = { query: string; packagings: readonly Packaging[]; withDeleted: boolean; page: number; size: number }

export async function findProducts(
  db: Db,
  principal: Principal,
  { query, packagings, withDeleted, page, size }: ProductFilter,
  stock: MachineStock,
) {
  const where = sql.join(
    [
      sql`p.company_id = ${principal.companyId}`,
      ...(withDeleted ? [] : [sql`not p.deleted`]),
      ...(query ? [isFoundIn(query, sql`p.name`, sql`p.sku`)] : []),
      ...(packagings.length > 0 ? [sql`p.packaging = any(${`{${packagings.join(',')}}`}::text[])`] : []),
    ],
    sql` and `,
  )
  const [counted] = await rowsOf<{ total: number }>(db, sql`select count(*)::int as total from products p where ${where}`)
  const rows = await rowsOf<Row>(
    db,
    sql`${PRODUCT} where ${where} order by ${inNameOrder(sql`p.name`)}, p.id limit ${size} offset ${page * size}`,
  )
  return { products: rows.map((row) => withStock(toProduct(row, principal), stock)), total: counted?.total ?? 0 }
}
