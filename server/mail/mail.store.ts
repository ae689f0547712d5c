import { randomUUID } from 'node:crypto'
import { and, eq, gte, isNull, sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { CompanyId } from '#domain/ids.ts'
import { HOUR, MINUTE, type Moment, toIso } from '#domain/time.ts'
import { type Db, rowsOf } from '../db/client.ts'
import { mails } from '../db/schema/mail.ts'
import { wakeJobs } from '../jobs/jobs.store.ts'
import { isDue, retryDelay } from '../queue/lease.ts'
import { MAIL_KINDS, MailContent, type MailKind } from './render-mail.ts'

export type Mail = { id: string; companyId: CompanyId; to: string; kind: MailKind; locale: string; content: MailContent; tries: number }

/** The company id of mails to people who belong to no company yet. */
export const NO_COMPANY: CompanyId = 0

/** Enqueues a mail in the transaction of the event it reports, so that both happen or neither. */
export async function enqueueMail(
  db: Db,
  companyId: CompanyId,
  { now, ...mail }: Pick<Mail, 'to' | 'kind' | 'locale' | 'content'> & { now: Moment },
): Promise<void> {
  await db.insert(mails).values({ ...mail, companyId, id: randomUUID(), askedAt: now, nextTryAt: now })
  await wakeJobs(db)
}

/** How long a mail is leased to one process. After this time another process may claim it. */
const LEASE = 10 * MINUTE

/** The longest wait before a retry. */
export const MAX_WAIT = 6 * HOUR

/** About five days of retries; then an operator has to act. */
const MAX_TRIES = 30

const ClaimedMail = v.object({
  id: v.string(),
  companyId: v.number(),
  to: v.string(),
  kind: v.picklist(MAIL_KINDS),
  locale: v.string(),
  content: MailContent,
  tries: v.number(),
})

/** Claims the due mail that has waited longest, exclusively for this process. */
export async function claimMail(db: Db, now: Moment): Promise<Mail | null> {
  const [row] = await rowsOf(
    db,
    sql`update mails m set next_try_at = ${toIso(now + LEASE)}::timestamptz, tries = m.tries + 1
      where (m.company_id, m.id) = (
        select company_id, id from mails where sent_at is null and tries < ${MAX_TRIES} and ${isDue(sql`next_try_at`, now, MAX_WAIT)}
        order by next_try_at, asked_at limit 1 for update skip locked)
      returning m.id, m.company_id as "companyId", m."to", m.kind, m.locale, m.content, m.tries`,
  )
  return row ? v.parse(ClaimedMail, row) : null
}

const isMail = ({ companyId, id }: Mail) => and(eq(mails.companyId, companyId), eq(mails.id, id))

/** Marks a mail as sent and deletes its attachments and links, because a link may grant access. */
export const markSent = (db: Db, mail: Mail, now: Moment) =>
  db
    .update(mails)
    .set({ sentAt: now, failure: null, content: sql`(${mails.content} - 'attachment') #- '{words,link}'` })
    .where(isMail(mail))

/** Schedules a retry after a failure, each time after a longer wait. */
export const retryLater = (db: Db, mail: Mail, failure: string, now: Moment) =>
  db
    .update(mails)
    .set({ failure: failure.slice(0, 500), nextTryAt: now + retryDelay(mail.tries, MAX_WAIT) })
    .where(isMail(mail))

export async function mailsWaiting(db: Db): Promise<{ waiting: number; givenUp: number }> {
  const [row] = await rowsOf<{ waiting: number; givenUp: number }>(
    db,
    sql`select count(*) filter (where tries < ${MAX_TRIES})::int as waiting, count(*) filter (where tries >= ${MAX_TRIES})::int as "givenUp"
      from mails where sent_at is null`,
  )
  return row ?? { waiting: 0, givenUp: 0 }
}

/** The number of mails that failed in every try. */
export const countFailed = (db: Db): Promise<number> => db.$count(mails, and(isNull(mails.sentAt), gte(mails.tries, MAX_TRIES)))
