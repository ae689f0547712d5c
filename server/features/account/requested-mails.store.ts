import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { type Moment, toIso } from '#domain/time.ts'
import { type Db, rowsOf } from '../../db/client.ts'
import { wakeJobs } from '../../jobs/jobs.store.ts'

/** Input of a registration for a new company. */
export const RequestedCompany = v.object({
  name: v.string(),
  companyName: v.string(),
  locale: v.string(),
  /** Null if the browser sends none, and in requests from before this field existed. */
  country: v.optional(v.nullable(v.string()), null),
  currency: v.string(),
  timezone: v.string(),
  details: v.string(),
})
export type RequestedCompany = v.InferOutput<typeof RequestedCompany>

const MailRequest = v.variant('kind', [
  v.object({ kind: v.literal('reset'), email: v.string(), content: v.object({}) }),
  v.object({ kind: v.literal('register'), email: v.string(), content: RequestedCompany }),
])
export type MailRequest = v.InferOutput<typeof MailRequest>

export async function requestMail(db: Db, { kind, email, content }: MailRequest, now: Moment): Promise<void> {
  await db.execute(sql`
    insert into asked_letters (id, kind, email, content, asked_at)
    values (${randomUUID()}::uuid, ${kind}, ${email}, ${JSON.stringify(content)}::jsonb, ${toIso(now)}::timestamptz)`)
  await wakeJobs(db)
}

/** Takes the oldest requested mail for this process only. It is deleted with the transaction. */
export async function claimRequestedMail(db: Db): Promise<MailRequest | null> {
  const [row] = await rowsOf(
    db,
    sql`delete from asked_letters where id = (select id from asked_letters order by asked_at, id limit 1 for update skip locked)
      returning kind, email, content`,
  )
  return row ? v.parse(MailRequest, row) : null
}
