import { sql } from 'drizzle-orm'
import type { ImportCounts } from '#contract/import-preview.ts'
import type { Import } from '#contract/imports.ts'
import type { CompanyId, UserId } from '#domain/ids.ts'
import type { ImportKind, ImportState } from '#domain/imports.ts'
import { type Moment, toIso } from '#domain/time.ts'
import { type Db, rowsOf } from '../../db/client.ts'
import type { Created } from './outcome.ts'

type StartedImport = {
  company: CompanyId
  id: string
  user: UserId
  kind: ImportKind
  name: string
  size: number
  state: ImportState
  now: Moment
}

export const insertImport = (db: Db, { company, id, user, kind, name, size, state, now }: StartedImport) =>
  db.execute(sql`
    insert into imports (company_id, id, user_id, kind, name, size, state, asked_at)
    values (${company}, ${id}::uuid, ${user}, ${kind}, ${name}, ${size}, ${state}, ${toIso(now)}::timestamptz)`)

export const endImport = (
  db: Db,
  company: CompanyId,
  id: string,
  { state, counts, created, now }: { state: ImportState; counts: ImportCounts; created: Created; now: Moment },
) =>
  db.execute(sql`
    update imports i set state = ${state}, counts = ${JSON.stringify(counts)}::jsonb, created = ${JSON.stringify(created)}::jsonb,
      ended_at = ${toIso(now)}::timestamptz
    where i.company_id = ${company} and i.id = ${id}::uuid`)

export type ImportRow = Omit<Import, 'at' | 'ended'> & { at: number; ended: number | null }

export const importColumns = sql`i.id, i.kind, i.name, i.size::float8 as size, i.state, nullif(trim(concat(u.first_name, ' ', u.last_name)), '') as by,
  (extract(epoch from i.asked_at) * 1000)::float8 as at, (extract(epoch from i.ended_at) * 1000)::float8 as ended, i.counts`

export const shownImport = ({ at, ended, id, kind, name, size, state, by, counts }: ImportRow): Import => ({
  id,
  kind,
  name,
  size,
  state,
  by,
  at: toIso(Math.round(at)),
  ended: ended === null ? null : toIso(Math.round(ended)),
  counts,
})

/** The latest hundred. */
export async function findImports(db: Db, company: CompanyId): Promise<Import[]> {
  const rows = await rowsOf<ImportRow>(
    db,
    sql`select ${importColumns} from imports i left join users u on u.company_id = i.company_id and u.id = i.user_id
      where i.company_id = ${company} order by i.asked_at desc, i.id limit 100`,
  )
  return rows.map(shownImport)
}

export async function findImport(db: Db, company: CompanyId, id: string): Promise<Import | null> {
  const [row] = await rowsOf<ImportRow>(
    db,
    sql`select ${importColumns} from imports i left join users u on u.company_id = i.company_id and u.id = i.user_id
      where i.company_id = ${company} and i.id = ${id}::uuid`,
  )
  return row ? shownImport(row) : null
}
