import { type SQL, sql } from 'drizzle-orm'
import type { CompanyId, MachineId } from '#domain/ids.ts'
import { DAY, type Moment, toIso } from '#domain/time.ts'
import { cashFold, cashMismatches, foldCashBox, storeTaken } from '../cash-box/cash-box.store.ts'
import { type Db, rowsOf } from '../db/client.ts'
import { startOfDay } from '../db/sql-fragments.ts'
import { rebuildCompanyDays, rebuildDailySales } from './daily-sales.store.ts'

/**
 * An aggregate that does not match its source. Of a machine: its cash and its movements, a stored withdrawal and the amount it took, or its
 * daily totals and its sales. Of the company (machine 0): its daily totals and those of its machines, or the credit of its passes and their
 * movements.
 */
export type StaleAggregate = { company: CompanyId; machine: MachineId; of: 'cash' | 'days' | 'company-days' | 'passes' }

/** The credit of a card `p`, computed from its movements. */
const creditOf = sql`coalesce((
  select sum(m.amount_minor) from pass_movements m where m.company_id = p.company_id and m.pass_id = p.id), 0)`

/**
 * The company's time zone, and the first day that is checked with its beginning. The beginning is computed once: with row-level security, a
 * comparison that computes it for each sale cannot use the index.
 */
const zoneOf = (company: CompanyId, since: Moment | null) => sql`
  select z.timezone, z.first, case when isfinite(z.first) then ${startOfDay(sql`z.first`, sql`z.timezone`)} else '-infinity' end as starts
  from (select timezone, coalesce((${since === null ? null : toIso(since)}::timestamptz at time zone timezone)::date, '-infinity') as first
    from companies where id = ${company}) z`

/** Machines whose daily totals do not equal their sales. */
export const staleDays = (company: CompanyId, since: Moment | null): SQL => sql`with zone as (${zoneOf(company, since)}),
      sums as (
        select (t.at at time zone zone.timezone)::date as day, t.machine_id, coalesce(t.product_id, 0) as product_id, t.type,
          count(*) as count, sum(t.amount_minor) as turnover
        from zone, transactions t where t.company_id = ${company}
          and t.at >= zone.starts
        group by 1, 2, 3, 4),
      kept as (select d.* from zone, daily_sales d where d.company_id = ${company} and d.day >= zone.first),
      of_machines as (select d.* from zone, machine_days d where d.company_id = ${company} and d.day >= zone.first)
      select machine_id::float8 as machine from sums full join kept using (day, machine_id, product_id, type)
      where (sums.count, sums.turnover) is distinct from (kept.count, kept.turnover_minor)
      union
      select machine_id::float8 as machine from (
          select day, machine_id, type, sum(count) as count, sum(turnover_minor) as turnover from kept group by 1, 2, 3) added
        full join of_machines m using (day, machine_id, type)
      where (added.count, added.turnover) is distinct from (m.count, m.turnover_minor) order by 1`

/** Checks every cash box and card of a company, and its daily totals since a given time: the recent ones every hour, all on demand. */
export async function staleAggregates(db: Db, company: CompanyId, since: Moment | null): Promise<StaleAggregate[]> {
  const cash = await rowsOf<{ machine: MachineId }>(
    db,
    sql`select s.machine_id::float8 as machine from machine_status s
      cross join lateral ${cashFold(sql`s.company_id`, sql`s.machine_id`)} f
      where s.company_id = ${company} and (s.cash_minor, s.cash_counted_at, s.cash_counted_by, s.cash_counted_line)
        is distinct from (f.amount, f.effective_at, f.operation_id, f.line)
      union ${cashMismatches(company, since)} order by 1`,
  )
  const zone = zoneOf(company, since)
  const days = await rowsOf<{ machine: MachineId }>(db, staleDays(company, since))
  const [total] = await rowsOf<{ isAstray: boolean }>(
    db,
    sql`select exists (
        select from (select day, type, sum(count) as count, sum(turnover_minor) as turnover from machine_days where company_id = ${company} group by day, type) sums
        full join (select day, type, count, turnover_minor as turnover from sales_days where company_id = ${company}) kept using (day, type)
        where (sums.count, sums.turnover) is distinct from (kept.count, kept.turnover))
      or exists (
        with zone as (${zone})
        select from (select d.day, d.product_id, d.type, sum(d.count) as count, sum(d.turnover_minor) as turnover from zone, daily_sales d
          where d.company_id = ${company} and d.day >= zone.first group by 1, 2, 3) sums
        full join (select d.* from zone, product_days d where d.company_id = ${company} and d.day >= zone.first) kept using (day, product_id, type)
        where (sums.count, sums.turnover) is distinct from (kept.count, kept.turnover_minor)) as "isAstray"`,
  )
  const [credit] = await rowsOf<{ isAstray: boolean }>(
    db,
    sql`select exists (select from passes p where p.company_id = ${company} and p.balance_minor <> ${creditOf}) as "isAstray"`,
  )
  return [
    ...(total?.isAstray ? [{ company, machine: 0, of: 'company-days' } satisfies StaleAggregate] : []),
    ...(credit?.isAstray ? [{ company, machine: 0, of: 'passes' } satisfies StaleAggregate] : []),
    ...cash.map(({ machine }): StaleAggregate => ({ company, machine, of: 'cash' })),
    ...days.map(({ machine }): StaleAggregate => ({ company, machine, of: 'days' })),
  ]
}

/** The period of the hourly check. */
export const LATELY = 8 * DAY

/** All times that the database can contain for a withdrawal. */
const EVER = { from: 0, until: Date.UTC(9999, 0) }

/** Rebuilds an aggregate from its source. Concurrent writes of the machine wait. */
export async function rebuildAggregates(db: Db, { company, machine, of }: StaleAggregate): Promise<void> {
  if (of === 'company-days') return rebuildCompanyDays(db, company)
  if (of === 'passes') return recredit(db, company)
  await db.execute(sql`select from machine_status s where s.company_id = ${company} and s.machine_id = ${machine} for update`)
  if (of === 'cash') {
    await foldCashBox(db, company, machine)
    return void (await storeTaken(db, company, machine, EVER))
  }
  await rebuildDailySales(db, company, machine)
}

/** Concurrent writes of credit wait. Rows are always locked in one order. */
async function recredit(db: Db, company: CompanyId): Promise<void> {
  await db.execute(sql`select from passes p where p.company_id = ${company} order by p.id for update`)
  await db.execute(sql`update passes p set balance_minor = ${creditOf} where p.company_id = ${company} and p.balance_minor <> ${creditOf}`)
}
