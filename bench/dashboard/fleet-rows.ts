import { sql } from 'drizzle-orm'
import type { Db } from '../../server/db/client.ts'

export const PRODUCTS = 200
/** Slots per machine. */
export const SLOTS = 40

/** Fills a company with products and machines, and with their slots and stock. */
export async function fillMachines(owner: Db, company: number, machines: number): Promise<void> {
  await owner.execute(sql`
    insert into products (company_id, sku, name, volume, volume_type, packaging)
    select ${company}::int, 'sku ' || n, 'Product ' || n, 330, 'MILLILITRE', 'CAN' from generate_series(1, ${PRODUCTS}::int) n`)
  await owner.execute(sql`
    insert into machines (company_id, name, type, state, token, last_refill, created_at)
    select ${company}::int, 'Machine ' || n, 'SNACK', case when n % 20 = 0 then 'STOPPED' else 'RUNNING' end, ${company} || ' ' || n,
      now() - n % 100 * interval '1 hour', now() from generate_series(1, ${machines}::int) n`)
  await owner.execute(sql`
    insert into machine_status (company_id, machine_id, cash_minor) select company_id, id, id % 5000 from machines where company_id = ${company}`)
  // Without statistics the joins compare every pair of rows.
  await owner.execute(sql`analyze products, machines`)
  await owner.execute(sql`
    insert into slots (company_id, machine_id, slot_number, product_id, max_quantity, max_changed_at)
    select m.company_id, m.id, k::text, p.id, 10, now() from machines m cross join generate_series(1, ${SLOTS}::int) k
    join (select id, row_number() over (order by id) - 1 as place from products where company_id = ${company}) p on p.place = (m.id * 7 + k * 12) % ${PRODUCTS}::int
    where m.company_id = ${company}`)
  await owner.execute(sql`
    insert into stock_points (company_id, kind, machine_id, slot_id, product_id, max_quantity, installed_at, balance)
    select company_id, 'SLOT', machine_id, id, product_id, max_quantity, now(), id % 11 * 1000 from slots where company_id = ${company}`)
  await owner.execute(sql`analyze slots, stock_points`)
}
