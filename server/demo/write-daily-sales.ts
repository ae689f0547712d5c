import { sql } from 'drizzle-orm'
import type { CompanyId } from '#domain/ids.ts'
import type { Db } from '../database/database.ts'

/** The sales of each day, added up from the transactions that are there. */
export const writeDailySales = (db: Db, company: CompanyId, timezone: string) =>
  db.execute(sql`
    insert into daily_sales (company_id, day, machine_id, product_id, type, count, turnover_minor)
    select company_id, (at at time zone ${timezone})::date, machine_id, coalesce(product_id, 0), type, count(*), sum(amount_minor)
    from transactions where company_id = ${company} group by 1, 2, 3, 4, 5`)
