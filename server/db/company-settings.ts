import { sql } from 'drizzle-orm'
import type { CompanyId } from '#domain/ids.ts'
import { type Db, rowsOf } from './client.ts'

/** The time zone and currency of a company. */
export type Ways = { currency: string; timezone: string }

export async function companyWays(db: Db, company: CompanyId): Promise<Ways> {
  const [ways] = await rowsOf<Ways>(db, sql`select c.currency, c.timezone from companies c where c.id = ${company}`)
  return ways ?? { currency: 'EUR', timezone: 'UTC' }
}
