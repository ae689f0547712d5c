import { sql } from 'drizzle-orm'
import type { CompanyId, OperationId, UserId } from '#domain/ids.ts'
import { DAY, type Moment, toIso } from '#domain/time.ts'
import { type Db, rowsOf } from '../db/client.ts'

/** Long enough for a phone that was out of use for weeks. */
const RESPONSE_RETENTION = 90 * DAY

/** A write request with an idempotency key: its user, key and body hash. */
export type Write = { company: CompanyId; user: UserId; key: OperationId; bodyHash: string; at: Moment }
type Answered = { bodyHash: string; answer: unknown }

/** Claims a key, or returns the stored response. A concurrent request with the same key waits here until the first one has finished. */
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
  if (!before) throw new Error('the idempotency key could be neither claimed nor read')
  return before
}

export const storeResponse = (db: Db, { company, user, key }: Write, answer: unknown) =>
  db.execute(sql`
    update answered_writes set answer = ${JSON.stringify(answer ?? null)}::jsonb
    where company_id = ${company} and user_id = ${user} and key = ${key}`)

/** Releases the key after a refusal, because a refusal changed nothing and a retry may succeed. */
export const releaseKey = (db: Db, { company, user, key }: Write) =>
  db.execute(sql`delete from answered_writes where company_id = ${company} and user_id = ${user} and key = ${key}`)

export const purgeResponses = (db: Db, now: Moment) =>
  db.execute(sql`delete from answered_writes where at < ${toIso(now - RESPONSE_RETENTION)}::timestamptz`)
