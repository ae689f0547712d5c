import { sql } from 'drizzle-orm'
import { type Db, rowsOf } from '../db/client.ts'
import type { AppContext } from '../http/request-context.ts'

const known = new WeakMap<object, string>()

/** The life of this database: a restored copy has another, so that devices refill their mirrors and send their journals again. */
export async function epochIn(db: Db): Promise<string> {
  const [row] = await rowsOf<{ epoch: string }>(db, sql`select epoch from installation`)
  if (!row) throw new Error('the database has no installation row')
  return row.epoch
}

/** It never changes while a server runs: a restore stops it first. */
export async function epochOf(ctx: AppContext): Promise<string> {
  const before = known.get(ctx.database)
  if (before) return before
  const epoch = await ctx.database.asSystem(epochIn)
  known.set(ctx.database, epoch)
  return epoch
}
