import { sql } from 'drizzle-orm'
import type { CompanyId, MachineId } from '#domain/ids.ts'
import { arrayOf, type Db, rowsOf } from '../../../db/client.ts'
import { type Sums, sumsByFeed, sumsOf } from '../../../sync/cached-sums.ts'

type Priced = { price: number; count: number }

/** How many slots of a machine in service have a product at a price. */
async function pricesIn(db: Db, company: CompanyId, machines?: readonly MachineId[]): Promise<Map<MachineId, string>> {
  const rows = await rowsOf<{ machine: MachineId; prices: string }>(
    db,
    sql`select p.machine_id::float8 as machine, string_agg(p.product_id || '/' || s.vend_price_minor || ' 1', ',') as prices
      from stock_points p join machines m on m.company_id = p.company_id and m.id = p.machine_id and m.deactivated_at is null
      join slots s on s.company_id = p.company_id and s.id = p.slot_id
      where p.company_id = ${company} and p.kind = 'SLOT' and p.removed_at is null and s.vend_price_minor > 0
        ${machines ? sql`and m.id = any(${arrayOf(machines)}::bigint[])` : sql``}
      group by p.machine_id`,
  )
  return new Map(rows.map(({ machine, prices }) => [machine, prices]))
}

export const slotPrices = sumsOf(pricesIn)
export const slotPricesByFeed = () => sumsByFeed(pricesIn)

/** The median price without tax of all slots and canisters in service, as `typicalPriceOf` computes it; 0 without prices. */
export async function typicalPrice(db: Db, company: CompanyId, counts: Sums): Promise<number> {
  const products = await rowsOf<{ id: number; tax: number }>(
    db,
    sql`select p.id::float8 as id, p.tax_basis_points::float8 as tax from products p where p.company_id = ${company}`,
  )
  const taxes = new Map(products.map(({ id, tax }) => [id, tax]))
  const inSlots = [...counts].map(([key, count]): Priced => {
    const [product = 0, price = 0] = key.split('/').map(Number)
    return { price: (price * 10_000) / (10_000 + (taxes.get(product) ?? 0)), count }
  })
  const all = inSlots.concat(await pricesOfCanisters(db, company)).toSorted((a, b) => a.price - b.price)
  let middle = Math.floor(all.reduce((sum, { count }) => sum + count, 0) / 2)
  for (const { price, count } of all) {
    if (middle < count) return price
    middle -= count
  }
  return 0
}

/** An ingredient has the average price of the drinks that contain it in the same machine. */
const pricesOfCanisters = (db: Db, company: CompanyId): Promise<Priced[]> =>
  rowsOf<Priced>(
    db,
    sql`select (d.price * 10000.0 / (10000 + pr.tax_basis_points))::float8 as price, 1 as count
      from stock_points p join machines m on m.company_id = p.company_id and m.id = p.machine_id and m.deactivated_at is null
      join products pr on pr.company_id = p.company_id and pr.id = p.product_id
      cross join lateral (
        select avg(s.vend_price_minor) as price
        from slots s join recipe_lines r on r.company_id = s.company_id and r.product_id = s.product_id and r.share > 0 and r.valid_from = (
          select max(l.valid_from) from recipe_lines l where l.company_id = r.company_id and l.product_id = r.product_id)
        where s.company_id = p.company_id and s.machine_id = p.machine_id and s.removed_at is null and r.ingredient_id = p.product_id) d
      where p.company_id = ${company} and p.kind = 'CANISTER' and p.removed_at is null and d.price > 0`,
  )
