import { type SQL, sql } from 'drizzle-orm'
import type { DashboardLive, DashboardLongTerm } from '#contract/dashboard.ts'
import type { CompanyId } from '#domain/ids.ts'
import { toDecimal } from '#domain/money.ts'
import { MINUTE, type Moment, toIso } from '#domain/time.ts'
import { type Db, rowsOf } from '../../db/client.ts'
import { millis, startOfDay } from '../../db/sql-fragments.ts'

const LATEST = 5
const TOP = 50
const HISTORY_DAYS = 30
const TOP_DAYS = 7

/** The week's best sellers read every machine, so the result is cached. */
const TOPS_LAST = 5 * MINUTE

/** The current day in the company's time zone. */
const today = (company: CompanyId, now: Moment) =>
  sql`select (${toIso(now)}::timestamptz at time zone timezone)::date as today, timezone from companies where id = ${company}`

type Sums = Pick<
  DashboardLive,
  'revenueToday' | 'revenueTodayPrevious' | 'revenueMonth' | 'revenueMonthPrevious' | 'revenueYear' | 'revenueYearPrevious'
>
type Fleet = Pick<DashboardLive, 'cashInMachines' | 'onlineMachinesCount' | 'allMachinesCount' | 'refilledTodayCount'>

export async function liveFigures(db: Db, company: CompanyId, currency: string, now: Moment, lastWeek: LastWeek): Promise<DashboardLive> {
  const [sums, revenueTodayPrevious, fleet, transactions] = [
    await sumsOf(db, company, now),
    await lastWeek(db, company, now),
    await fleetOf(db, company, now),
    await latestSales(db, company, currency),
  ]
  const money = Object.fromEntries(
    Object.entries({ ...sums, revenueTodayPrevious }).map(([name, minor]) => [name, toDecimal(minor, currency)]),
  ) as Sums
  return { ...money, ...fleet, cashInMachines: toDecimal(fleet.cashInMachines, currency), transactions }
}

/**
 * A month is compared with the same number of days on the same weekdays, four weeks earlier, or five from its 29th day on, because four
 * would overlap the month itself. A year is compared with the previous one until the same date.
 */
async function sumsOf(db: Db, company: CompanyId, now: Moment): Promise<Omit<Sums, 'revenueTodayPrevious'>> {
  const [row] = await rowsOf<Omit<Sums, 'revenueTodayPrevious'>>(
    db,
    sql`with c as (${today(company, now)}),
      b as (
        select today, date_trunc('month', today)::date as month, date_trunc('year', today)::date as year,
          (date_trunc('year', today) - interval '1 year')::date as "lastYear", (today - interval '1 year')::date as "yearAgo",
          case when extract(day from today) > 28 then 35 else 28 end as back from c)
      select coalesce(sum(s.turnover_minor) filter (where s.day = b.today), 0)::float8 as "revenueToday",
        coalesce(sum(s.turnover_minor) filter (where s.day >= b.month), 0)::float8 as "revenueMonth",
        coalesce(sum(s.turnover_minor) filter (where s.day between b.month - b.back and b.today - b.back), 0)::float8 as "revenueMonthPrevious",
        coalesce(sum(s.turnover_minor) filter (where s.day >= b.year), 0)::float8 as "revenueYear",
        coalesce(sum(s.turnover_minor) filter (where s.day <= b."yearAgo"), 0)::float8 as "revenueYearPrevious"
      from b left join sales_days s on s.company_id = ${company} and s.day between least(b."lastYear", b.month - b.back) and b.today`,
  )
  if (!row) throw new Error('the company of the totals was not found')
  return row
}

/** Sales of the same weekday a week ago up to the current time, in minor units. */
type LastWeek = (db: Db, company: CompanyId, now: Moment) => Promise<number>

const FRESH = 5 * MINUTE

/**
 * The bounds are computed before the join: with row-level security, a comparison that computes one for each sale cannot use the index, and
 * all sales of the company would be read.
 */
