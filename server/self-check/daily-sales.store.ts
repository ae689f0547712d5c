import { sql } from 'drizzle-orm'
import type { CompanyId, MachineId } from '#domain/ids.ts'
import type { Db } from '../db/client.ts'

/** Recomputes the daily sales of a company or of one machine, and their totals, from the transactions. */
export async function rebuildDailySales(db: Db, company: CompanyId, machine?: MachineId): Promise<void> {
  const ofMachine = machine === undefined ? sql`` : sql`and machine_id = ${machine}`
  await db.execute(sql`delete from daily_sales where company_id = ${company} ${ofMachine}`)
  await db.execute(sql`
    insert into daily_sales (company_id, day, machine_id, product_id, type, count, turnover_minor)
    select ${company}::int, (t.at at time zone c.timezone)::date, t.machine_id, coalesce(t.product_id, 0), t.type, count(*), sum(t.amount_minor)
    from transactions t join companies c on c.id = ${company} where t.company_id = ${company} ${ofMachine}
    group by 2, 3, 4, 5`)
  await db.execute(sql`delete from machine_days where company_id = ${company} ${ofMachine}`)
  await db.execute(sql`
    insert into machine_days (company_id, day, machine_id, type, count, turnover_minor)
    select company_id, day, machine_id, type, sum(count), sum(turnover_minor) from daily_sales where company_id = ${company} ${ofMachine}
    group by company_id, day, machine_id, type`)
  await rebuildCompanyDays(db, company)
}

/** Recomputes the totals over all machines from those of each machine. */
export async function rebuildCompanyDays(db: Db, company: CompanyId): Promise<void> {
  await db.execute(sql`delete from product_days where company_id = ${company}`)
  await db.execute(sql`
    insert into product_days (company_id, day, product_id, type, count, turnover_minor)
    select company_id, day, product_id, type, sum(count), sum(turnover_minor) from daily_sales where company_id = ${company}
    group by company_id, day, product_id, type`)
  await db.execute(sql`delete from sales_days where company_id = ${company}`)
  await db.execute(sql`
    insert into sales_days (company_id, day, type, count, turnover_minor)
    select company_id, day, type, sum(count), sum(turnover_minor) from machine_days where company_id = ${company} group by company_id, day, type`)
}
