import { sql } from 'drizzle-orm'
import type { CompanyId, ProductId, TemplateId } from '#domain/ids.ts'
import type { MachineType } from '#domain/machines/machine.ts'
import type { PlannedSlot } from '#domain/slots/slot-edit.ts'
import { type Moment, toIso } from '#domain/time.ts'
import { type Db, rowsOf } from '../db/client.ts'
import { visibleMachine } from '../http/machine-access.ts'
import { type Refusal, refuse } from '../http/refusal.ts'
import type { RequestContext } from '../http/request-context.ts'
import { canistersOf, setSlots } from './planogram.store.ts'

export type PlannedIngredient = { productId: ProductId; maxQuantity: number | null }

/** The planogram of a machine or of a template. Prices are in minor units. */
export type Source = { type: MachineType; slots: PlannedSlot[]; ingredients: PlannedIngredient[]; templateId: TemplateId | null }

/** The planogram of a machine that the user can see. */
export async function machineSource(
  { db, principal }: Pick<RequestContext, 'db' | 'principal'>,
  machine: number,
): Promise<Source | Refusal> {
  const found = await visibleMachine(db, principal, machine)
  if (!found) return refuse('MACHINE_NOT_FOUND')
  const ingredients = (await canistersOf(db, principal.companyId, machine)).map(({ productId, maxQuantity }) => ({
    productId,
    maxQuantity,
  }))
  return { type: found.type, slots: await setSlots(db, principal.companyId, machine), ingredients, templateId: null }
}

type TemplateRow = { slotNumber: string | null; productId: ProductId | null; vendPrice: number | null; maxQuantity: number | null }

/** The planogram of a template. Locked, it is not changed or deleted until the transaction ends. */
export async function templateSource(db: Db, company: CompanyId, id: TemplateId, { locked = false } = {}): Promise<Source | Refusal> {
  const [template] = await rowsOf<{ type: MachineType }>(
    db,
    sql`select t.type from planogram_templates t where t.company_id = ${company} and t.id = ${id} ${locked ? sql`for share` : sql``}`,
  )
  if (!template) return refuse('TEMPLATE_NOT_FOUND')
  const rows = await rowsOf<TemplateRow>(
    db,
    sql`select s.slot_number as "slotNumber", s.product_id::float8 as "productId", s.vend_price_minor::float8 as "vendPrice",
        s.max_quantity::float8 as "maxQuantity"
      from template_slots s where s.company_id = ${company} and s.template_id = ${id} order by s.id`,
  )
  return {
    type: template.type,
    templateId: id,
    slots: rows.flatMap(({ slotNumber, ...fields }) => (slotNumber === null ? [] : [{ slotNumber, ...fields }])),
    ingredients: rows.flatMap(({ slotNumber, productId, maxQuantity }) =>
      slotNumber !== null || productId === null ? [] : [{ productId, maxQuantity }],
    ),
  }
}

/** Sets the template that a machine is compared with. */
export const linkMachine = (db: Db, company: CompanyId, machine: number, template: TemplateId, at: Moment) =>
  db.execute(sql`
    insert into machine_templates (company_id, machine_id, template_id, linked_at)
    values (${company}, ${machine}, ${template}, ${toIso(at)}::timestamptz)
    on conflict (company_id, machine_id) do update set template_id = excluded.template_id, linked_at = excluded.linked_at`)
