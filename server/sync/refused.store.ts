import { type SQL, sql } from 'drizzle-orm'
import type { CompanyId, OperationId } from '#domain/ids.ts'
import { type Db, rowsOf } from '../db/client.ts'

/**
 * Maximum number of stored refused operations per company. Beyond it, refusals are returned but not stored, and a retry is executed again.
 */
export const MAX_REFUSED = 10_000

/** Those of this transaction are marked at its end and not included. */
export async function isOverQuota(db: Db, company: CompanyId): Promise<boolean> {
  const [row] = await rowsOf<{ count: number }>(
    db,
    sql`select count(*)::int as count from (
      select from operations where company_id = ${company} and status = 'rejected' limit ${MAX_REFUSED}) kept`,
  )
  return (row?.count ?? 0) >= MAX_REFUSED
}

export const forgetting = (company: CompanyId, ids: readonly OperationId[]): SQL =>
  sql`delete from operations where company_id = ${company} and id = any(${`{${ids.join(',')}}`}::uuid[])`
