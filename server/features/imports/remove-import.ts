import { sql } from 'drizzle-orm'
import type { Import } from '#contract/imports.ts'
import type { CompanyId } from '#domain/ids.ts'
import type { ImportKind, ImportState } from '#domain/imports.ts'
import { type Moment, toIso } from '#domain/time.ts'
import { audit } from '../../audit-log/audit-log.store.ts'
import { type Db, rowsOf } from '../../db/client.ts'
import { companyWays } from '../../db/company-settings.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import type { Principal } from '../../http/request-context.ts'
import { wakeJobs } from '../../jobs/jobs.store.ts'
import { type Change, publish } from '../../sync/feed.ts'
import { findImport } from './import-list.store.ts'
import { removeSales } from './imports.store.ts'
import { forgetMapping } from './mappings.store.ts'
import type { Created } from './outcome.ts'
import { removeDrafts } from './routes.store.ts'
import { changeState, deleteParts, importCreated } from './uploads.store.ts'

/** Sales removed per step, because the transaction blocks all others on the embedded database. */
export const MAX_SALES = 1_000
/** The same while the process serves requests. */
export const SHARED_SALES = 250
const CREATED_AT_ONCE = 250

/** An import that is being removed, and its state after removal. */
type Removal = { companyId: CompanyId; id: string; state: 'CANCELLING' | 'UNDOING'; why: string | null }

/**
 * Undoes an import: its sales and daily totals, and the slots, machines and products that it created, unless they are used elsewhere, and
 * the mapping that it stored. A large import is removed in the background.
 */
export async function undoImport(
  db: Db,
  { companyId, userId }: Pick<Principal, 'companyId' | 'userId'>,
  id: string,
  now: Moment,
): Promise<Import | Refusal> {
  const [row] = await rowsOf<{ state: ImportState; kind: ImportKind; rows: number | null }>(
    db,
    sql`select i.state, i.kind, (i.counts->>'new')::float8 as rows from imports i where i.company_id = ${companyId} and i.id = ${id}::uuid for update`,
  )
  if (!row) return refuse('NOT_FOUND')
  if (row.state !== 'DONE') return refuse('IMPORT_INVALID', { detail: 'Only a completed import can be undone.' })
  // Before the audit log, which imports lock after their mapping too.
  await forgetMapping(db, companyId, row.kind, id)
  await audit(db, companyId, { userId, at: now }, [
    { action: 'import-undone', of: { kind: 'import', id: row.kind }, before: { rows: row.rows ?? 0 } },
  ])
  await beginRemoval(db, { companyId, id, state: 'UNDOING', why: null }, now)
  return (await findImport(db, companyId, id)) ?? refuse('NOT_FOUND')
}

/** Starts the removal of an import. The first step runs now, the rest in the job. */
export async function beginRemoval(db: Db, removal: Removal, now: Moment): Promise<void> {
  const { companyId, id, state, why } = removal
  await changeState(db, companyId, id, { state, why }, now)
  if (await removeStep(db, removal, now)) await wakeJobs(db)
}

/** Removes a part of an import's data. Returns false when nothing is left and the removal has ended. */
export async function removeStep(db: Db, removal: Removal, now: Moment, maxSales = MAX_SALES): Promise<boolean> {
  const { companyId, id } = removal
  const created: Created = (await importCreated(db, companyId, id)) ?? { machines: [], products: [], slots: [], idHead: null }
  const { timezone } = await companyWays(db, companyId)
  const sales = await removeSales(db, companyId, id, timezone, maxSales)
  const isSoldOut = sales < maxSales
  const { step, left } = isSoldOut ? divided(created) : { step: null, left: created }
  if (step) await publish(db, companyId, await removeCreated(db, companyId, step, now), now, [])
  if (isSoldOut && created.rounds?.length) {
    await removeDrafts(db, companyId, created.rounds)
    await publish(db, companyId, [], now, [{ activity: 'ROUND_CHANGED', at: now, machineId: null, changed: ['rounds'] }])
    left.rounds = []
  }
  await noteRemoved(db, companyId, id, { ...left, removed: (created.removed ?? 0) + sales })
  if (!isSoldOut || left.slots.length + left.machines.length + left.products.length > 0) return true
  await endRemoval(db, removal, now)
  return false
}

/** The next records to remove: slots before their machines, products last. */
function divided(created: Created): { step: Created; left: Created } {
  const step: Created = { slots: [], machines: [], products: [], idHead: created.idHead }
  const left = { ...created }
  const first = (['slots', 'machines', 'products'] as const).find((kind) => created[kind].length > 0)
  if (first === 'slots') [step.slots, left.slots] = [created.slots.slice(0, CREATED_AT_ONCE), created.slots.slice(CREATED_AT_ONCE)]
  else if (first) [step[first], left[first]] = [created[first].slice(0, CREATED_AT_ONCE), created[first].slice(CREATED_AT_ONCE)]
  return { step, left }
}

const noteRemoved = (db: Db, company: CompanyId, id: string, left: Created & { removed: number }) =>
  db.execute(sql`
    update imports i set created = ${JSON.stringify(left)}::jsonb,
      progress = coalesce(least(1, ${left.removed} / nullif((i.counts->>'new')::float8, 0)), 0)
    where i.company_id = ${company} and i.id = ${id}::uuid`)

async function endRemoval(db: Db, { companyId, id, state, why }: Removal, now: Moment): Promise<void> {
  if (state === 'UNDOING') return void (await changeState(db, companyId, id, { state: 'UNDONE', why }, now))
  // A failed file is stored for a retry with other choices.
  if (why === null) await deleteParts(db, companyId, id)
  await changeState(db, companyId, id, { state: why === null ? 'CANCELLED' : 'FAILED', why }, now)
}

const ids = (of: readonly number[]) => sql`${`{${of.join(',')}}`}::bigint[]`

/** Deletes slots that never held stock, machines without activity, and unused products. */
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
    // Waits for operations being recorded at these machines; later ones find them deleted.
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
