import { sql } from 'drizzle-orm'
import { type Db, rowsOf } from '../database/database.ts'
import type { House } from '../http/caller.ts'

const known = new WeakMap<object, string>()

/** The life of this database: a restored copy has another, so that devices refill their mirrors and send their journals again. */
export async function epochIn(db: Db): Promise<string> {
  const [row] = await rowsOf<{ epoch: string }>(db, sql`select epoch from installation`)
  if (!row) throw new Error('the database has no installation row')
  return row.epoch
}

/** It never changes while a server runs: a restore stops it first. */
export async function epochOf(house: House): Promise<string> {
  const before = known.get(house.database)
  if (before) return before
  const epoch = await house.database.asHouse(epochIn)
  known.set(house.database, epoch)
  return epoch
}