export const soldAWeekAgo = (company: CompanyId, now: Moment): SQL => sql`
  with c as (select (${toIso(now)}::timestamptz at time zone timezone) as wall, timezone from companies where id = ${company}),
    span as materialized (
      select ${startOfDay(sql`date_trunc('day', c.wall) - interval '7 days'`, sql`c.timezone`)} as starts, (c.wall - interval '7 days') at time zone c.timezone as ends,
        ${startOfDay(sql`date_trunc('day', c.wall) + interval '1 day'`, sql`c.timezone`)} as midnight from c)
  select coalesce(sum(t.amount_minor), 0)::float8 as minor, (select ${millis(sql`span.midnight`)} from span) as midnight
  from span join transactions t on t.company_id = ${company} and t.at >= span.starts and t.at < span.ends`

/**
 * Sums single sales, which are many, so the result is cached per company for five minutes, but not over midnight. Sales of a week ago hardly
 * change.
 */
export function lastWeekUntilNow(): LastWeek {
  const known = new Map<CompanyId, { at: Moment; until: Moment; minor: number }>()
  return async (db, company, now) => {
    const kept = known.get(company)
    if (kept && now >= kept.at && now < kept.until) return kept.minor
    const [row] = await rowsOf<{ minor: number; midnight: Moment }>(db, soldAWeekAgo(company, now))
    if (!row) throw new Error('the sales of a week ago were not summed')
    known.set(company, { at: now, until: Math.min(now + FRESH, row.midnight), minor: row.minor })
    return row.minor
  }
}

/**
 * Offline machines may contain cash and are included; machines out of service are not. Their cash is subtracted, because joining all
 * machines with their status takes several times as long.
 */
async function fleetOf(db: Db, company: CompanyId, now: Moment): Promise<Fleet> {
  const [row] = await rowsOf<Fleet>(
    db,
    sql`with c as (${today(company, now)}),
        d as materialized (select ${startOfDay(sql`c.today`, sql`c.timezone`)} as start from c)
      select (
          (select coalesce(sum(t.cash_minor), 0) from machine_status t where t.company_id = ${company})
          - (select coalesce(sum(t.cash_minor), 0) from machines o join machine_status t on t.company_id = o.company_id and t.machine_id = o.id
            where o.company_id = ${company} and o.deactivated_at is not null))::float8 as "cashInMachines",
        count(m.id) filter (where m.state = 'RUNNING')::int as "onlineMachinesCount", count(m.id)::int as "allMachinesCount",
        count(m.id) filter (where m.last_refill >= d.start)::int as "refilledTodayCount"
      from d left join machines m on m.company_id = ${company} and m.deactivated_at is null`,
  )
  if (!row) throw new Error('the company of the machine counts was not found')
  return row
}

type SaleRow = Omit<DashboardLive['transactions'][number], 'created' | 'amount' | 'machine' | 'product'> & {
  at: number
  amountMinor: number
  machineId: number
  machineName: string
  productName: string | null
  packaging: 'PIECE'
}

async function latestSales(db: Db, company: CompanyId, currency: string): Promise<DashboardLive['transactions']> {
  const rows = await rowsOf<SaleRow>(
    db,
    sql`select t.id, (extract(epoch from t.at) * 1000)::float8 as at, t.amount_minor::float8 as "amountMinor", t.type, t.slot_number as "slotNumber",
        t.machine_id::float8 as "machineId", m.name as "machineName", p.name as "productName", p.packaging,
        right(t.card_identifier, 4) as "employeeCardIdentifier"
      from (select * from transactions t where t.company_id = ${company} order by t.at desc, t.id limit ${LATEST}) t
      join machines m on m.company_id = ${company} and m.id = t.machine_id
      left join products p on p.company_id = ${company} and p.id = t.product_id
      order by t.at desc, t.id`,
  )
  return rows.map(({ at, amountMinor, machineId, machineName, productName, packaging, ...sale }) => ({
    ...sale,
    created: toIso(Math.round(at)),
    amount: toDecimal(amountMinor, currency),
    machine: { id: machineId, name: machineName },
    product: productName === null ? null : { name: productName, type: packaging },
  }))
}

