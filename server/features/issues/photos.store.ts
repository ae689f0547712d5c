import { sql } from 'drizzle-orm'
import type { PhotoVisit, StoredPhoto } from '#contract/problems.ts'
import type { CompanyId, MachineId, UserId } from '#domain/ids.ts'
import type { PhotoType } from '#domain/issues.ts'
import { DAY, type Moment, toIso } from '#domain/time.ts'
import { type Db, rowsOf } from '../../db/client.ts'
import { isoOf, personName } from '../../db/sql-fragments.ts'

type NewPhoto = {
  id: string
  machine: MachineId
  user: UserId
  type: PhotoType
  hash: string
  size: number
  content: Buffer | null
  takenAt: Moment
  visit: PhotoVisit | null
}

/**
 * Whether a user may upload a photo of a machine: managers of any machine of the company, employees of one that was assigned to them when it
 * was taken, because it may arrive long afterwards.
 */
export async function mayUploadPhoto(
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

/** A stored photo without its content, or one that a manager deleted. */
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
        select size, created_at from photos where company_id = ${company} and deleted_at is null
        union all
        select u.size, u.updated_at from photo_uploads u where u.company_id = ${company}
          and (u.user_id, u.id) is distinct from (${except?.user ?? null}::int, ${except?.id ?? null}::uuid)) p`,
  )
  return row ?? { bytes: 0, count: 0, bytesToday: 0, countToday: 0 }
}

/** Without `content` the photo is an object of the photo store. */
export const insertPhoto = (db: Db, company: CompanyId, photo: NewPhoto, at: Moment) => {
  const { id, machine, user, type, hash, size, content, takenAt, visit } = photo
  return db.execute(sql`
    insert into photos (company_id, id, machine_id, user_id, type, size, hash, content, store, created_at, taken_at, visit_id, phase,
      correction)
    values (${company}, ${id}::uuid, ${machine}, ${user}, ${type}, ${size}, ${hash}, decode(${content?.toString('base64') ?? null}, 'base64'),
      ${content ? 'database' : 's3'}, ${toIso(at)}::timestamptz, ${toIso(takenAt)}::timestamptz, ${visit?.id ?? null}::uuid, ${visit?.phase ?? null},
      ${visit?.correction ?? null})`)
}

/** Corrects the visit of a stored photo, unless it was corrected more often already. Returns whether it changed. */
export async function correctVisit(db: Db, company: CompanyId, id: string, visit: PhotoVisit): Promise<boolean> {
  const correction = visit.correction ?? null
  const changed = await rowsOf(
    db,
    sql`update photos p set visit_id = ${visit.id}::uuid, phase = ${visit.phase}, correction = ${correction}::int
      where p.company_id = ${company} and p.id = ${id}::uuid and p.deleted_at is null
        and coalesce(p.correction, 0) <= coalesce(${correction}::int, 0)
        and (p.visit_id, p.phase, p.correction) is distinct from (${visit.id}::uuid, ${visit.phase}::text, ${correction}::int)
      returning p.id`,
  )
  return changed.length > 0
}

/** A photo with its content, or null as its content if it is an object of the photo store. */
export type PhotoRow = { type: PhotoType; hash: string; content: Buffer | null }

export async function readPhoto(db: Db, company: CompanyId, machine: MachineId, id: string): Promise<PhotoRow | null> {
  const [row] = await rowsOf<{ type: PhotoType; hash: string; content: string | null }>(
    db,
    sql`select p.type, p.hash, encode(p.content, 'base64') as content from photos p
      where p.company_id = ${company} and p.machine_id = ${machine} and p.id = ${id}::uuid and p.deleted_at is null`,
  )
  return row ? { ...row, content: row.content === null ? null : Buffer.from(row.content, 'base64') } : null
}

/** Where the content of a photo is, and whether it was deleted. */
export async function findStored(db: Db, company: CompanyId, machine: MachineId, id: string) {
  const [row] = await rowsOf<{ hash: string; isInStore: boolean; isDeleted: boolean }>(
    db,
    sql`select p.hash, p.store = 's3' as "isInStore", p.deleted_at is not null as "isDeleted" from photos p
      where p.company_id = ${company} and p.machine_id = ${machine} and p.id = ${id}::uuid`,
  )
  return row ?? null
}

/** Deletes the content of a photo. Returns false if it was deleted before. */
export async function markDeleted(db: Db, company: CompanyId, machine: MachineId, id: string, at: Moment): Promise<boolean> {
  const deleted = await rowsOf(
    db,
    sql`update photos p set deleted_at = ${toIso(at)}::timestamptz, content = null, store = 'database'
      where p.company_id = ${company} and p.machine_id = ${machine} and p.id = ${id}::uuid and p.deleted_at is null returning p.id`,
  )
  return deleted.length > 0
}

type PhotoFilter = { machine?: MachineId | undefined; user?: UserId | undefined; page: number; size: number }

/** Photos of a company by the time at which they were taken, the latest first. */
export async function findPhotos(
  db: Db,
  company: CompanyId,
  { machine, user, page, size }: PhotoFilter,
): Promise<{ items: StoredPhoto[]; total: number }> {
  const rows = await rowsOf<StoredPhoto & { total: number }>(
    db,
    sql`select p.id, jsonb_build_object('id', m.id, 'name', m.name) as machine, jsonb_build_object('id', u.id, 'name', ${personName('u')}) as "user",
        ${isoOf(sql`coalesce(p.taken_at, p.created_at)`)} as at, p.size::float8 as size,
        case when p.visit_id is not null then jsonb_build_object('id', p.visit_id, 'phase', p.phase) end as visit, count(*) over ()::int as total
      from photos p
      join machines m on m.company_id = p.company_id and m.id = p.machine_id and m.deactivated_at is null
      join users u on u.company_id = p.company_id and u.id = p.user_id
      where p.company_id = ${company} and p.deleted_at is null
        ${machine === undefined ? sql`` : sql`and p.machine_id = ${machine}`} ${user === undefined ? sql`` : sql`and p.user_id = ${user}`}
      order by coalesce(p.taken_at, p.created_at) desc, p.id limit ${size} offset ${page * size}`,
  )
  // Only rows contain the total, and a page after the last one has none.
  if (rows.length === 0 && page > 0) return { items: [], total: (await findPhotos(db, company, { machine, user, page: 0, size: 1 })).total }
  return { items: rows.map(({ total: _, ...photo }) => photo), total: rows[0]?.total ?? 0 }
}

/** Deletes the photos in the database of all companies that were stored before a time, and incomplete uploads. */
export async function deletePhotosBefore(db: Db, { photos, uploads }: { photos: Moment; uploads: Moment }): Promise<void> {
  await db.execute(sql`delete from photos p where p.store = 'database' and p.created_at < ${toIso(photos)}::timestamptz`)
  await db.execute(sql`delete from photo_uploads u where u.updated_at < ${toIso(uploads)}::timestamptz`)
}
