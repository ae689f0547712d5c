import { type SQL, sql } from 'drizzle-orm'
import type { Reading } from '#domain/eva-dts/reading.ts'
import type { CompanyId, MachineId, OperationId } from '#domain/ids.ts'
import type { Told } from '#domain/sales/audited.ts'
import { type Moment, toIso } from '#domain/time.ts'
import { type Db, rowsOf } from '../../database/database.ts'
import { millis } from '../../database/millis.ts'
import { tellingOfSales } from '../../webhooks/tell-others.ts'
import type { Till } from './vends.store.ts'

/** An audit as it came: `id` is its operation's. */
export type NewReading = {
  id: OperationId
  readAt: Moment
  counted: number
  receivedAt: Moment
  user: number | null
  device: number | null
  digest: string
  file: string
  reading: Reading
}

/** False where the same audit of this machine is known. */
export async function insertReading(
  db: Db,
  company: CompanyId,
  machine: MachineId,
  { id, readAt, counted, receivedAt, user, device, digest, file, reading }: NewReading,
): Promise<boolean> {
  const rows = await rowsOf(
    db,
    sql`insert into audit_readings (company_id, machine_id, id, read_at, counted, received_at, user_id, device_id, digest, file, reading)
      values (${company}, ${machine}, ${id}::uuid, ${toIso(readAt)}, ${counted}, ${toIso(receivedAt)}, ${user}, ${device}, ${digest}, ${file}, ${JSON.stringify(reading)}::jsonb)
      on conflict do nothing returning id`,
  )
  return rows.length > 0
}

export async function isKnown(db: Db, company: CompanyId, machine: MachineId, digest: string): Promise<boolean> {
  const rows = await rowsOf(
    db,
    sql`select from audit_readings r where r.company_id = ${company} and r.machine_id = ${machine} and r.digest = ${digest}`,
  )
  return rows.length > 0
}

/**
 * The sales that a reading brought have ids of version 8 (RFC 9562) and variant `b`, by which they are told from vends. They begin with
 * twelve digits of the reading's own.
 */
const isAudited = (id: SQL) => sql`substr(${id}::text, 15, 1) = '8' and substr(${id}::text, 20, 1) = 'b'`

/** A reading and the one before it, with the vends that are known to have happened between them. */
export type Interval = {
  id: OperationId
  readAt: Moment
  reading: Reading
  previous: { readAt: Moment; reading: Reading } | null
  told: Told[]
}

/** What was sold after one moment and until another that no reading brought. */
const toldIn = (company: CompanyId, machine: MachineId, after: SQL, until: SQL) => sql`
  coalesce((select json_agg(v order by v.selection, v.type) from (
    select t.slot_number as selection, t.type, count(*)::float8 as count, sum(t.amount_minor)::float8 as amount from transactions t
    where t.company_id = ${company} and t.machine_id = ${machine} and t.at > ${after} and t.at <= ${until} and not (${isAudited(sql`t.id`)})
    group by t.slot_number, t.type) v), '[]')`

/**
 * The readings of a machine stand in this order, and no other: two of one moment (files copied together, a clock that tells minutes) as
 * the machine counted, whichever came first.
 */
const placeOf = (reading: SQL) => sql`(${reading}.read_at, ${reading}.counted, ${reading}.id)`

/** A reading at its place among those of its machine: itself and the next. */
export const intervalsAt = (
  db: Db,
  company: CompanyId,
  machine: MachineId,
  { id, readAt, counted }: Pick<NewReading, 'id' | 'readAt' | 'counted'>,
) =>
  intervals(
    db,
    company,
    machine,
    sql`select r.id, r.read_at, r.counted, r.reading from audit_readings r
      where r.company_id = ${company} and r.machine_id = ${machine} and ${placeOf(sql`r`)} >= (${toIso(readAt)}::timestamptz, ${counted}, ${id}::uuid)
      order by r.read_at, r.counted, r.id limit 2`,
  )

/** The readings that were the first after these moments. */
export const intervalsAfter = (db: Db, company: CompanyId, machine: MachineId, moments: readonly Moment[]) =>
  intervals(
    db,
    company,
    machine,
    sql`select distinct on (f.id) f.* from unnest(${`{${moments.map(toIso).join(',')}}`}::timestamptz[]) as m(at) cross join lateral (
      select r.id, r.read_at, r.counted, r.reading from audit_readings r
      where r.company_id = ${company} and r.machine_id = ${machine} and r.read_at >= m.at order by r.read_at, r.counted, r.id limit 1) f`,
  )

