import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { type Db, rowsOf, sqlStateOf } from '../client.ts'

/**
 * How long each attempt waits for a lock. The first ones end before PostgreSQL's `deadlock_timeout`, so that a deadlock ends this transaction
 * and not that of a request. The last ones find a moment on a busy server; requests wait for up to 8 s.
 */
const RETRY_DELAYS_MS = [400, 400, 400, 400, 400, 1_500, 3_000, 3_000]
const PAUSE_MS = 100

/** A lock that is not available, or a deadlock. */
const LOCK_CONFLICT = /^(55P03|40P01)$/

/** No moment without a conflicting request was found; a later attempt may. */
export class TablesBusy extends Error {}

/**
 * Runs a short transaction that needs strong locks. Requests queue behind a waiting lock, so it waits briefly, gives way and tries again
 * later.
 */
export async function briefly<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  for (const [attempt, waitMs] of RETRY_DELAYS_MS.entries()) {
    try {
      return await db.transaction(async (tx) => {
        await tx.execute(sql.raw(`set local lock_timeout = ${waitMs}`))
        return work(tx)
      })
    } catch (error) {
      if (!LOCK_CONFLICT.test(sqlStateOf(error) ?? '')) throw error
      await wait((attempt + 1) * PAUSE_MS)
    }
  }
  throw new TablesBusy('a table is in use')
}

/** Locks tables in this order. A stronger lock on one of them later could end in a deadlock. */
export async function lockTables(tx: Db, tables: readonly string[], mode: 'share row exclusive' | 'access exclusive'): Promise<void> {
  for (const table of tables) await tx.execute(sql.raw(`lock table ${table} in ${mode} mode`))
}

/** The tables that foreign keys of a table refer to. */
export async function referencedBy(db: Db, table: string): Promise<string[]> {
  const rows = await rowsOf<{ name: string }>(
    db,
    sql`select distinct confrelid::regclass::text as name from pg_constraint where conrelid = ${`public.${table}`}::regclass and contype = 'f' order by 1`,
  )
  return rows.map(({ name }) => name)
}
