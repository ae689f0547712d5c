import { type SQL, sql } from 'drizzle-orm'
import type { CompanyId, MachineId, OperationId } from '#domain/ids.ts'
import { type Moment, toIso } from '#domain/time.ts'
import { type CashSpan, isLate, spanOfPaid, storeTaken } from '../../cash-box/cash-box.store.ts'
import { type Db, rowsOf } from '../../db/client.ts'
import { enqueueSaleDeliveriesSql } from '../../webhooks/enqueue-deliveries.ts'
import type { Till } from './vends.store.ts'

/**
 * Sales of a reading have UUIDs of version 8 (RFC 9562) and variant `b`, which distinguishes them from vends. They begin with twelve digits
 * of the reading's own id.
 */
export const isAudited = (id: SQL) => sql`substr(${id}::text, 15, 1) = '8' and substr(${id}::text, 20, 1) = 'b'`

/** A stored sale of a reading. */
type ValidSale = { id: OperationId; amount: number; type: string; slot: string; product: number | null }

export const validSales = (
  db: Db,
  company: CompanyId,
  machine: MachineId,
  { id, readAt }: { id: OperationId; readAt: Moment },
): Promise<ValidSale[]> =>
  rowsOf<ValidSale>(
    db,
    sql`select t.id, t.amount_minor::float8 as amount, t.type, t.slot_number as slot, t.product_id::float8 as product from transactions t
      where t.company_id = ${company} and t.machine_id = ${machine} and t.at = ${toIso(readAt)} and ${isAudited(sql`t.id`)}
        and substr(t.id::text, 1, 13) = ${id.slice(0, 13)}`,
  )

/**
 * Removes sales with all their effects: the inverse of `writeSales`, under the same locks. Their stock movements are voided; movements
 * before the latest count are history only.
 */
export async function voidSales(db: Db, { company, machine, timezone, receivedAt }: Till, sales: readonly OperationId[]): Promise<void> {
  if (sales.length === 0) return
  const ids = sql`${`{${sales.join(',')}}`}::uuid[]`
  const [taken] = await rowsOf<{ late: CashSpan | null }>(
    db,
    sql`with gone as (
        delete from transactions t where t.company_id = ${company} and t.machine_id = ${machine} and t.id = any(${ids})
        returning t.id, t.at, t.amount_minor, t.type, t.product_id),
      others as (${enqueueSaleDeliveriesSql('sale.withdrawn', { company, machine, receivedAt }, sql`gone`)}),
      moved as (
        update movements m set voided = true where m.company_id = ${company} and m.operation_id = any(${ids}) and not m.voided
        returning m.stock_point_id, m.effective_at, m.operation_id, m.line, m.quantity),
      levelled as (
        update stock_points p set balance = p.balance - later.quantity
        from (select m.stock_point_id as point, sum(m.quantity) as quantity from moved m
          join stock_points c on c.company_id = ${company} and c.id = m.stock_point_id
          where c.counted_at is null or (m.effective_at, m.operation_id, m.line) > (c.counted_at, c.counted_by, c.counted_line) group by 1) later
        where p.company_id = ${company} and p.id = later.point),
      paid as (
        update cash_movements c set voided = true where c.company_id = ${company} and c.operation_id = any(${ids}) and not c.voided
        returning c.effective_at, c.operation_id, c.line, c.amount_minor),
      emptied as (
        update machine_status s set cash_minor = s.cash_minor - coalesce((
          select sum(paid.amount_minor) from paid
          where s.cash_counted_at is null
            or (paid.effective_at, paid.operation_id, paid.line) > (s.cash_counted_at, s.cash_counted_by, s.cash_counted_line)), 0)
        where s.company_id = ${company} and s.machine_id = ${machine} and exists (select from paid)),
      by_type as (
        select (at at time zone ${timezone})::date as day, type, count(*) as count, sum(amount_minor) as amount from gone group by 1, 2),
      by_product as (
        select (at at time zone ${timezone})::date as day, coalesce(product_id, 0) as product, type, count(*) as count, sum(amount_minor) as amount
        from gone group by 1, 2, 3),
      of_product as (
        update product_days d set count = d.count - g.count, turnover_minor = d.turnover_minor - g.amount from by_product g
        where d.company_id = ${company} and d.day = g.day and d.product_id = g.product and d.type = g.type),
      summed as (
        update daily_sales d set count = d.count - g.count, turnover_minor = d.turnover_minor - g.amount from by_product g
        where d.company_id = ${company} and d.machine_id = ${machine} and d.day = g.day and d.product_id = g.product and d.type = g.type),
      of_machine as (
        update machine_days d set count = d.count - g.count, turnover_minor = d.turnover_minor - g.amount from by_type g
        where d.company_id = ${company} and d.machine_id = ${machine} and d.day = g.day and d.type = g.type),
      of_company as (
        update sales_days d set count = d.count - g.count, turnover_minor = d.turnover_minor - g.amount from by_type g
        where d.company_id = ${company} and d.day = g.day and d.type = g.type)
      select ${spanOfPaid} as late from paid, machine_status s
      where s.company_id = ${company} and s.machine_id = ${machine} and ${isLate}`,
  )
  if (taken?.late) await storeTaken(db, company, machine, taken.late)
  await db.execute(sql`delete from daily_sales d where d.company_id = ${company} and d.machine_id = ${machine} and d.count = 0`)
  await db.execute(sql`delete from machine_days d where d.company_id = ${company} and d.machine_id = ${machine} and d.count = 0`)
  await db.execute(sql`delete from product_days d where d.company_id = ${company} and d.count = 0`)
  await db.execute(sql`delete from sales_days d where d.company_id = ${company} and d.count = 0`)
}
