import { sql } from 'drizzle-orm'
import type { PhotoVisit } from '#contract/problems.ts'
import type { MachineId } from '#domain/ids.ts'
import { type Moment, toIso } from '#domain/time.ts'
import { type Db, rowsOf } from '../../db/client.ts'
import type { Refusal } from '../../http/refusal.ts'
import type { AppContext, Principal } from '../../http/request-context.ts'
import { lockPhotos } from './photos.store.ts'

/** A photo that a user uploads. `at`: when it was taken; `inCompany` runs a transaction of the company. */
export type Upload = {
  ctx: AppContext
  principal: Principal
  inCompany<T>(work: (db: Db) => Promise<T>): Promise<T>
  now: Moment
  id: string
  machine: MachineId
  at: Moment
  visit: PhotoVisit | null
}

type Part = { size: number; offset: number; part: Buffer }

/**
 * Adds a part to an upload if it begins where the upload ends. Returns the offset to continue from: 0 if the beginning is missing, so that a
 * repeated part counts once and a lost upload begins again.
 */
export async function insertPart(
  db: Db,
  { principal: { companyId, userId }, id, machine, now }: Upload,
  { size, offset, part }: Part,
  refusal: () => Promise<Refusal | null>,
): Promise<{ offset: number; isStored: false } | Refusal> {
  await lockPhotos(db, companyId)
  const content = sql`decode(${part.toString('base64')}, 'base64')`
  const [before] = await rowsOf<{ offset: number; isSame: boolean }>(
    db,
    sql`select octet_length(u.content) as "offset", u.machine_id = ${machine} and u.size = ${size} as "isSame" from photo_uploads u
      where u.company_id = ${companyId} and u.user_id = ${userId} and u.id = ${id}::uuid`,
  )
  if (before?.isSame && before.offset !== offset) return { offset: before.offset, isStored: false }
  if (!before?.isSame && offset > 0) return { offset: 0, isStored: false }
  if (before?.isSame) {
    await db.execute(sql`
      update photo_uploads u set content = u.content || ${content}, updated_at = ${toIso(now)}::timestamptz
      where u.company_id = ${companyId} and u.user_id = ${userId} and u.id = ${id}::uuid`)
  } else {
    const refused = await refusal()
    if (refused) return refused
    await db.execute(sql`
      insert into photo_uploads (company_id, user_id, id, machine_id, size, content, updated_at)
      values (${companyId}, ${userId}, ${id}::uuid, ${machine}, ${size}, ${content}, ${toIso(now)}::timestamptz)
      on conflict (company_id, user_id, id) do update
        set machine_id = excluded.machine_id, size = excluded.size, content = excluded.content, updated_at = excluded.updated_at`)
  }
  return { offset: offset + part.length, isStored: false }
}

export async function uploadedContent(db: Db, { principal: { companyId, userId }, id }: Upload): Promise<Buffer | null> {
  const [row] = await rowsOf<{ content: string }>(
    db,
    sql`select encode(u.content, 'base64') as content from photo_uploads u
      where u.company_id = ${companyId} and u.user_id = ${userId} and u.id = ${id}::uuid`,
  )
  return row ? Buffer.from(row.content, 'base64') : null
}

export const deleteUpload = (db: Db, { principal: { companyId, userId }, id }: Upload) =>
  db.execute(sql`delete from photo_uploads u where u.company_id = ${companyId} and u.user_id = ${userId} and u.id = ${id}::uuid`)
