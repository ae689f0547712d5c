import { sql } from 'drizzle-orm'
import { type Db, rowsOf } from '../db/client.ts'
import type { AppContext } from '../http/request-context.ts'
import { inParallel } from './photo-objects.ts'
import type { PhotoName, PhotoStore } from './photo-store.ts'

export type Moved = { moved: number; missing: PhotoName[] }

/** A few photos of megabytes each are in memory. */
const BATCH = 8

type Moving = Pick<AppContext, 'database'> & { photoStore: PhotoStore }

/** Moves the photos of all companies from the database to the photo store. It can be repeated after a failure, and while a server runs. */
export async function movePhotosToStore({ database, photoStore }: Moving): Promise<Moved> {
  let moved = 0
  for (;;) {
    const batch = await database.asSystem((db) =>
      rowsOf<PhotoName & { content: string }>(
        db,
        sql`select p.company_id as company, p.id, p.hash, encode(p.content, 'base64') as content from photos p
          where p.store = 'database' and p.deleted_at is null order by p.company_id, p.id limit ${BATCH}`,
      ),
    )
    if (batch.length === 0) return { moved, missing: [] }
    await inParallel(batch, async ({ content, ...name }) => {
      await photoStore.put(name, Buffer.from(content, 'base64'))
      await database.asSystem((db) => setStored(db, name, null))
    })
    moved += batch.length
  }
}

/** Moves them back. Photos that are missing in the store stay as they are, and are listed. A stop may leave objects of moved photos. */
export async function movePhotosToDatabase({ database, photoStore }: Moving): Promise<Moved> {
  const missing: PhotoName[] = []
  let moved = 0
  for (let after = { company: 0, id: '00000000-0000-0000-0000-000000000000' }; ; ) {
    const batch: PhotoName[] = await database.asSystem((db) =>
      rowsOf<PhotoName>(
        db,
        sql`select p.company_id as company, p.id, p.hash from photos p
          where p.store = 's3' and (p.company_id, p.id) > (${after.company}::int, ${after.id}::uuid) order by p.company_id, p.id limit ${BATCH}`,
      ),
    )
    const last = batch.at(-1)
    if (!last) {
      await removeMoved({ database, photoStore })
      return { moved, missing }
    }
    await inParallel(batch, async (name) => {
      const content = await photoStore.get(name)
      if (!content) return void missing.push(name)
      await database.asSystem((db) => setStored(db, name, content))
      await photoStore.remove(name)
      moved++
    })
    after = last
  }
}

/** Deletes the objects of photos that are in the database, which an earlier run was stopped before. */
async function removeMoved({ database, photoStore }: Moving): Promise<void> {
  for await (const page of photoStore.list()) {
    const names = page.flatMap(({ name }) => name ?? [])
    const moved = await database.asSystem((db) =>
      rowsOf<PhotoName>(
        db,
        sql`select n.company, n.id, n.hash from jsonb_to_recordset(${JSON.stringify(names)}::jsonb) as n(company int, id uuid, hash text)
          join photos p on p.company_id = n.company and p.id = n.id and p.hash = n.hash and p.store = 'database'`,
      ),
    )
    await inParallel(moved, (name) => photoStore.remove(name))
  }
}

const setStored = (db: Db, { company, id, hash }: PhotoName, content: Buffer | null) =>
  db.execute(sql`
    update photos p set store = ${content ? 'database' : 's3'}, content = decode(${content?.toString('base64') ?? null}, 'base64')
    where p.company_id = ${company} and p.id = ${id}::uuid and p.hash = ${hash} and p.deleted_at is null`)
