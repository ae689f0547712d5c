import { sql } from 'drizzle-orm'
import { type Moment, toIso } from '#domain/time.ts'
import { type Db, rowsOf } from '../../db/client.ts'

/** Returns false if the solution was already used. */
export async function spendCaptcha(db: Db, signature: string, expiresAt: Moment): Promise<boolean> {
  const spent = await rowsOf(
    db,
    sql`insert into spent_captchas (signature, expires_at) values (${signature}, ${toIso(expiresAt)}::timestamptz)
      on conflict do nothing returning signature`,
  )
  return spent.length > 0
}

/** Expired solutions are rejected by age and need not be stored. */
export async function forgetOldCaptchas(db: Db, now: Moment): Promise<void> {
  const old = sql`select signature from spent_captchas where expires_at < ${toIso(now)}::timestamptz for update skip locked`
  await db.execute(sql`delete from spent_captchas where signature in (${old})`)
}
