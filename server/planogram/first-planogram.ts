import { sql } from 'drizzle-orm'
import type { CompanyId, MachineId, TemplateId } from '#domain/ids.ts'
import type { MachineType } from '#domain/machines/machine.ts'
import { type CopyPlan, copyPlan } from '#domain/slots/slot-edit.ts'
import type { Moment } from '#domain/time.ts'
import type { Audited } from '../audit-log/audit-log.store.ts'
import { type Db, rowsOf } from '../db/client.ts'
import { Refusal, refuse } from '../http/refusal.ts'
import type { RequestContext } from '../http/request-context.ts'
import { insertSlots, setCanisters } from './planogram.store.ts'
import { linkMachine, machineSource, type Source, templateSource } from './source.store.ts'

type From = { copySlotsOf: MachineId | null; templateId: TemplateId | null }

/** The planogram that a new machine of this type starts with; null if it starts without slots. */
export async function firstPlanogram(
  caller: RequestContext,
  type: MachineType,
  { copySlotsOf, templateId }: From,
): Promise<Source | Refusal | null> {
  if (copySlotsOf === null && templateId === null) return null
  const { db, principal } = caller
  const source =
    templateId === null
      ? await machineSource(caller, copySlotsOf ?? 0)
      : await templateSource(db, principal.companyId, templateId, { locked: true })
  if (source instanceof Refusal || source.type === type) return source
  return refuse('WRONG_MACHINE_TYPE', { detail: 'The planogram is for machines of another type.' })
}

type NewMachine = { id: MachineId; type: MachineType }

/** Creates the slots and canisters of a new machine, all of them empty. Discontinued products are left out. */
export async function setUp(
  db: Db,
  company: CompanyId,
  machine: NewMachine,
  { slots, ingredients, templateId }: Source,
  at: Moment,
): Promise<CopyPlan['created']> {
  const products = [...slots, ...ingredients].flatMap(({ productId }) => productId ?? [])
  const rows = await rowsOf<{ id: number }>(
    db,
    sql`select p.id::float8 as id from products p
      where p.company_id = ${company} and p.id = any(${`{${products.join(',')}}`}::bigint[]) and not p.deleted`,
  )
  const sold = new Set(rows.map(({ id }) => id))
  const { created } = copyPlan(slots, [], (product) => sold.has(product))
  await insertSlots(db, company, machine, created, at)
  await setCanisters(
    db,
    company,
    machine.id,
    ingredients.filter(({ productId }) => sold.has(productId)),
    at,
  )
  if (templateId !== null) await linkMachine(db, company, machine.id, templateId, at)
  return created
}

/** The entry of the audit log about the slots of a new machine. */
export const copiedFrom = (id: MachineId, created: CopyPlan['created'], { copySlotsOf, templateId }: From): Audited => ({
  action: templateId === null ? 'slots-copied' : 'template-applied',
  of: { kind: 'machine', id },
  before: {},
  after: { ...(templateId === null ? { source: copySlotsOf } : { template: templateId }), created, changed: [] },
})
