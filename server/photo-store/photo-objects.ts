import { sql } from 'drizzle-orm'
import type { CompanyId } from '#domain/ids.ts'
import { DAY, type Moment, toIso } from '#domain/time.ts'
import { type Db, rowsOf } from '../db/client.ts'
import type { AppContext } from '../http/request-context.ts'
import type { Outcome } from '../jobs/jobs.store.ts'
import type { PhotoName, PhotoStore } from './photo-store.ts'
import { StoreFailure } from './s3-client.ts'

const BATCH = 200
/** Requests to the store at the same time. */
const AT_ONCE = 8

/** Processes all items, several at a time. After a failure it waits for those in progress, starts no others, and throws the first error. */
export async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  for (let from = 0; from < items.length; from += AT_ONCE) {
    const results = await Promise.allSettled(items.slice(from, from + AT_ONCE).map(work))
    for (const result of results) if (result.status === 'rejected') throw result.reason
  }
}

/**
 * Deletes photos of all companies in the photo store that were stored before a time. Objects are deleted before their rows, so that after a
 * failure the next run repeats it and no object remains without a row.
 */
export async function purgeStoredPhotos(
  { database, photoStore, log }: Pick<AppContext, 'database' | 'photoStore' | 'log'>,
  before: Moment,
): Promise<Outcome> {
  for (;;) {
    const photos = await database.asSystem((db) => storedBefore(db, before))
    if (photos.length === 0) return 'well'
    try {
      if (!photoStore) throw new StoreFailure('AWAY', 'PHOTO_STORE is not set')
      await inParallel(photos, (name) => photoStore.remove(name))
    } catch (error) {
      if (!(error instanceof StoreFailure)) throw error
      log.error({ kind: error.kind, reason: error.message }, 'old photos could not be deleted from the photo store')
      return 'trouble'
    }
    await database.asSystem((db) => deleteRows(db, photos))
  }
}

const storedBefore = (db: Db, before: Moment) =>
  rowsOf<PhotoName>(
    db,
    sql`select p.company_id as company, p.id, p.hash from photos p where p.store = 's3' and p.created_at < ${toIso(before)}::timestamptz limit ${BATCH}`,
  )

const deleteRows = (db: Db, photos: readonly PhotoName[]) =>
  db.execute(sql`
    delete from photos p using jsonb_to_recordset(${JSON.stringify(photos)}::jsonb) as gone(company int, id uuid, hash text)
    where p.company_id = gone.company and p.id = gone.id and p.hash = gone.hash and p.store = 's3'`)

/** Photos in the photo store, which a backup does not contain. */
export async function countStoredPhotos(db: Db): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(db, sql`select count(*)::int as count from photos p where p.store = 's3'`)
  return row?.count ?? 0
}

/** Objects without a photo, and photos without an object. */
export type StoreDifferences = { orphans: string[]; missing: { company: CompanyId; photo: string }[] } | { failure: string }

/** An object younger than this may belong to an upload in progress. */
const SETTLED = DAY

/** Compares the photo store with the photos of all companies. Null if there is nothing to compare. */
export async function compareStore({
  database,
  photoStore,
  now,
}: Pick<AppContext, 'database' | 'now'> & { photoStore: PhotoStore | null }): Promise<StoreDifferences | null> {
  const rows = await database.asSystem(photosInStore)
  if (!photoStore) return rows.length === 0 ? null : { failure: `${rows.length} photos are in a photo store, and PHOTO_STORE is not set` }
  const missing = new Map(rows.map((row) => [`${row.company}/${row.id}/${row.hash}`, { company: row.company, photo: row.id }]))
  const known = new Set(missing.keys())
  const orphans: string[] = []
  try {
    for await (const page of photoStore.list()) {
      for (const { key, changedAt, name } of page) {
        // Keys of another form are not ours to judge.
        if (!name) continue
        const id = `${name.company}/${name.id}/${name.hash}`
        missing.delete(id)
        if (!known.has(id) && now() - changedAt > SETTLED) orphans.push(key)
      }
    }
  } catch (error) {
    if (error instanceof StoreFailure) return { failure: `the photo store ${photoStore.address} cannot be listed: ${error.message}` }
    throw error
  }
  return { orphans, missing: [...missing.values()] }
}

const photosInStore = (db: Db) =>
  rowsOf<PhotoName>(db, sql`select p.company_id as company, p.id, p.hash from photos p where p.store = 's3'`)

/** Deletes objects that belong to no photo. */
export const removeOrphans = (store: PhotoStore, keys: readonly string[]) => inParallel(keys, (key) => store.removeKey(key))
