import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { CompanyId, UserId } from '#domain/ids.ts'
import { MINUTE, type Moment, toIso } from '#domain/time.ts'
import { type Db, rowsOf } from '../database/database.ts'
import type { Unsigned } from './signed-files.ts'

/** A file that is to be made and sent. */
export type OrderedFile = { id: string; companyId: CompanyId; userId: UserId; tries: number; order: Unsigned }

/** After that, whoever began it has died, and another begins anew. */
const PATIENCE = 15 * MINUTE
export const MOST_TRIES = 3

/** Orders a file for somebody; null where they have no address to send it to. One that is waiting already is not ordered again. */
export async function orderFile(
  db: Db,
  { userId, order, now }: { userId: UserId; order: Unsigned; now: Moment },
): Promise<{ to: string } | null> {
  const [reader] = await rowsOf<{ to: string | null }>(
    db,
    sql`select u.email as "to" from users u where u.company_id = ${order.company} and u.id = ${userId}`,
  )
  if (!reader?.to) return null
  const { company, locale, purpose, ...query } = order
  const asked = JSON.stringify(withoutMoment(query))
  await db.execute(sql`
    insert into ordered_files (company_id, id, user_id, kind, query, locale, asked_at)
    select ${company}::int, ${randomUUID()}::uuid, ${userId}::int, ${purpose}, ${JSON.stringify(query)}::jsonb, ${locale}, ${toIso(now)}::timestamptz
    where not exists (select from ordered_files f where f.company_id = ${company} and f.user_id = ${userId} and f.kind = ${purpose}
      and f.ended_at is null and f.query #- '{sales,asOf}' = ${asked}::jsonb)`)
  return { to: reader.to }
}

/** Until when sales are listed is another moment at each click, and no other file. */
const withoutMoment = (query: object) => JSON.parse(JSON.stringify(query, (key, value) => (key === 'asOf' ? undefined : value)))

/** Takes the oldest file that is to be made, for this process alone. */
export async function takeOrder(db: Db, now: Moment): Promise<OrderedFile | null> {
  const [row] = await rowsOf<Omit<OrderedFile, 'order'> & { kind: string; locale: string; query: object }>(
    db,
    sql`update ordered_files f set started_at = ${toIso(now)}::timestamptz, tries = f.tries + 1
      where (f.company_id, f.id) = (
        select company_id, id from ordered_files where ended_at is null and (started_at is null or started_at < ${toIso(now - PATIENCE)}::timestamptz or started_at > ${toIso(now + MINUTE)}::timestamptz)
        order by asked_at limit 1 for update skip locked)
      returning f.id, f.company_id as "companyId", f.user_id as "userId", f.tries, f.kind, f.locale, f.query`,
  )
  if (!row) return null
  const { kind, locale, query, ...file } = row
  return { ...file, order: { ...query, purpose: kind, company: row.companyId, locale } as Unsigned }
}

/** Who may still have it, and where to: whoever was disabled or is no manager any more has no right to it. */
export async function readerOf(db: Db, company: CompanyId, user: UserId): Promise<{ to: string; firstName: string } | null> {
  const [reader] = await rowsOf<{ to: string | null; firstName: string }>(
    db,
    sql`select u.email as "to", u.first_name as "firstName" from users u
      where u.company_id = ${company} and u.id = ${user} and u.enabled and u.company_role = 'ROLE_MANAGER'`,
  )
  return reader?.to ? { to: reader.to, firstName: reader.firstName } : null
}

/** Ends an order; false where it was ended before, and then nothing more is to be done for it. */
export async function endOrder(db: Db, company: CompanyId, id: string, now: Moment, failure: string | null = null): Promise<boolean> {
  const ended = await rowsOf(
    db,
    sql`update ordered_files f set ended_at = ${toIso(now)}::timestamptz, failure = ${failure}
      where f.company_id = ${company} and f.id = ${id}::uuid and f.ended_at is null returning f.id`,
  )
  return ended.length > 0
}

/** Puts an order back that failed for now. */
export const putBack = (db: Db, company: CompanyId, id: string, failure: string) =>
  db.execute(
    sql`update ordered_files f set started_at = null, failure = ${failure} where f.company_id = ${company} and f.id = ${id}::uuid and f.ended_at is null`,
  )
