import { sql } from 'drizzle-orm'
import type { CompanyId } from '#domain/ids.ts'
import type { ImportKind } from '#domain/imports.ts'
import { type Moment, toIso } from '#domain/time.ts'
import { type Db, rowsOf } from '../../db/client.ts'

type Mapping = Record<string, number>

/** What an import stored for the next files: the key of its headers, its mapping, and the name that was chosen for it. */
type Layout = { heads: string; mapping: Mapping; name: string | null }

/** The column mapping last used for such a file. */
export async function rememberedMapping(db: Db, company: CompanyId, kind: ImportKind, heads: string): Promise<Mapping | null> {
  const [row] = await rowsOf<{ mapping: Mapping }>(
    db,
    sql`select i.mapping from import_mappings i where i.company_id = ${company} and i.kind = ${kind} and i.heads = ${heads}`,
  )
  return row?.mapping ?? null
}

/**
 * Stores the mapping of an import for files with the same headers. The mapping of a file without headers is stored only with a name. A
 * mapping that is used again keeps the import that stored it first.
 */
export async function rememberMapping(
  db: Db,
  { company, kind, importId }: { company: CompanyId; kind: ImportKind; importId: string },
  { heads, mapping, name }: Layout,
  now: Moment,
): Promise<void> {
  const key = heads || (name === null ? '' : `= ${name}`)
  if (key === '') return
  const layout: Layout = { heads: key, mapping, name }
  await db.execute(sql`
    update imports i set layout = ${JSON.stringify(layout)}::jsonb where i.company_id = ${company} and i.id = ${importId}::uuid`)
  await db.execute(sql`
    insert into import_mappings (company_id, kind, heads, mapping, used_at, name, import_id)
    values (${company}, ${kind}, ${key}, ${JSON.stringify(mapping)}::jsonb, ${toIso(now)}::timestamptz, ${name}, ${importId}::uuid)
    on conflict (company_id, kind, heads) do update
      set mapping = excluded.mapping, used_at = excluded.used_at, name = coalesce(excluded.name, import_mappings.name),
        import_id = case when import_mappings.mapping = excluded.mapping then import_mappings.import_id else excluded.import_id end`)
}

/**
 * Forgets the mapping that an import stored, because the next file with the same headers would be read wrongly again. A mapping
 * that another import used stays, or returns if this one replaced it, unless that import was undone too.
 */
export async function forgetMapping(db: Db, company: CompanyId, kind: ImportKind, importId: string): Promise<void> {
  const [own] = await rowsOf<{ layout: Layout | null }>(
    db,
    sql`select i.layout from imports i where i.company_id = ${company} and i.id = ${importId}::uuid`,
  )
  if (!own?.layout) return
  const { heads, mapping, name } = own.layout
  const stored = sql`m.company_id = ${company} and m.kind = ${kind} and m.heads = ${heads}`
  // Locked first, because imports that are undone at the same time would each find the other.
  const [found] = await rowsOf<{ isOwn: boolean }>(
    db,
    sql`select coalesce(m.import_id = ${importId}::uuid, false) and m.mapping = ${JSON.stringify(mapping)}::jsonb as "isOwn"
      from import_mappings m where ${stored} for update`,
  )
  if (!found?.isOwn) return
  const others = await rowsOf<{ id: string; layout: Layout }>(
    db,
    sql`select i.id, i.layout from imports i
      where i.company_id = ${company} and i.kind = ${kind} and i.state = 'DONE' and i.id <> ${importId}::uuid and i.layout->>'heads' = ${heads}
      order by i.ended_at desc, i.id limit 50`,
  )
  const [latest] = others
  if (!latest) return void (await db.execute(sql`delete from import_mappings m where ${stored}`))
  const named = others.find(({ layout }) => layout.name !== null)?.layout.name ?? null
  await db.execute(sql`
    update import_mappings m set mapping = ${JSON.stringify(latest.layout.mapping)}::jsonb, import_id = ${latest.id}::uuid,
      name = ${name === null ? sql`m.name` : sql`${named}::text`}
    where ${stored}`)
}

/** Named mappings, the latest first. */
export const savedMappings = (db: Db, company: CompanyId, kind: ImportKind) =>
  rowsOf<{ name: string; mapping: Mapping }>(
    db,
    sql`select i.name, i.mapping from import_mappings i where i.company_id = ${company} and i.kind = ${kind} and i.name is not null order by i.used_at desc limit 50`,
  )
