import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { EXPORT_KINDS } from '#contract/exports.ts'
import type { CompanyId, UserId } from '#domain/ids.ts'
import { DAY, HOUR, MINUTE, type Moment, toIso } from '#domain/time.ts'
import { type Db, rowsOf } from '../database/database.ts'
import { millis } from '../database/millis.ts'
import type { House } from '../http/caller.ts'
import { type Refusal, refuse } from '../http/refusal.ts'
import { wakeJobs } from '../jobs/jobs.store.ts'
import type { PrintedFile, Unsigned } from './signed-files.ts'

/** A file that is to be made and sent. */
export type OrderedFile = { id: string; companyId: CompanyId; userId: UserId; tries: number; order: Unsigned }

/** After that, whoever began it has died, and another begins anew. */
const PATIENCE = 15 * MINUTE
export const MOST_TRIES = 3

/** How long a file can be downloaded. */
export const FILES_KEPT = 7 * DAY
/** So many a person keeps: asking for more removes their oldest finished ones. */
const MOST_KEPT = 20

/** Orders a file for a manager, and gives its id and the address to send it to. One that is waiting already is not ordered again. */
export async function orderFile(
  db: Db,
  { userId, order, now }: { userId: UserId; order: Unsigned; now: Moment },
): Promise<{ id: string; to: string | null }> {
  const { company, locale, purpose, ...query } = order
  const asked = JSON.stringify(withoutMoment(query))
  const [reader] = await rowsOf<{ to: string | null; waiting: string | null }>(
    db,
    sql`select u.email as "to", (select f.id from ordered_files f where f.company_id = ${company} and f.user_id = ${userId} and f.kind = ${purpose}
        and f.ended_at is null and f.query #- '{sales,asOf}' = ${asked}::jsonb limit 1) as waiting
      from users u where u.company_id = ${company} and u.id = ${userId} for update of u`,
  )
  const to = reader?.to ?? null
  if (reader?.waiting) return { id: reader.waiting, to }
  const id = randomUUID()
  await db.execute(sql`
    insert into ordered_files (company_id, id, user_id, kind, query, locale, asked_at)
    values (${company}::int, ${id}::uuid, ${userId}::int, ${purpose}, ${JSON.stringify(query)}::jsonb, ${locale}, ${toIso(now)}::timestamptz)`)
  await db.execute(sql`
    delete from ordered_files f where f.company_id = ${company} and f.user_id = ${userId} and f.ended_at is not null and f.id not in (
      select id from ordered_files where company_id = ${company} and user_id = ${userId} order by asked_at desc limit ${MOST_KEPT})`)
  await wakeJobs(db)
  return { id, to }
}

export type Ordered = {
  id: string
  kind: (typeof EXPORT_KINDS)[number]
  locale: string
  asked: Moment
  started: Moment | null
  ended: Moment | null
  name: string | null
  size: number | null
}

/** The files that a manager ordered, newest first. */
export const ordersOf = (db: Db, company: CompanyId, user: UserId): Promise<Ordered[]> =>
  rowsOf<Ordered>(
    db,
    sql`select id, kind, locale, ${millis(sql`asked_at`)} as asked, ${millis(sql`started_at`)} as started, ${millis(sql`ended_at`)} as ended,
        name, length(content) as size
      from ordered_files where company_id = ${company} and user_id = ${user}
        and (ended_at is null or content is not null or failure is not null) order by asked_at desc, id`,
  )

/** Forgets a file; one that is being made is not kept when it is finished. False where the manager has none of this id. */
export async function deleteOrder(db: Db, company: CompanyId, user: UserId, id: string): Promise<boolean> {
  const deleted = await rowsOf(
    db,
    sql`delete from ordered_files where company_id = ${company} and user_id = ${user} and id = ${id}::uuid returning id`,
  )
  return deleted.length > 0
}

/** A file that was made, while it is kept. */
export async function keptFile(house: Pick<House, 'database' | 'now'>, company: CompanyId, id: string): Promise<PrintedFile | Refusal> {
  const [file] = await house.database.asCompany(company, (db) =>
    rowsOf<{ name: string; type: PrintedFile['type']; base64: string }>(
      db,
      sql`select name, type, encode(content, 'base64') as base64 from ordered_files
        where company_id = ${company} and id = ${id}::uuid and content is not null and ended_at > ${toIso(house.now() - FILES_KEPT)}::timestamptz`,
    ),
  )
  return file ? { name: file.name, type: file.type, content: Buffer.from(file.base64, 'base64') } : refuse('NOT_FOUND')
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

/** Whether a file could not be made in the last hour, or is to be tried again. */
export async function failedLately(db: Db, now: Moment): Promise<boolean> {
  const rows = await rowsOf(
    db,
    sql`select from ordered_files where failure is not null and (ended_at is null or ended_at > ${toIso(now - HOUR)}::timestamptz) limit 1`,
  )
  return rows.length > 0
}

/** Who may still have it, and their address: whoever was disabled or is no manager any more has no right to it. */
export async function readerOf(db: Db, company: CompanyId, user: UserId): Promise<{ to: string | null; firstName: string } | null> {
  const [reader] = await rowsOf<{ to: string | null; firstName: string }>(
    db,
    sql`select u.email as "to", u.first_name as "firstName" from users u
      where u.company_id = ${company} and u.id = ${user} and u.enabled and u.company_role = 'ROLE_MANAGER'`,
  )
  return reader ?? null
}

/** Ends an order, with what was made or why nothing was; false where it was ended or cancelled before, and then nothing more is to be done. */
export async function endOrder(
  db: Db,
  company: CompanyId,
  id: string,
  now: Moment,
  { failure, file }: { failure?: string; file?: PrintedFile } = {},
): Promise<boolean> {
  const base64 = file ? Buffer.from(file.content).toString('base64') : null
  const ended = await rowsOf(
    db,
    sql`update ordered_files f set ended_at = ${toIso(now)}::timestamptz, failure = ${failure ?? null}, name = ${file?.name ?? null},
        type = ${file?.type ?? null}, content = decode(${base64}, 'base64')
      where f.company_id = ${company} and f.id = ${id}::uuid and f.ended_at is null returning f.id`,
  )
  return ended.length > 0
}

/** Puts an order back that failed for now. */
export const putBack = (db: Db, company: CompanyId, id: string, failure: string) =>
  db.execute(
    sql`update ordered_files f set started_at = null, failure = ${failure} where f.company_id = ${company} and f.id = ${id}::uuid and f.ended_at is null`,
  )
