import { sql } from 'drizzle-orm'
import type { CompanyId, UserId } from '#domain/ids.ts'
import { type Db, rowsOf } from '../db/client.ts'
import type { AppContext, Principal } from '../http/request-context.ts'

const known = new WeakMap<object, string>()

/**
 * Identifies a state of this database. A restored copy has another epoch, so that devices download everything again and resend their
 * journals.
 */
export async function epochIn(db: Db): Promise<string> {
  const [row] = await rowsOf<{ epoch: string }>(db, sql`select epoch from installation`)
  if (!row) throw new Error('the database has no installation row')
  return row.epoch
}

/** Cached because it never changes while a server runs: a restore stops the server first. */
export async function epochOf(ctx: AppContext): Promise<string> {
  const before = known.get(ctx.database)
  if (before) return before
  const epoch = await ctx.database.asSystem(epochIn)
  known.set(ctx.database, epoch)
  return epoch
}

/** Whether a device acts for the authenticated user. A device that names no user does. */
export const isCopyOf = (
  principal: Principal,
  { userId, companyId }: { userId?: UserId | undefined; companyId?: CompanyId | undefined },
): boolean => (userId ?? principal.userId) === principal.userId && (companyId ?? principal.companyId) === principal.companyId
