import { sql } from 'drizzle-orm'
import { machineLimit } from '#domain/billing/plan.ts'
import type { CompanyId } from '#domain/ids.ts'
import { type Db, rowsOf } from './client.ts'

/** The time zone and currency of a company. */
export type Ways = { currency: string; timezone: string }

export async function companyWays(db: Db, company: CompanyId): Promise<Ways> {
  const [ways] = await rowsOf<Ways>(db, sql`select c.currency, c.timezone from companies c where c.id = ${company}`)
  return ways ?? { currency: 'EUR', timezone: 'UTC' }
}

/**
 * Locks the row of a company until the transaction ends, so that concurrent requests that each read what the other one changes follow each
 * other. Rows that refer to the company can still be written.
 */
export const lockCompanyRow = (db: Db, company: CompanyId) => db.execute(sql`select from companies where id = ${company} for no key update`)

type Room = { machines: number; limit: number | null }

/**
 * How many machines a company has and may have. `forMore` locks its row, so that concurrent additions are counted one after
 * another.
 */
export async function roomForMachines(db: Db, company: CompanyId, { forMore = false } = {}): Promise<Room> {
  if (forMore) await lockCompanyRow(db, company)
  const [row] = await rowsOf<{ planName: string; paid: number | null; machines: number }>(
    db,
    sql`select c.plan_name as "planName", s.machines as paid,
        (select count(*)::int from machines m where m.company_id = ${company} and m.deactivated_at is null) as machines
      from companies c left join subscriptions s on s.company_id = c.id and s.company_id = ${company} where c.id = ${company}`,
  )
  return row ? { machines: row.machines, limit: machineLimit(row.planName, row.paid) } : { machines: 0, limit: null }
}

/** Whether this many additional machines exceed the limit. */
export const isTooMany = ({ machines, limit }: Room, more: number): boolean => limit !== null && more > 0 && machines + more > limit
