import { sql } from 'drizzle-orm'
import type { Import, ImportCounts } from '#contract/imports.ts'
import type { CompanyId, UserId } from '#domain/ids.ts'
import type { ImportKind, ImportState } from '#domain/imports.ts'
import { type Moment, toIso } from '#domain/time.ts'
import { audit } from '../../audit/audit.store.ts'
import { companyWays } from '../../database/company-ways.ts'
import { type Db, rowsOf } from '../../database/database.ts'
import type { Person } from '../../http/caller.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import { type Change, publish } from '../../sync/feed.ts'
import { removeSales } from './imports.store.ts'
import type { Created } from './take-file.ts'

type Begun = { company: CompanyId; id: string; user: UserId; kind: ImportKind; name: string; size: number; state: ImportState; now: Moment }

export const insertImport = (db: Db, { company, id, user, kind, name, size, state, now }: Begun) =>
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

/** So many sales are taken back by one statement. */
const BATCH = 20_000

/**
 * Takes a whole import back: its sales with what the days add up to, and the slots, machines and products that it created, unless
 * something else uses them by now.
 */
export async function takeImportBack(
  db: Db,
  { companyId: company, userId }: Pick<Person, 'companyId' | 'userId'>,
  id: string,
  now: Moment,
): Promise<Import | Refusal> {
  const [row] = await rowsOf<{ state: ImportState; kind: ImportKind; created: Created | null }>(
    db,
    sql`select i.state, i.kind, i.created from imports i where i.company_id = ${company} and i.id = ${id}::uuid for update`,
  )
  if (!row) return refuse('NOT_FOUND')
  if (row.state !== 'DONE') return refuse('IMPORT_INVALID', { detail: 'Only an import that is done is undone.' })
  const { removed, changes } = await removeImported(db, company, id, row.created, now)
  await db.execute(
    sql`update imports i set state = 'UNDONE', undone_at = ${toIso(now)}::timestamptz where i.company_id = ${company} and i.id = ${id}::uuid`,
  )
  await audit(db, company, { userId, at: now }, [
    { action: 'import-undone', of: { kind: 'import', id: row.kind }, before: { rows: removed } },
  ])
  await publish(db, company, changes, now, [])
  return (await findImport(db, company, id)) ?? refuse('NOT_FOUND')
}

/** Removes the sales of an import, and what it created and nothing else uses. */
export async function removeImported(
  db: Db,
  company: CompanyId,
  id: string,
  created: Created | null,
  now: Moment,
): Promise<{ removed: number; changes: Change[] }> {
  const { timezone } = await companyWays(db, company)
  let removed = 0
  for (let more = BATCH; more === BATCH; removed += more) more = await removeSales(db, company, id, timezone, BATCH)
  return { removed, changes: created ? await removeCreated(db, company, created, now) : [] }
}

const ids = (of: readonly number[]) => sql`${`{${of.join(',')}}`}::bigint[]`

/** Slots that never held anything, machines that nothing happened to, products that nothing names. */
async function removeCreated(db: Db, company: CompanyId, { machines, products, slots }: Created, now: Moment): Promise<Change[]> {
  const changes: Change[] = []
  if (slots.length > 0) {
    const gone = await rowsOf<{ machineId: number }>(
      db,
      sql`with gone as (
          update slots s set removed_at = ${toIso(now)}::timestamptz
          from jsonb_to_recordset(${JSON.stringify(slots)}::jsonb) as r("machineId" bigint, "slotNumber" text)
          where s.company_id = ${company} and s.machine_id = r."machineId" and s.slot_number = r."slotNumber" and s.removed_at is null
            and not exists (select from movements v join stock_points p on p.company_id = v.company_id and p.id = v.stock_point_id where p.company_id = ${company} and p.slot_id = s.id)
          returning s.id, s.machine_id),
        ended as (
          update stock_points p set removed_at = ${toIso(now)}::timestamptz from gone where p.company_id = ${company} and p.slot_id = gone.id and p.removed_at is null)
        select distinct machine_id::float8 as "machineId" from gone`,
    )
    for (const { machineId } of gone) for (const kind of ['machine', 'slots', 'inventory'] as const) changes.push({ kind, id: machineId })
  }
  if (machines.length > 0) {
    // What is recorded at one of them at this moment has ended before, or finds it gone.
    await db.execute(sql`select from machines m where m.company_id = ${company} and m.id = any(${ids(machines)}) order by m.id for update`)
    const gone = await rowsOf<{ id: number }>(
      db,
      sql`update machines m set deactivated_at = ${toIso(now)}::timestamptz
        where m.company_id = ${company} and m.id = any(${ids(machines)}) and m.deactivated_at is null
          and not exists (select from transactions t where t.company_id = ${company} and t.machine_id = m.id)
          and not exists (select from slots s where s.company_id = ${company} and s.machine_id = m.id and s.removed_at is null)
        returning m.id::float8 as id`,
    )
    for (const { id } of gone) changes.push({ kind: 'machine', id })
  }
  if (products.length > 0) {
    const gone = await rowsOf<{ id: number }>(
      db,
      sql`update products p set deleted = true where p.company_id = ${company} and p.id = any(${ids(products)}) and not p.deleted
          and not exists (select from transactions t where t.company_id = ${company} and t.product_id = p.id)
          and not exists (select from stock_points s where s.company_id = ${company} and s.product_id = p.id and s.removed_at is null)
          and not exists (select from slots s where s.company_id = ${company} and s.product_id = p.id and s.removed_at is null)
        returning p.id::float8 as id`,
    )
    for (const { id } of gone) changes.push({ kind: 'product', id })
  }
  return changes
}
