import { sql } from 'drizzle-orm'
import type { CompanyId } from '#domain/ids.ts'
import { type Db, rowsOf } from './client.ts'

/** How a company writes its days and its money. */
export type Ways = { currency: string; timezone: string }

export async function companyWays(db: Db, company: CompanyId): Promise<Ways> {
  const [ways] = await rowsOf<Ways>(db, sql`select c.currency, c.timezone from companies c where c.id = ${company}`)
  return ways ?? { currency: 'EUR', timezone: 'UTC' }
}
