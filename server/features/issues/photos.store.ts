import { sql } from 'drizzle-orm'
import type { CompanyId, MachineId, UserId } from '#domain/ids.ts'
import type { PhotoType } from '#domain/issues.ts'
import { DAY, type Moment, toIso } from '#domain/time.ts'
import { type Db, rowsOf } from '../../db/client.ts'

export type NewPhoto = { id: string; machine: MachineId; user: UserId; type: PhotoType; hash: string; size: number; content: Buffer | null }

/**
 * Whether a user may upload a photo of a machine: managers of any machine of the company, employees of one that was assigned to them when it
 * was taken, because it may arrive long afterwards.
 */
export async function mayHaveTaken(
  db: Db,
  company: CompanyId,
  machine: MachineId,
  { employee, at }: { employee: UserId | null; at: Moment },
): Promise<boolean> {
  const found = await rowsOf(
    db,
    sql`select from machines m where m.company_id = ${company} and m.id = ${machine} and (${employee}::int is null or exists (
      select from assignments a where a.company_id = m.company_id and a.machine_id = m.id and a.user_id = ${employee}
        and (a.revoked_at is null or a.revoked_at > ${toIso(at)}::timestamptz)))`,
  )
  return found.length > 0
}

/** A stored photo without its content. */
export async function findPhoto(db: Db, company: CompanyId, id: string) {
  const [row] = await rowsOf<{ machine: MachineId; user: UserId; hash: string; size: number }>(
    db,
    sql`select p.machine_id::float8 as machine, p.user_id as "user", p.hash, p.size::float8 as size from photos p
      where p.company_id = ${company} and p.id = ${id}::uuid`,
  )
  return row ?? null
}

/** Uploads of a company wait for each other, so that two at the same time count as two. */
export const lockPhotos = (db: Db, company: CompanyId) => db.execute(sql`select pg_advisory_xact_lock(hashtext('photos'), ${company}::int)`)

/** What a company has stored in total, and what it stored within a day, with incomplete uploads except one. */
export async function photoUsage(db: Db, company: CompanyId, now: Moment, except?: { user: UserId; id: string }) {
  const since = sql`p.created_at > ${toIso(now - DAY)}::timestamptz`
  const [row] = await rowsOf<{ bytes: number; count: number; bytesToday: number; countToday: number }>(
    db,
    sql`select coalesce(sum(p.size), 0)::float8 as bytes, count(*)::int as count,
        coalesce(sum(p.size) filter (where ${since}), 0)::float8 as "bytesToday", (count(*) filter (where ${since}))::int as "countToday"
      from (
        select size, created_at from photos where company_id = ${company}
        union all
        select u.size, u.updated_at from photo_uploads u where u.company_id = ${company}
          and (u.user_id, u.id) is distinct from (${except?.user ?? null}::int, ${except?.id ?? null}::uuid)) p`,
  )
  return row ?? { bytes: 0, count: 0, bytesToday: 0, countToday: 0 }
}

/** Without `content` the photo is an object of the photo store. */
export const insertPhoto = (db: Db, company: CompanyId, { id, machine, user, type, hash, size, content }: NewPhoto, at: Moment) =>
  db.execute(sql`
    insert into photos (company_id, id, machine_id, user_id, type, size, hash, content, store, created_at)
    values (${company}, ${id}::uuid, ${machine}, ${user}, ${type}, ${size}, ${hash}, decode(${content?.toString('base64') ?? null}, 'base64'),
      ${content ? 'database' : 's3'}, ${toIso(at)}::timestamptz)`)

/** A photo with its content, or null as its content if it is an object of the photo store. */
export type PhotoRow = { type: PhotoType; hash: string; content: Buffer | null }

export async function readPhoto(db: Db, company: CompanyId, machine: MachineId, id: string): Promise<PhotoRow | null> {
  const [row] = await rowsOf<{ type: PhotoType; hash: string; content: string | null }>(
    db,
    sql`select p.type, p.hash, encode(p.content, 'base64') as content from photos p
      where p.company_id = ${company} and p.machine_id = ${machine} and p.id = ${id}::uuid`,
  )
  return row ? { ...row, content: row.content === null ? null : Buffer.from(row.content, 'base64') } : null
}

/** Deletes the photos in the database of all companies that were stored before a time, and incomplete uploads. */
export async function deletePhotosBefore(db: Db, { photos, uploads }: { photos: Moment; uploads: Moment }): Promise<void> {
  await db.execute(sql`delete from photos p where p.store = 'database' and p.created_at < ${toIso(photos)}::timestamptz`)
  await db.execute(sql`delete from photo_uploads u where u.updated_at < ${toIso(uploads)}::timestamptz`)
}
