import { sql } from 'drizzle-orm'
import { addDays, type Day, isoDay } from '#domain/calendar.ts'
import type { CompanyId, UserId } from '#domain/ids.ts'
import { DAY, type Moment, toIso } from '#domain/time.ts'
import { type Db, rowsOf } from '../../db/client.ts'

type Clock = { company: CompanyId; timezone: string }

/** A younger company has no complete week yet. */
const YOUNGEST = 7 * DAY

/** Companies with subscribers of the summary and a complete week that has machines or sales to report. */
export const companiesWithReaders = (db: Db, now: Moment): Promise<Clock[]> =>
  rowsOf<Clock>(
    db,
    sql`select c.id as company, c.timezone from companies c
      where exists (select from users u where u.company_id = c.id and u.weekly_emails and u.enabled and u.company_role = 'ROLE_MANAGER' and u.email is not null)
        and c.created_at <= ${toIso(now - YOUNGEST)}::timestamptz
        and (exists (select from machines m where m.company_id = c.id and m.deactivated_at is null)
          or exists (select from sales_days s where s.company_id = c.id and s.count > 0))
      order by c.id`,
  )

type Reader = { id: UserId; email: string; firstName: string }

/**
 * Managers who subscribed and have not received this week's summary. Marks them as recipients: of two concurrent processes, one gets each.
 */
export const claimRecipients = (db: Db, company: CompanyId, week: Day, now: Moment): Promise<Reader[]> =>
  rowsOf<Reader>(
    db,
    sql`with taken as (
        insert into weekly_mails (company_id, user_id, week, asked_at)
        select u.company_id, u.id, ${isoDay(week)}::date, ${toIso(now)}::timestamptz from users u
        where u.company_id = ${company} and u.weekly_emails and u.enabled and u.company_role = 'ROLE_MANAGER' and u.email is not null
        on conflict do nothing returning user_id)
      select u.id, u.email, u.first_name as "firstName" from taken t
      join users u on u.company_id = ${company} and u.id = t.user_id order by u.id`,
  )

const MAX_PRODUCTS = 5

type WeekSums = { turnover: number; count: number; turnoverBefore: number; countBefore: number }
export type Week = {
  company: { name: string; currency: string; locale: string }
  sums: WeekSums
  machines: { name: string; minor: number }[]
  products: { name: string; sold: number }[]
  /** Machines with slots at 20 % or less, emptiest first. */
  shortages: { name: string; empty: number; all: number }[]
}

/** Seven days from a Monday on, from the same daily totals as every screen, and the seven days before. */
export async function weekOf(db: Db, company: CompanyId, monday: Day): Promise<Week> {
  const [from, until, before] = [isoDay(monday), isoDay(addDays(monday, 7)), isoDay(addDays(monday, -7))]
  const [named] = await rowsOf<Week['company']>(db, sql`select c.name, c.currency, c.locale from companies c where c.id = ${company}`)
  const [sums] = await rowsOf<WeekSums>(
    db,
    sql`select coalesce(sum(s.turnover_minor) filter (where s.day >= ${from}::date), 0)::float8 as turnover,
        coalesce(sum(s.count) filter (where s.day >= ${from}::date), 0)::float8 as count,
        coalesce(sum(s.turnover_minor) filter (where s.day < ${from}::date), 0)::float8 as "turnoverBefore",
        coalesce(sum(s.count) filter (where s.day < ${from}::date), 0)::float8 as "countBefore"
      from sales_days s where s.company_id = ${company} and s.day >= ${before}::date and s.day < ${until}::date`,
  )
  if (!named || !sums) throw new Error('the company of the weekly summary was not found')
  const machines = await rowsOf<{ name: string; minor: number }>(
    db,
    sql`select m.name, sum(d.turnover_minor)::float8 as minor from machine_days d
      join machines m on m.company_id = ${company} and m.id = d.machine_id
      where d.company_id = ${company} and d.day >= ${from}::date and d.day < ${until}::date
      group by m.id, m.name having sum(d.turnover_minor) > 0 order by 2 desc, m.id limit ${MAX_PRODUCTS}`,
  )
  const products = await rowsOf<{ name: string; sold: number }>(
    db,
    sql`select p.name, sum(d.count)::float8 as sold from product_days d
      join products p on p.company_id = ${company} and p.id = d.product_id
      where d.company_id = ${company} and d.day >= ${from}::date and d.day < ${until}::date
      group by p.id, p.name order by 2 desc, p.id limit ${MAX_PRODUCTS}`,
  )
  const shortages = await rowsOf<{ name: string; empty: number; all: number }>(
    db,
    sql`select m.name, count(*) filter (where p.balance <= p.max_quantity * 200)::int as empty, count(*)::int as all
      from stock_points p join machines m on m.company_id = ${company} and m.id = p.machine_id and m.deactivated_at is null
      where p.company_id = ${company} and p.removed_at is null and p.max_quantity > 0
      group by m.id, m.name having count(*) filter (where p.balance <= p.max_quantity * 200) > 0
      order by 2 desc, m.id limit ${MAX_PRODUCTS}`,
  )
  return { company: named, sums, machines, products, shortages }
}
