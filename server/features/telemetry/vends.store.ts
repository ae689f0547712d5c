import { sql } from 'drizzle-orm'
import type { CompanyId, MachineId, OperationId, ProductId, StockPointId } from '#domain/ids.ts'
import type { Planogram } from '#domain/sales/vend.ts'
import { type Moment, toIso } from '#domain/time.ts'
import type { Milli } from '#domain/units.ts'
import { type CashSpan, isLate, spanOfPaid, storeTaken } from '../../cash-box/cash-box.store.ts'
import { type Db, rowsOf } from '../../db/client.ts'
import { millis } from '../../db/sql-fragments.ts'
import { enqueueSaleDeliveriesSql } from '../../webhooks/enqueue-deliveries.ts'

/** Everything needed to book sales: all past contents of the machine, its drink recipes, its vend settings and its last read-out. */
export async function saleContext(
  db: Db,
  company: CompanyId,
  machine: MachineId,
): Promise<{ planogram: Planogram; mapping: ReadonlyMap<string, string>; readAt: Moment | null }> {
  const [row] = await rowsOf<Planogram & { mapping: [string, string][]; readAt: Moment | null }>(
    db,
    sql`with stays as (
        select p.id, p.kind, s.slot_number, p.product_id, p.installed_at, p.removed_at
        from stock_points p left join slots s on s.company_id = p.company_id and s.id = p.slot_id
        where p.company_id = ${company} and p.machine_id = ${machine})
      select
        coalesce((select json_agg(json_build_object('point', p.id, 'kind', p.kind, 'slotNumber', p.slot_number, 'productId', p.product_id,
          'installedAt', ${millis(sql`p.installed_at`)}, 'removedAt', ${millis(sql`p.removed_at`)}) order by p.id) from stays p), '[]') as stays,
        coalesce((select json_agg(json_build_object('productId', r.product_id, 'validFrom', ${millis(sql`r.valid_from`)},
            'ingredientId', r.ingredient_id, 'share', r.share) order by r.product_id, r.ingredient_id) from recipe_lines r
          where r.company_id = ${company} and r.product_id in (select product_id from stays where kind = 'SELECTION')), '[]') as recipes,
        coalesce((select json_agg(json_build_array(m.vend_method, m.payment_method)) from payment_mappings m
          where m.company_id = ${company} and m.machine_id = ${machine}), '[]') as mapping,
        (select ${millis(sql`max(r.read_at)`)} from audit_readings r where r.company_id = ${company} and r.machine_id = ${machine}
          and r.status = 'BOOKED') as "readAt"`,
  )
  if (!row) throw new Error('the query for the context of sales returned no row')
  return { planogram: row, mapping: new Map(row.mapping), readAt: row.readAt }
}

/** Locks stock points until the transaction ends, ordered by id like a restock, to avoid deadlocks. */
export async function lockPoints(db: Db, company: CompanyId, points: readonly StockPointId[]): Promise<void> {
  if (points.length === 0) return
  await db.execute(sql`select p.id from stock_points p where p.company_id = ${company} and p.id = any(${`{${points.join(',')}}`}::bigint[])
    order by p.id for update`)
}

export type NewSale = {
  id: OperationId
  at: string
  amount: number
  type: string
  slot: string
  product: ProductId | null
  card: string | null
}
export type NewVendMovement = { operation: OperationId; at: string; line: number; point: StockPointId; quantity: Milli }

/** The context of sales: the machine, the reporting device, and the time zone of the daily totals. */
export type Till = { company: CompanyId; machine: MachineId; device?: number | null | undefined; timezone: string; receivedAt: Moment }

/**
 * Inserts new sales with all their effects in one statement. The caller holds locks on the stock points and the machine's status. Sales
 * from before the latest count change only the history. Returns the number of new sales.
 */