export async function longTermFigures(db: Db, company: CompanyId, currency: string, now: Moment): Promise<DashboardLongTerm> {
  const history = await rowsOf<{ date: string; minor: number }>(
    db,
    sql`with c as (${today(company, now)})
      select to_char(d.day, 'YYYY-MM-DD') as date, coalesce(sum(s.turnover_minor), 0)::float8 as minor
      from c cross join generate_series(c.today - ${HISTORY_DAYS - 1}::int, c.today, interval '1 day') as d(day)
      left join sales_days s on s.company_id = ${company} and s.day = d.day::date group by d.day order by d.day`,
  )
  const tops = await topsOf(db, company, now)
  return {
    revenueHistory: history.map(({ date, minor }) => ({ date, revenue: toDecimal(minor, currency) })),
    topMachines: tops.machines.map(({ minor, ...machine }) => ({ ...machine, revenue: toDecimal(minor, currency) })),
    topProducts: tops.products,
  }
}

type Tops = { machines: { id: number; name: string; type: 'SNACK'; minor: number }[]; products: DashboardLongTerm['topProducts'] }

/** The cached best sellers. The first request after expiry recomputes them in the background while others get the old result. */
async function topsOf(db: Db, company: CompanyId, now: Moment): Promise<Tops> {
  const [known] = await rowsOf<Tops & { isOld: boolean }>(
    db,
    sql`with c as (${today(company, now)})
      select machines, products, counted_at < ${toIso(now - TOPS_LAST)}::timestamptz or day <> c.today as "isOld"
      from sales_tops, c where company_id = ${company}`,
  )
  if (known && !known.isOld) return known
  const isMine = known === undefined || (await isFree(db, company))
  return isMine ? countTops(db, company, now) : known
}

const isFree = async (db: Db, company: CompanyId) =>
  (await rowsOf(db, sql`select from sales_tops where company_id = ${company} for update skip locked`)).length > 0

async function countTops(db: Db, company: CompanyId, now: Moment): Promise<Tops> {
  const ofWeek = sql`d.company_id = ${company} and d.day between c.today - ${TOP_DAYS - 1}::int and c.today`
  const [counted] = await rowsOf<Tops>(
    db,
    sql`with c as (${today(company, now)}),
      best as (
        select m.id::float8 as id, m.name, m.type, w.minor::float8 as minor
        from (select d.machine_id, sum(d.turnover_minor) as minor from c join machine_days d on ${ofWeek} group by d.machine_id) w
        join machines m on m.company_id = ${company} and m.id = w.machine_id
        order by w.minor desc, m.id limit ${TOP}),
      liked as (
        select p.id::float8 as id, p.name, p.packaging as type, w.sold::float8 as sold
        from (select d.product_id, sum(d.count) as sold from c join product_days d on ${ofWeek} group by d.product_id) w
        join products p on p.company_id = ${company} and p.id = w.product_id
        order by w.sold desc, p.id limit ${TOP})
      insert into sales_tops (company_id, counted_at, day, machines, products)
      select ${company}::int, ${toIso(now)}::timestamptz, c.today,
        coalesce((select jsonb_agg(to_jsonb(best) order by minor desc, id) from best), '[]'),
        coalesce((select jsonb_agg(to_jsonb(liked) order by sold desc, id) from liked), '[]')
      from c
      on conflict (company_id) do update
        set counted_at = excluded.counted_at, day = excluded.day, machines = excluded.machines, products = excluded.products
      returning machines, products`,
  )
  if (!counted) throw new Error('the company of the best sellers was not found')
  return counted
}
