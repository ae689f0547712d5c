import { eq, sql } from 'drizzle-orm'
import { HOUR, MINUTE, type Moment, toIso } from '#domain/time.ts'
import { type Db, rowsOf } from '../../db/client.ts'
import { guesses } from '../../db/schema/account.ts'

/** Longer than every rate limit window. */
const ATTEMPT_RETENTION = 2 * HOUR

/** Counts an attempt in the current window. Returns the count and the start of the window. */
export async function countLoginAttempt(db: Db, key: string, windowLasts: number, now: Moment): Promise<{ count: number; since: Moment }> {
  const at = sql`${toIso(now)}::timestamptz`
  // A window that starts in the future was opened while the clock was wrong.
  const isOver = sql`(guesses.since <= ${toIso(now - windowLasts)}::timestamptz or guesses.since > ${toIso(now + MINUTE)}::timestamptz)`
  const [row] = await rowsOf<{ count: number; since: Moment }>(
    db,
    sql`insert into guesses (key, count, since) values (${key}, 1, ${at})
      on conflict (key) do update set
        count = case when ${isOver} then 1 else least(guesses.count + 1, 1000000) end,
        since = case when ${isOver} then ${at} else guesses.since end
      returning count, (extract(epoch from since) * 1000)::float8 as since`,
  )
  if (!row) throw new Error('the upsert of a login attempt returned no row')
  return row
}

/** Reverts the count of an attempt that was not a guess. */
export async function refundLoginAttempt(db: Db, key: string): Promise<void> {
  await db
    .update(guesses)
    .set({ count: sql`greatest(${guesses.count} - 1, 0)` })
    .where(eq(guesses.key, key))
}

export async function clearLoginAttempts(db: Db, key: string): Promise<void> {
  await db.delete(guesses).where(eq(guesses.key, key))
}

/** Skips rows that are being counted, because waiting for them could deadlock. */
export async function purgeLoginAttempts(db: Db, now: Moment): Promise<void> {
  const old = sql`select key from guesses where since < ${toIso(now - ATTEMPT_RETENTION)}::timestamptz for update skip locked`
  await db.execute(sql`delete from guesses where key in (${old})`)
}
