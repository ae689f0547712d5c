import { sql } from 'drizzle-orm'
import type { CompanyId, MachineId, UserId } from '#domain/ids.ts'
import type { PhotoType } from '#domain/issues.ts'
import { DAY, type Moment, toIso } from '#domain/time.ts'
import { type Db, rowsOf } from '../../db/client.ts'

export type NewPhoto = { id: string; machine: MachineId; user: UserId; type: PhotoType; hash: string; content: Buffer }

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

/** What a company has stored in total, and what it stored within a day. */
export async function photoUsage(db: Db, company: CompanyId, now: Moment) {
  const since = sql`p.created_at > ${toIso(now - DAY)}::timestamptz`
  const [row] = await rowsOf<{ bytes: number; bytesToday: number; countToday: number }>(
    db,
    sql`select coalesce(sum(p.size), 0)::float8 as bytes, coalesce(sum(p.size) filter (where ${since}), 0)::float8 as "bytesToday",
        (count(*) filter (where ${since}))::int as "countToday"
      from photos p where p.company_id = ${company}`,
  )
  return row ?? { bytes: 0, bytesToday: 0, countToday: 0 }
}

export const insertPhoto = (db: Db, company: CompanyId, { id, machine, user, type, hash, content }: NewPhoto, at: Moment) =>
  db.execute(sql`
    insert into photos (company_id, id, machine_id, user_id, type, size, hash, content, created_at)
    values (${company}, ${id}::uuid, ${machine}, ${user}, ${type}, ${content.length}, ${hash}, decode(${content.toString('base64')}, 'base64'), ${toIso(at)}::timestamptz)`)

export async function readPhoto(db: Db, company: CompanyId, machine: MachineId, id: string) {
  const [row] = await rowsOf<{ type: PhotoType; content: string }>(
    db,
    sql`select p.type, encode(p.content, 'base64') as content from photos p
      where p.company_id = ${company} and p.machine_id = ${machine} and p.id = ${id}::uuid`,
  )
  return row ? { type: row.type, content: Buffer.from(row.content, 'base64') } : null
}

/** Deletes the photos of all companies that were stored before a time. */
export const deletePhotosBefore = (db: Db, at: Moment) =>
  db.execute(sql`delete from photos p where p.created_at < ${toIso(at)}::timestamptz`)
