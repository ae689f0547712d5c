import { sql } from 'drizzle-orm'
import type { ProductSummary } from '#contract/products.ts'
import type { CompanyId, ProductId } from '#domain/ids.ts'
import { slotOrder } from '#domain/slots/slot.ts'
import { type Moment, toIso } from '#domain/time.ts'
import { type Db, rowsOf } from '../../db/client.ts'
import { inNameOrder } from '../../db/sql-fragments.ts'

/** The machines that contain a product, by name, with its slots or selections; canisters have no number. */
export async function machinesWith(db: Db, company: CompanyId, product: ProductId): Promise<ProductSummary['inMachines']> {
  const rows = await rowsOf<ProductSummary['inMachines'][number]>(
    db,
    sql`select jsonb_build_object('id', m.id, 'name', m.name) as machine,
        coalesce(jsonb_agg(s.slot_number) filter (where s.id is not null), '[]') as "slotNumbers"
      from stock_points p join machines m on m.company_id = p.company_id and m.id = p.machine_id and m.deactivated_at is null
      left join slots s on s.company_id = p.company_id and s.id = p.slot_id
      where p.company_id = ${company} and p.product_id = ${product} and p.removed_at is null
      group by m.id, m.name order by ${inNameOrder(sql`m.name`)}, m.id`,
  )
  return rows.map(({ machine, slotNumbers }) => ({ machine, slotNumbers: slotNumbers.toSorted(slotOrder) }))
}

/** Sales of a product on each of the last days, today last, in the company's time zone. */
export const salesByDay = (
  db: Db,
  company: CompanyId,
  product: ProductId,
  days: number,
  now: Moment,
): Promise<ProductSummary['dateSales']> =>
  rowsOf<ProductSummary['dateSales'][number]>(
    db,
    sql`with today as (select (${toIso(now)}::timestamptz at time zone c.timezone)::date as day from companies c where c.id = ${company})
      select to_char(d.day, 'YYYY-MM-DD') as date, coalesce(sum(s.count), 0)::float8 as sold
      from today, generate_series(today.day - ${days - 1}::int, today.day, interval '1 day') as d(day)
      left join product_days s on s.company_id = ${company} and s.product_id = ${product} and s.day = d.day::date
      group by d.day order by d.day`,
  )
