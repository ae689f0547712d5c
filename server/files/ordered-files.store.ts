import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { EXPORT_KINDS } from '#contract/exports.ts'
import type { CompanyId, UserId } from '#domain/ids.ts'
import { DAY, HOUR, type Moment, toIso } from '#domain/time.ts'
import { type Database, type Db, rowsOf } from '../db/client.ts'
import { millis } from '../db/sql-fragments.ts'
import { type Refusal, refuse } from '../http/refusal.ts'
import type { AppContext } from '../http/request-context.ts'
import { wakeJobs } from '../jobs/jobs.store.ts'
import { isFree, newHolder } from '../queue/lease.ts'
import type { PrintedFile, Unsigned } from './signed-files.ts'

/** A file to create and send. `asked`: when it was ordered. */
export type OrderedFile = {
  id: string
  companyId: CompanyId
  userId: UserId
  asked: Moment
  tries: number
  holder: string
  order: Unsigned
}

export const MAX_TRIES = 3

/** How long a file can be downloaded. */
export const FILE_RETENTION = 7 * DAY
/** Maximum number of files per user. A further order removes the oldest finished ones. */
const MAX_STORED = 20

/** Orders a file for a manager and returns its id and the address to mail it to. A waiting order for the same file in the same language is reused. */
export async function orderFile(
  db: Db,
  { userId, order, now }: { userId: UserId; order: Unsigned; now: Moment },
): Promise<{ id: string; to: string | null }> {
  const { company, locale, purpose, ...query } = order
  const key = JSON.stringify(withoutMoment(query))
  const [reader] = await rowsOf<{ to: string | null; waiting: string | null }>(
    db,
    sql`select u.email as "to", (select f.id from ordered_files f where f.company_id = ${company} and f.user_id = ${userId} and f.kind = ${purpose}
        and f.locale = ${locale} and f.ended_at is null and f.query #- '{sales,asOf}' = ${key}::jsonb limit 1) as waiting
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
      select id from ordered_files where company_id = ${company} and user_id = ${userId} order by asked_at desc limit ${MAX_STORED})`)
  await wakeJobs(db)
  return { id, to }
}

type Ordered = {
  id: string
  kind: (typeof EXPORT_KINDS)[number]
  locale: string
  asked: Moment
  started: Moment | null
  ended: Moment | null
  name: string | null
  size: number | null
  progress: number
}

/** The files that a manager ordered, newest first. */
export const ordersOf = (db: Db, company: CompanyId, user: UserId): Promise<Ordered[]> =>
  rowsOf<Ordered>(
    db,
    sql`select id, kind, locale, ${millis(sql`asked_at`)} as asked, ${millis(sql`started_at`)} as started, ${millis(sql`ended_at`)} as ended,
        name, coalesce(size, length(content))::float8 as size, progress
      from ordered_files where company_id = ${company} and user_id = ${user}
        and (ended_at is null or size is not null or content is not null or failure is not null) order by asked_at desc, id`,
  )

/** Deletes a file; one in progress is discarded when it is finished. False if the manager has no file with this id. */
export async function deleteOrder(db: Db, company: CompanyId, user: UserId, id: string): Promise<boolean> {
  const deleted = await rowsOf(
    db,
    sql`delete from ordered_files where company_id = ${company} and user_id = ${user} and id = ${id}::uuid returning id`,
  )
  return deleted.length > 0
}

/** A finished file, while it is stored. Its parts are read one after another. */
export async function storedFile(
  ctx: Pick<AppContext, 'database' | 'now'>,
  company: CompanyId,
  id: string,
): Promise<PrintedFile | Refusal> {
  const [file] = await ctx.database.withTenant(company, (db) =>
    rowsOf<{ name: string; type: PrintedFile['type']; base64: string | null }>(
      db,
      sql`select name, type, encode(content, 'base64') as base64 from ordered_files
        where company_id = ${company} and id = ${id}::uuid and (size is not null or content is not null)
          and ended_at > ${toIso(ctx.now() - FILE_RETENTION)}::timestamptz`,
    ),
  )
  if (!file) return refuse('NOT_FOUND')
  const { name, type, base64 } = file
  return { name, type, content: base64 === null ? partsOf(ctx, company, id) : Buffer.from(base64, 'base64') }
}

async function* partsOf({ database }: Pick<AppContext, 'database'>, company: CompanyId, id: string): AsyncGenerator<Buffer> {
  for (let part = 1; ; part++) {
    const [row] = await database.withTenant(company, (db) =>
      rowsOf<{ base64: string }>(
        db,
        sql`select encode(content, 'base64') as base64 from ordered_file_parts where company_id = ${company} and file_id = ${id}::uuid and part = ${part}`,
      ),
    )
    if (!row) return
    yield Buffer.from(row.base64, 'base64')
  }
}