export async function writeSales(
  db: Db,
  { company, machine, device, timezone, receivedAt }: Till,
  sales: readonly NewSale[],
  takes: readonly NewVendMovement[],
): Promise<number> {
  const [written] = await rowsOf<{ sold: number; late: CashSpan | null }>(
    db,
    sql`with sold as (
        insert into transactions (company_id, id, machine_id, at, amount_minor, type, slot_number, product_id, card_identifier, received_at, device_id)
        select ${company}::int, v.id, ${machine}::bigint, v.at, v.amount, v.type, v.slot, v.product, v.card, ${toIso(receivedAt)}::timestamptz,
          ${device ?? null}::bigint
        from jsonb_to_recordset(${JSON.stringify(sales)}::jsonb)
          as v(id uuid, at timestamptz, amount bigint, type text, slot text, product bigint, card text)
        on conflict do nothing returning id, at, amount_minor, type, slot_number, product_id),
      taken as (
        select t.* from jsonb_to_recordset(${JSON.stringify(takes)}::jsonb)
          as t(operation uuid, at timestamptz, line int, point bigint, quantity bigint) join sold on sold.id = t.operation),
      moved as (
        insert into movements (company_id, stock_point_id, effective_at, operation_id, line, kind, cause, quantity)
        select ${company}::int, t.point, t.at, t.operation, t.line, 'delta', 'SALE', t.quantity from taken t
        -- A sale that was taken back, and stands again.
        on conflict (company_id, stock_point_id, effective_at, operation_id, line) do update set quantity = excluded.quantity, voided = false),
      levelled as (
        update stock_points p set balance = p.balance + later.quantity
        from (select t.point, sum(t.quantity) as quantity from taken t join stock_points c on c.company_id = ${company} and c.id = t.point
          where c.counted_at is null or (t.at, t.operation, t.line) > (c.counted_at, c.counted_by, c.counted_line) group by t.point) later
        where p.company_id = ${company} and p.id = later.point),
      paid as (
        insert into cash_movements (company_id, machine_id, effective_at, operation_id, line, kind, cause, amount_minor)
        select ${company}::int, ${machine}::bigint, at, id, 0, 'delta', 'SALE', amount_minor from sold where type = 'CASH' and amount_minor <> 0
        on conflict (company_id, machine_id, effective_at, operation_id, line) do update set amount_minor = excluded.amount_minor, voided = false
        returning effective_at, operation_id, line, amount_minor),
      filled as (
        update machine_status s set cash_minor = s.cash_minor + coalesce((
          select sum(paid.amount_minor) from paid
          where s.cash_counted_at is null
            or (paid.effective_at, paid.operation_id, paid.line) > (s.cash_counted_at, s.cash_counted_by, s.cash_counted_line)), 0)
        where s.company_id = ${company} and s.machine_id = ${machine} and exists (select from paid)),
      summed as (
        insert into daily_sales as d (company_id, day, machine_id, product_id, type, count, turnover_minor)
        select ${company}::int, (at at time zone ${timezone})::date, ${machine}::bigint, coalesce(product_id, 0), type, count(*), sum(amount_minor)
        from sold group by 2, 4, 5 order by 2, 4, 5
        on conflict (company_id, day, machine_id, product_id, type)
          do update set count = d.count + excluded.count, turnover_minor = d.turnover_minor + excluded.turnover_minor),
      of_machine as (
        insert into machine_days as d (company_id, day, machine_id, type, count, turnover_minor)
        select ${company}::int, (at at time zone ${timezone})::date, ${machine}::bigint, type, count(*), sum(amount_minor)
        from sold group by 2, 4 order by 2, 4
        on conflict (company_id, day, machine_id, type)
          do update set count = d.count + excluded.count, turnover_minor = d.turnover_minor + excluded.turnover_minor),
      of_product as (
        insert into product_days as d (company_id, day, product_id, type, count, turnover_minor)
        select ${company}::int, (at at time zone ${timezone})::date, coalesce(product_id, 0), type, count(*), sum(amount_minor)
        from sold group by 2, 3, 4 order by 2, 3, 4
        on conflict (company_id, day, product_id, type)
          do update set count = d.count + excluded.count, turnover_minor = d.turnover_minor + excluded.turnover_minor),
      of_company as (
        insert into sales_days as d (company_id, day, type, count, turnover_minor)
        select ${company}::int, (at at time zone ${timezone})::date, type, count(*), sum(amount_minor) from sold group by 2, 3 order by 2, 3
        on conflict (company_id, day, type)
          do update set count = d.count + excluded.count, turnover_minor = d.turnover_minor + excluded.turnover_minor),
      others as (${enqueueSaleDeliveriesSql('sale.recorded', { company, machine, receivedAt }, sql`sold`)})
      select count(*)::int as sold, (select ${spanOfPaid} from paid, machine_status s
        where s.company_id = ${company} and s.machine_id = ${machine} and ${isLate}) as late from sold`,
  )
  if (written?.late) await storeTaken(db, company, machine, written.late)
  return written?.sold ?? 0
}
