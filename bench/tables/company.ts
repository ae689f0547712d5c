import { sql } from 'drizzle-orm'
import type { Db } from '../../server/db/client.ts'

export const MACHINES = 1_000
const PRODUCTS = 200
/** Slots per machine, and of the machine whose slots are shown. */
const SLOTS = 40
const MANY_SLOTS = 60
const SALES = 5_000
const LISTED = 500

/** Fills every table of a company: a fleet M with its slots, a day's sales, and a warehouse with purchases and changes. */
export async function fillTables(owner: Db, company: number): Promise<void> {
  await owner.execute(sql`
    insert into products (company_id, sku, name, volume, volume_type, packaging)
    select ${company}::int, 'sku ' || n, 'Product ' || n, 330, 'MILLILITRE', 'CAN' from generate_series(1, ${PRODUCTS}::int) n`)
  await owner.execute(sql`
    insert into machines (company_id, name, type, state, token, address, last_refill, created_at)
    select ${company}::int, (array['Esslingen', 'Göppingen', 'Reutlingen', 'Böblingen'])[1 + n % 4] || ' canteen ' || n, 'SNACK',
      case when n % 20 = 0 then 'STOPPED' else 'RUNNING' end, ${company} || ' ' || n, 'Neckarstraße ' || n, now() - n % 100 * interval '1 hour', now()
    from generate_series(1, ${MACHINES}::int) n`)
  await owner.execute(sql`
    insert into machine_status (company_id, machine_id, cash_minor) select company_id, id, id % 5000 from machines where company_id = ${company}`)
  await owner.execute(sql`
    insert into slots (company_id, machine_id, slot_number, product_id, max_quantity, vend_price_minor, max_changed_at)
    select m.company_id, m.id, k::text, p.id, 10, 150, now()
    from (select *, row_number() over (order by id) as place from machines where company_id = ${company}) m
    cross join generate_series(1, ${MANY_SLOTS}::int) k
    join (select id, row_number() over (order by id) - 1 as place from products where company_id = ${company}) p
      on p.place = (m.id * 7 + k * 3) % ${PRODUCTS}::int
    where k <= ${SLOTS}::int or m.place = 1`)
  await owner.execute(sql`
    insert into stock_points (company_id, kind, machine_id, slot_id, product_id, max_quantity, installed_at, balance)
    select company_id, 'SLOT', machine_id, id, product_id, max_quantity, now(), id % 11 * 1000 from slots where company_id = ${company}`)
  await owner.execute(sql`
    insert into stock_points (company_id, kind, product_id, installed_at, balance)
    select company_id, 'WAREHOUSE', id, now(), 100000 from products where company_id = ${company}`)
  await owner.execute(sql`
    insert into movements (company_id, stock_point_id, effective_at, operation_id, line, kind, cause, quantity)
    select w.company_id, w.id, now() - n * interval '1 hour', gen_random_uuid(), 0, 'delta', 'RECEIVE', 1000
    from stock_points w, generate_series(1, 25) n where w.company_id = ${company} and w.kind = 'WAREHOUSE'`)
  await owner.execute(sql`
    insert into transactions (company_id, id, machine_id, at, amount_minor, type, slot_number)
    select m.company_id, gen_random_uuid(), m.id, now() - n * interval '1 second', 150, 'CASH', '11'
    from generate_series(1, ${SALES}::int) n
    join (select *, row_number() over (order by id) - 1 as place from machines where company_id = ${company}) m on m.place = n % ${MACHINES}::int`)
  await owner.execute(sql`
    with supplier as (insert into suppliers (company_id, name, created_at) values (${company}, 'Mills', now()) returning id)
    insert into purchases (company_id, supplier_id, invoice_number, status, ordered_at, created_at)
    select ${company}::int, supplier.id, 'R-' || n, 'ON_ORDER', now() - n * interval '1 day', now() from supplier, generate_series(1, ${LISTED}::int) n`)
  await owner.execute(sql`
    insert into purchase_lines (company_id, purchase_id, product_id, place, quantity, unit_cost_minor)
    select p.company_id, p.id, (select min(id) from products where company_id = ${company}), 0, 24, 60 from purchases p where p.company_id = ${company}`)
  // Publishes all of it to devices, like any change.
  await owner.execute(sql`update companies set feed_seq = feed_seq + 1 where id = ${company}`)
  await owner.execute(sql`
    insert into feed (company_id, kind, entity_id, seq, removed, changed_at)
    select ${company}::int, kind, id, (select feed_seq from companies where id = ${company}), false, now()
    from (select unnest(array['machine', 'slots', 'inventory']) as kind, id from machines where company_id = ${company}
      union all select 'product', id from products where company_id = ${company}) told`)
}