/** Stores one part of a file in progress; false if it was cancelled or another process has taken it over. */
export async function insertPart(db: Db, file: OrderedFile, part: number, content: Uint8Array, now: Moment): Promise<boolean> {
  if (!(await reportProgress(db, file, null, now))) return false
  await db.execute(sql`
    insert into ordered_file_parts (company_id, file_id, part, content)
    values (${file.companyId}, ${file.id}::uuid, ${part}, decode(${Buffer.from(content).toString('base64')}, 'base64'))`)
  return true
}

/** Reports progress and renews the lease; false if the lease is lost. */
export async function reportProgress(
  db: Db,
  { companyId, id, holder }: OrderedFile,
  progress: number | null,
  now: Moment,
): Promise<boolean> {
  const rows = await rowsOf(
    db,
    sql`update ordered_files f set progress = coalesce(${progress}::float8, f.progress), beat_at = ${toIso(now)}::timestamptz
      where f.company_id = ${companyId} and f.id = ${id}::uuid and f.ended_at is null and f.holder = ${holder} returning f.id`,
  )
  return rows.length > 0
}

/** Sales lists contain the time of the request, which must not make each click a different file. */
const withoutMoment = (query: object) => JSON.parse(JSON.stringify(query, (key, value) => (key === 'asOf' ? undefined : value)))

/** Claims the oldest waiting file, exclusively for this process. A file whose process has ended is created again. */
export async function claimOrder(db: Db, database: Pick<Database, 'kind'>, now: Moment): Promise<OrderedFile | null> {
  const [row] = await rowsOf<Omit<OrderedFile, 'order'> & { kind: string; locale: string; query: object }>(
    db,
    sql`update ordered_files f set started_at = ${toIso(now)}::timestamptz, beat_at = ${toIso(now)}::timestamptz, progress = 0,
        holder = ${newHolder(database)}, tries = f.tries + 1
      where (f.company_id, f.id) = (
        select o.company_id, o.id from ordered_files o
        where o.ended_at is null and (o.started_at is null or ${isFree(database, now, { holder: sql`o.holder`, beat: sql`o.beat_at` })})
        order by o.asked_at limit 1 for update skip locked)
      returning f.id, f.company_id as "companyId", f.user_id as "userId", ${millis(sql`f.asked_at`)} as asked, f.tries, f.holder, f.kind, f.locale, f.query`,
  )
  if (!row) return null
  await db.execute(sql`delete from ordered_file_parts p where p.company_id = ${row.companyId} and p.file_id = ${row.id}::uuid`)
  const { kind, locale, query, ...file } = row
  return { ...file, order: { ...query, purpose: kind, company: row.companyId, locale } as Unsigned }
}

/** Whether a file failed in the last hour or waits for a retry. */
export async function failedLately(db: Db, now: Moment): Promise<boolean> {
  const rows = await rowsOf(
    db,
    sql`select from ordered_files where failure is not null and (ended_at is null or ended_at > ${toIso(now - HOUR)}::timestamptz) limit 1`,
  )
  return rows.length > 0
}

/** The recipient and their address; null if the user was disabled or is no longer a manager, and so has no right to the file. */
export async function readerOf(db: Db, company: CompanyId, user: UserId): Promise<{ to: string | null; firstName: string } | null> {
  const [reader] = await rowsOf<{ to: string | null; firstName: string }>(
    db,
    sql`select u.email as "to", u.first_name as "firstName" from users u
      where u.company_id = ${company} and u.id = ${user} and u.enabled and u.company_role = 'ROLE_MANAGER'`,
  )
  return reader ?? null
}

type End = { failure?: string; made?: { name: string; type: string; size: number } }

/** Completes an order with its file or its failure; false if it was cancelled or another process has taken it over. */
export async function endOrder(db: Db, { companyId, id, holder }: OrderedFile, now: Moment, { failure, made }: End = {}): Promise<boolean> {
  const ended = await rowsOf(
    db,
    sql`update ordered_files f set ended_at = ${toIso(now)}::timestamptz, failure = ${failure ?? null}, name = ${made?.name ?? null},
        type = ${made?.type ?? null}, size = ${made?.size ?? null}, progress = ${made ? 1 : 0}
      where f.company_id = ${companyId} and f.id = ${id}::uuid and f.ended_at is null and f.holder = ${holder} returning f.id`,
  )
  return ended.length > 0
}

/** Requeues an order after a temporary failure. */
export const putBack = (db: Db, { companyId, id, holder }: OrderedFile, failure: string) =>
  db.execute(sql`
    update ordered_files f set started_at = null, holder = null, beat_at = null, progress = 0, failure = ${failure}
    where f.company_id = ${companyId} and f.id = ${id}::uuid and f.ended_at is null and f.holder = ${holder}`)
