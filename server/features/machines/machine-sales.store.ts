import { sql } from 'drizzle-orm'
import type { CompanyId, MachineId } from '#domain/ids.ts'
import type { Moment } from '#domain/time.ts'
import { toIso } from '#domain/time.ts'
import { type Db, rowsOf } from '../../db/client.ts'

/** Number of days in an average. */
const LATELY = 30

/** Revenue of a machine in minor units: in total, and in its latest days up to today, which are fewer for a new machine. */
export async function revenueOf(
  db: Db,
  company: CompanyId,
  machine: MachineId,
  now: Moment,
): Promise<{ lately: number; days: number; total: number }> {
  const [row] = await rowsOf<{ lately: number; days: number; total: number }>(
    db,
    sql`with today as (select (${toIso(now)}::timestamptz at time zone c.timezone)::date as day from companies c where c.id = ${company})
      select coalesce(sum(d.turnover_minor), 0)::float8 as total,
        coalesce(sum(d.turnover_minor) filter (where d.day > today.day - ${LATELY}::int and d.day <= today.day), 0)::float8 as lately,
        greatest(1, least(${LATELY}::int, today.day - min(d.day) + 1))::int as days
      from today left join daily_sales d on d.company_id = ${company} and d.machine_id = ${machine} group by today.day`,
  )
  return row ?? { lately: 0, days: 1, total: 0 }
}
