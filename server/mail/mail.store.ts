import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { CompanyId } from '#domain/ids.ts'
import { HOUR, MINUTE, type Moment, toIso } from '#domain/time.ts'
import { type Db, rowsOf } from '../db/client.ts'
import { wakeJobs } from '../jobs/jobs.store.ts'
import { MAIL_KINDS, MailContent, type MailKind } from './render-mail.ts'

export type Mail = { id: string; companyId: CompanyId; to: string; kind: MailKind; locale: string; content: MailContent; tries: number }

/** Whose mails those are that go to somebody who is with no company yet. */
export const NO_COMPANY: CompanyId = 0

/** Puts a mail among those that are to be sent, in the transaction of what it tells of: both happen, or neither. */
export async function enqueueMail(
  db: Db,
  company: CompanyId,
  { to, kind, locale, content, now }: Pick<Mail, 'to' | 'kind' | 'locale' | 'content'> & { now: Moment },
): Promise<void> {
  await db.execute(sql`
    insert into mails (company_id, id, "to", kind, locale, content, asked_at, next_try_at)
    values (${company}, ${randomUUID()}::uuid, ${to}, ${kind}, ${locale}, ${JSON.stringify(content)}::jsonb, ${toIso(now)}::timestamptz, ${toIso(now)}::timestamptz)`)
  await wakeJobs(db)
}

/** While one is being sent nobody else takes it; whoever took it and died is waited for so long. */
const LEASE = 10 * MINUTE

/** No mail waits longer than this; one that does was put off by a clock that had jumped. */
const MAX_WAIT = 7 * HOUR

/** About a week of trying; then a person must see to it. */
export const MAX_TRIES = 30

const Taken = v.object({
  id: v.string(),
  companyId: v.number(),
  to: v.string(),
  kind: v.picklist(MAIL_KINDS),
  locale: v.string(),
  content: MailContent,
  tries: v.number(),
})

/** Takes the mail that has waited longest of those that are due, for this process alone. */
export async function takeMail(db: Db, now: Moment): Promise<Mail | null> {
  const [row] = await rowsOf(
    db,
    sql`update mails m set next_try_at = ${toIso(now + LEASE)}::timestamptz, tries = m.tries + 1
      where (m.company_id, m.id) = (
        select company_id, id from mails where sent_at is null and tries < ${MAX_TRIES} and (next_try_at <= ${toIso(now)}::timestamptz or next_try_at > ${toIso(now + MAX_WAIT)}::timestamptz)
        order by next_try_at, asked_at limit 1 for update skip locked)
      returning m.id, m.company_id as "companyId", m."to", m.kind, m.locale, m.content, m.tries`,
  )
  return row ? v.parse(Taken, row) : null
}

/** A mail that was handed over; neither what it brought along nor a link that opens something is kept. */
export const markSent = (db: Db, { companyId, id }: Mail, now: Moment) =>
  db.execute(sql`
    update mails m set sent_at = ${toIso(now)}::timestamptz, failure = null, content = (m.content - 'attachment') #- '{words,link}'
    where m.company_id = ${companyId} and m.id = ${id}::uuid`)

/** A mail that nobody took: it is tried again, each time after a longer wait. */
export const waitLonger = (db: Db, { companyId, id, tries }: Mail, failure: string, now: Moment) =>
  db.execute(sql`
    update mails m set failure = ${failure.slice(0, 500)}, next_try_at = ${toIso(now + waitAfter(tries))}::timestamptz
    where m.company_id = ${companyId} and m.id = ${id}::uuid`)

/** 1, 2, 4, 8 minutes and so on, and never more than six hours. */
export const waitAfter = (tries: number): number => Math.min(MINUTE * 2 ** (tries - 1), 6 * HOUR)

export async function mailsWaiting(db: Db): Promise<{ waiting: number; givenUp: number }> {
  const [row] = await rowsOf<{ waiting: number; givenUp: number }>(
    db,
    sql`select count(*) filter (where tries < ${MAX_TRIES})::int as waiting, count(*) filter (where tries >= ${MAX_TRIES})::int as "givenUp"
      from mails where sent_at is null`,
  )
  return row ?? { waiting: 0, givenUp: 0 }
}

/** How many mails nobody took however often it was tried. */
export async function countGivenUp(db: Db): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(
    db,
    sql`select count(*)::int as count from mails where sent_at is null and tries >= ${MAX_TRIES}`,
  )
  return row?.count ?? 0
}
