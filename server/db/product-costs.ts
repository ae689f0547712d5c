import { type SQL, sql } from 'drizzle-orm'
import type { CompanyId, ProductId } from '#domain/ids.ts'
import type { Db } from './client.ts'

/**
 * The purchase price of every product by day: `costs (product_id, valid_from, valid_until, cost)`, for a `with`. 0: unknown. A product whose
 * price never changed has one row.
 */
export const costsByDay = (company: CompanyId): SQL => sql`costs as (
    select c.product_id, c.valid_from, lead(c.valid_from) over (partition by c.product_id order by c.valid_from) as valid_until, c.cost_minor as cost
    from product_costs c where c.company_id = ${company}
    union all
    select p.id, '-infinity'::date, null, p.last_cost_minor from products p where p.company_id = ${company}
      and not exists (select from product_costs c where c.company_id = ${company} and c.product_id = p.id))`

/** The condition that a row `k` of `costs` is the price on a day. */
export const isCostOn = (day: SQL): SQL => sql`${day} >= k.valid_from and (k.valid_until is null or ${day} < k.valid_until)`

/**
 * Stores purchase prices that are valid from a day of the company on, and before it the previous price of the product, or this one if it
 * had none. Call it before the price of the product itself changes.
 */
export async function writeCosts(
  db: Db,
  company: CompanyId,
  costs: readonly { productId: ProductId; unitCostMinor: number }[],
  from: string,
): Promise<void> {
  const rows = sql`jsonb_to_recordset(${JSON.stringify(costs)}::jsonb) as l("productId" bigint, "unitCostMinor" bigint)`
  await db.execute(sql`
    insert into product_costs (company_id, product_id, valid_from, cost_minor)
    select p.company_id, p.id, '-infinity', case when p.last_cost_minor = 0 then l."unitCostMinor" else p.last_cost_minor end
    from ${rows} join products p on p.company_id = ${company} and p.id = l."productId"
    where not exists (select from product_costs c where c.company_id = p.company_id and c.product_id = p.id)`)
  await db.execute(sql`
    insert into product_costs (company_id, product_id, valid_from, cost_minor)
    select ${company}::int, l."productId", ${from}::date, l."unitCostMinor" from ${rows}
    on conflict (company_id, product_id, valid_from) do update set cost_minor = excluded.cost_minor`)
}

/** Removes the prices of a product after a day. */
export const removeLaterCosts = (db: Db, company: CompanyId, product: ProductId, day: string) =>
  db.execute(sql`delete from product_costs c where c.company_id = ${company} and c.product_id = ${product} and c.valid_from > ${day}::date`)

/** Sets the current price of products to the one that is valid last. */
export const writeLastCosts = (db: Db, company: CompanyId, products: readonly ProductId[]) =>
  db.execute(sql`
    update products p set last_cost_minor = c.cost_minor
    from (select distinct on (product_id) product_id, cost_minor from product_costs c
      where c.company_id = ${company} and c.product_id = any(${`{${products.join(',')}}`}::bigint[]) order by product_id, valid_from desc) c
    where p.company_id = ${company} and p.id = c.product_id`)
