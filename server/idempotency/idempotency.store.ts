import { sql } from 'drizzle-orm'
import type { CompanyId, OperationId, UserId } from '#domain/ids.ts'
import { DAY, type Moment, toIso } from '#domain/time.ts'
import { type Db, rowsOf } from '../db/client.ts'

/** Longer than a phone stays in a drawer. */
const KEPT = 90 * DAY

/** A write as it was sent: whose, under which key, and what it says. */
export type Write = { company: CompanyId; user: UserId; key: OperationId; bodyHash: string; at: Moment }
export type Answered = { bodyHash: string; answer: unknown }

/** Takes a key, or gives what was done with it before. Whoever sends the same at the same moment waits here until that is done. */
export async function claimKey(db: Db, { company, user, key, bodyHash, at }: Write): Promise<Answered | null> {
  const taken = await rowsOf(
    db,
    sql`insert into answered_writes (company_id, user_id, key, body_hash, at)
      values (${company}, ${user}, ${key}, ${bodyHash}, ${toIso(at)}) on conflict (company_id, user_id, key) do nothing returning key`,
  )
  if (taken.length > 0) return null
  const [before] = await rowsOf<Answered>(
    db,
    sql`select w.body_hash as "bodyHash", w.answer from answered_writes w
      where w.company_id = ${company} and w.user_id = ${user} and w.key = ${key}`,
  )
  if (!before) throw new Error('a key was neither taken nor free')
  return before
}

export const storeResponse = (db: Db, { company, user, key }: Write, answer: unknown) =>
  db.execute(sql`
    update answered_writes set answer = ${JSON.stringify(answer ?? null)}::jsonb
    where company_id = ${company} and user_id = ${user} and key = ${key}`)

/** A refusal changed nothing: asked again, the call is looked at anew. */
export const releaseKey = (db: Db, { company, user, key }: Write) =>
  db.execute(sql`delete from answered_writes where company_id = ${company} and user_id = ${user} and key = ${key}`)

export const purgeResponses = (db: Db, now: Moment) =>
  db.execute(sql`delete from answered_writes where at < ${toIso(now - KEPT)}::timestamptz`)