/** These readings, each with the one before it. */
const intervals = (db: Db, company: CompanyId, machine: MachineId, ends: SQL): Promise<Interval[]> =>
  rowsOf<Interval>(
    db,
    sql`select e.id, ${millis(sql`e.read_at`)} as "readAt", e.reading, ${previousOf(sql`p.read_at`, sql`p.reading`)} as previous,
        ${toldIn(company, machine, sql`p.read_at`, sql`e.read_at`)} as told
      from (${ends}) e left join lateral (
        select p.read_at, p.reading from audit_readings p
        where p.company_id = ${company} and p.machine_id = ${machine} and ${placeOf(sql`p`)} < ${placeOf(sql`e`)}
        order by p.read_at desc, p.counted desc, p.id desc limit 1) p on true
      order by e.read_at, e.counted, e.id`,
  )

const previousOf = (readAt: SQL, reading: SQL) =>
  sql`case when ${readAt} is not null then json_build_object('readAt', ${millis(readAt)}, 'reading', ${reading}) end`

/** What a reading of this moment that has counted so many vends would be compared with. */
export async function groundAt(
  db: Db,
  company: CompanyId,
  machine: MachineId,
  at: Moment,
  counted: number,
): Promise<Pick<Interval, 'previous' | 'told'>> {
  const [row] = await rowsOf<Pick<Interval, 'previous' | 'told'>>(
    db,
    sql`select ${previousOf(sql`p.read_at`, sql`p.reading`)} as previous, ${toldIn(company, machine, sql`p.read_at`, sql`${toIso(at)}::timestamptz`)} as told
      from (select) one left join lateral (
        select p.read_at, p.reading from audit_readings p
        where p.company_id = ${company} and p.machine_id = ${machine} and (p.read_at, p.counted) <= (${toIso(at)}::timestamptz, ${counted})
        order by p.read_at desc, p.counted desc, p.id desc limit 1) p on true`,
  )
  return row ?? { previous: null, told: [] }
}

/** A sale that a reading brought, as it stands. */
export type StandingSale = { id: OperationId; amount: number; type: string; slot: string; product: number | null }

export const standingSales = (
  db: Db,
  company: CompanyId,
  machine: MachineId,
  { id, readAt }: Pick<Interval, 'id' | 'readAt'>,
): Promise<StandingSale[]> =>
  rowsOf<StandingSale>(
    db,
    sql`select t.id, t.amount_minor::float8 as amount, t.type, t.slot_number as slot, t.product_id::float8 as product from transactions t
      where t.company_id = ${company} and t.machine_id = ${machine} and t.at = ${toIso(readAt)} and ${isAudited(sql`t.id`)}
        and substr(t.id::text, 1, 13) = ${id.slice(0, 13)}`,
  )

/**
 * Takes sales back as if they had never been, with all that followed from them: the way back of `writeSales`, under the same locks. What
 * they moved is voided; what moved before the latest count is history alone.
 */
export async function takeBack(db: Db, { company, machine, timezone, receivedAt }: Till, sales: readonly OperationId[]): Promise<void> {
  if (sales.length === 0) return
  const ids = sql`${`{${sales.join(',')}}`}::uuid[]`
  await db.execute(sql`
    with gone as (
        delete from transactions t where t.company_id = ${company} and t.machine_id = ${machine} and t.id = any(${ids})
        returning t.id, t.at, t.amount_minor, t.type, t.product_id),
      others as (${tellingOfSales('sale.withdrawn', { company, machine, receivedAt }, sql`gone`)}),
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
        where d.company_id = ${company} and d.machine_id = ${machine} and d.day = g.day and d.type = g.type)
    update sales_days d set count = d.count - g.count, turnover_minor = d.turnover_minor - g.amount from by_type g
    where d.company_id = ${company} and d.day = g.day and d.type = g.type`)
  await db.execute(sql`delete from daily_sales d where d.company_id = ${company} and d.machine_id = ${machine} and d.count = 0`)
  await db.execute(sql`delete from machine_days d where d.company_id = ${company} and d.machine_id = ${machine} and d.count = 0`)
  await db.execute(sql`delete from product_days d where d.company_id = ${company} and d.count = 0`)
  await db.execute(sql`delete from sales_days d where d.company_id = ${company} and d.count = 0`)
}
