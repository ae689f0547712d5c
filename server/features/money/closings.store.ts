import { sql } from 'drizzle-orm'
import type { CompanyId, UserId } from '#domain/ids.ts'
import { type Moment, toIso } from '#domain/time.ts'
import { type Db, rowsOf } from '../../db/client.ts'
import type { Sold } from './sold.store.ts'

/** A month that is closed. */
export type Closing = { id: number; month: string; closedAt: Moment; closedBy: string | null }

/** The closed months, latest first. They have no gap. */
export const findClosings = (db: Db, company: CompanyId): Promise<Closing[]> =>
  rowsOf<Closing>(
    db,
    sql`select c.id::float8 as id, c.month, (extract(epoch from c.closed_at) * 1000)::float8 as "closedAt",
        (select nullif(trim(concat_ws(' ', u.first_name, u.last_name)), '') from users u
          where u.company_id = ${company} and u.id = c.closed_by) as "closedBy"
      from month_closings c where c.company_id = ${company} and c.reopened_at is null order by c.month desc`,
  )

/** Lets only one change of closings of a company run at a time. */
export const lockClosings = (db: Db, company: CompanyId) => db.execute(sql`select from companies where id = ${company} for update`)

export async function writeClosing(
  db: Db,
  company: CompanyId,
  { month, by, at }: { month: string; by: UserId; at: Moment },
  rows: readonly Sold[],
): Promise<void> {
  const [closing] = await rowsOf<{ id: number }>(
    db,
    sql`insert into month_closings (company_id, month, closed_at, closed_by)
      values (${company}, ${month}, ${toIso(at)}::timestamptz, ${by}) returning id::float8 as id`,
  )
  await db.execute(sql`
    insert into closed_sales (company_id, closing_id, part, of_month, key, type, rate, count, gross_minor)
    select ${company}::int, ${closing?.id}::bigint, r.part, r."ofMonth", r.key, r.type, r.rate, r.count, r."grossMinor"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r(part text, "ofMonth" text, key bigint, type text, rate bigint, count int, "grossMinor" bigint)`)
}

export const endClosing = (db: Db, company: CompanyId, id: number, { by, at, reason }: { by: UserId; at: Moment; reason: string }) =>
  db.execute(sql`update month_closings set reopened_at = ${toIso(at)}::timestamptz, reopened_by = ${by}, reason = ${reason}
    where company_id = ${company} and id = ${id}::bigint and reopened_at is null`)

type StoredFile = { name: string; content: Uint8Array }

/** The export of a closing as it was first made. */
export async function storedFile(
  db: Db,
  company: CompanyId,
  of: { closing: number; format: string; language: string },
): Promise<StoredFile | null> {
  const [file] = await rowsOf<StoredFile>(
    db,
    sql`select f.name, f.content from closed_files f
      where f.company_id = ${company} and f.closing_id = ${of.closing}::bigint and f.format = ${of.format} and f.language = ${of.language}`,
  )
  return file ?? null
}

/** Whether an export of this format was made of a closing, which has to stay the same whatever changes later. */
export async function isStored(db: Db, company: CompanyId, closing: Pick<Closing, 'id'> | null, format: string): Promise<boolean> {
  if (!closing) return false
  const files = await rowsOf(
    db,
    sql`select from closed_files f where f.company_id = ${company} and f.closing_id = ${closing.id}::bigint and f.format = ${format} limit 1`,
  )
  return files.length > 0
}

/** Stores an export unless another request has stored it first, and returns the stored one. */
export async function storeFile(
  db: Db,
  company: CompanyId,
  of: { closing: number; format: string; language: string },
  { name, content }: StoredFile,
): Promise<StoredFile> {
  await db.execute(sql`insert into closed_files (company_id, closing_id, format, language, name, content)
    values (${company}, ${of.closing}::bigint, ${of.format}, ${of.language}, ${name}, decode(${Buffer.from(content).toString('hex')}, 'hex'))
    on conflict do nothing`)
  return (await storedFile(db, company, of)) ?? { name, content }
}
