import { and, eq, ne, sql } from 'drizzle-orm'
import type { LinkedMachine, TemplateCard } from '#contract/templates.ts'
import type { CompanyId, MachineId, SlotId, TemplateId } from '#domain/ids.ts'
import type { SetSlot } from '#domain/slots/slot-edit.ts'
import { type Moment, toIso } from '#domain/time.ts'
import { arrayOf, type Db, rowsOf } from '../../db/client.ts'
import { machineTemplates, planogramTemplates, templateSlots } from '../../db/schema/slots.ts'
import { inNameOrder, millis } from '../../db/sql-fragments.ts'
import type { PlannedIngredient, Source } from '../../planogram/source.store.ts'

const isTemplate = (company: CompanyId, id: TemplateId) => and(eq(planogramTemplates.companyId, company), eq(planogramTemplates.id, id))

/** The machines in service that are linked to a template, and their slots that differ from it. */
const linked = (company: CompanyId, { template, machine }: { template?: TemplateId | undefined; machine?: MachineId | undefined }) => sql`
  links as (
    select l.machine_id, l.template_id from machine_templates l
      join machines m on m.company_id = l.company_id and m.id = l.machine_id
      where l.company_id = ${company} and m.deactivated_at is null
        ${template === undefined ? sql`` : sql`and l.template_id = ${template}`} ${machine === undefined ? sql`` : sql`and l.machine_id = ${machine}`}),
  wanted as (
    select l.machine_id, t.slot_number, t.vend_price_minor, t.max_quantity, t.product_id, coalesce(p.deleted, false) as is_gone
    from links l join template_slots t on t.company_id = ${company} and t.template_id = l.template_id and t.slot_number is not null
      left join products p on p.company_id = t.company_id and p.id = t.product_id),
  existing as (
    select s.machine_id, s.slot_number, s.vend_price_minor, s.max_quantity, s.product_id
    from links l join slots s on s.company_id = ${company} and s.machine_id = l.machine_id and s.removed_at is null),
  compared as (
    select coalesce(w.machine_id, s.machine_id) as machine_id, w.slot_number is null or s.slot_number is null as is_alone,
      -- A discontinued product is not put into a machine.
      w.product_id is distinct from s.product_id and not coalesce(w.is_gone, false) as product,
      w.vend_price_minor is distinct from s.vend_price_minor as price, w.max_quantity is distinct from s.max_quantity as maximum
    from wanted w full join existing s on s.machine_id = w.machine_id and s.slot_number = w.slot_number),
  differences as (
    select c.machine_id, count(*) filter (where is_alone or product or price or maximum)::float8 as differing,
      count(*) filter (where product and not is_alone)::float8 as products, count(*) filter (where price and not is_alone)::float8 as prices,
      count(*) filter (where maximum and not is_alone)::float8 as maximums
    from compared c group by c.machine_id)`

export const linkedMachines = (
  db: Db,
  company: CompanyId,
  filter: { template?: TemplateId | undefined; machine?: MachineId | undefined },
) =>
  rowsOf<LinkedMachine>(
    db,
    sql`with ${linked(company, filter)}
      select l.machine_id::float8 as "machineId", l.template_id::float8 as "templateId", t.name as "templateName",
        coalesce(d.differing, 0) as differing, coalesce(d.products, 0) as products, coalesce(d.prices, 0) as prices,
        coalesce(d.maximums, 0) as maximums
      from links l join planogram_templates t on t.company_id = ${company} and t.id = l.template_id
        left join differences d on d.machine_id = l.machine_id
      order by l.machine_id`,
  )

/** The templates of a company by name, or one of them. */
export async function templateCards(db: Db, company: CompanyId, template?: TemplateId): Promise<TemplateCard[]> {
  const rows = await rowsOf<Omit<TemplateCard, 'changedAt'> & { at: Moment }>(
    db,
    sql`with ${linked(company, { template })}
      select t.id::float8 as id, t.name, t.type, t.version, ${millis(sql`t.changed_at`)} as at,
        (select count(*)::float8 from template_slots s where s.company_id = t.company_id and s.template_id = t.id and s.slot_number is not null) as "slotCount",
        (select count(*)::float8 from links l where l.template_id = t.id) as machines,
        (select count(*)::float8 from links l join differences d on d.machine_id = l.machine_id
          where l.template_id = t.id and d.differing > 0) as differing
      from planogram_templates t where t.company_id = ${company} ${template === undefined ? sql`` : sql`and t.id = ${template}`}
      order by ${inNameOrder(sql`t.name`)}, t.id`,
  )
  return rows.map(({ at, ...row }) => ({ ...row, changedAt: toIso(at) }))
}

export const countTemplates = (db: Db, company: CompanyId): Promise<number> =>
  db.$count(planogramTemplates, eq(planogramTemplates.companyId, company))

/** Returns null if the company has a template with this name. */
export async function insertTemplate(
  db: Db,
  companyId: CompanyId,
  { name, type, at }: { name: string; type: Source['type']; at: Moment },
): Promise<TemplateId | null> {
  const [row] = await db
    .insert(planogramTemplates)
    .values({ companyId, name, type, createdAt: at, changedAt: at })
    .onConflictDoNothing({ target: [planogramTemplates.companyId, planogramTemplates.name] })
    .returning({ id: planogramTemplates.id })
  return row?.id ?? null
}

export async function lockTemplate(db: Db, company: CompanyId, id: TemplateId) {
  const { name, type, version } = planogramTemplates
  const [row] = await db.select({ name, type, version }).from(planogramTemplates).where(isTemplate(company, id)).for('update')
  return row ?? null
}

/** Whether another template of the company has this name. */
export const isNameTaken = async (db: Db, company: CompanyId, id: TemplateId, name: string): Promise<boolean> =>
  (await db.$count(
    planogramTemplates,
    and(eq(planogramTemplates.companyId, company), eq(planogramTemplates.name, name), ne(planogramTemplates.id, id)),
  )) > 0

export const renewTemplate = (db: Db, company: CompanyId, id: TemplateId, name: string, at: Moment) =>
  db
    .update(planogramTemplates)
    .set({ name, version: sql`${planogramTemplates.version} + 1`, changedAt: at })
    .where(isTemplate(company, id))

/** Replaces the slots and ingredients of a template. */
export async function writeTemplateSlots(
  db: Db,
  company: CompanyId,
  id: TemplateId,
  { slots, ingredients }: Pick<Source, 'slots' | 'ingredients'>,
): Promise<void> {
  await db.delete(templateSlots).where(and(eq(templateSlots.companyId, company), eq(templateSlots.templateId, id)))
  const rows = [...slots, ...ingredients.map((ingredient) => ({ ...ingredient, slotNumber: null, vendPrice: null }))]
  await db.execute(sql`
    insert into template_slots (company_id, template_id, slot_number, product_id, vend_price_minor, max_quantity)
    select ${company}::int, ${id}::bigint, r."slotNumber", r."productId", r."vendPrice", r."maxQuantity"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r("slotNumber" text, "productId" bigint, "vendPrice" bigint, "maxQuantity" bigint)`)
}

export async function removeTemplate(db: Db, company: CompanyId, id: TemplateId): Promise<void> {
  await db.delete(machineTemplates).where(and(eq(machineTemplates.companyId, company), eq(machineTemplates.templateId, id)))
  await db.delete(templateSlots).where(and(eq(templateSlots.companyId, company), eq(templateSlots.templateId, id)))
  await db.delete(planogramTemplates).where(isTemplate(company, id))
}

export const unlinkMachine = (db: Db, company: CompanyId, machine: MachineId) =>
  db.delete(machineTemplates).where(and(eq(machineTemplates.companyId, company), eq(machineTemplates.machineId, machine)))

type TargetRow = { type: Source['type']; slots: SetSlot[]; canisters: PlannedIngredient[] }

/** The slots and canisters of several machines. */
export async function targetsOf(db: Db, company: CompanyId, machines: readonly MachineId[]): Promise<Map<MachineId, TargetRow>> {
  const ids = sql`${arrayOf(machines)}::bigint[]`
  const found = await rowsOf<{ id: MachineId; type: Source['type'] }>(
    db,
    sql`select m.id::float8 as id, m.type from machines m where m.company_id = ${company} and m.id = any(${ids}) and m.deactivated_at is null`,
  )
  const slots = await rowsOf<SetSlot & { machineId: MachineId }>(
    db,
    sql`select s.machine_id::float8 as "machineId", s.id::float8 as "slotId", s.slot_number as "slotNumber", s.product_id::float8 as "productId",
        s.vend_price_minor::float8 as "vendPrice", s.max_quantity::float8 as "maxQuantity"
      from slots s where s.company_id = ${company} and s.machine_id = any(${ids}) and s.removed_at is null order by s.id`,
  )
  const canisters = await rowsOf<PlannedIngredient & { machineId: MachineId }>(
    db,
    sql`select p.machine_id::float8 as "machineId", p.product_id::float8 as "productId", p.max_quantity::float8 as "maxQuantity"
      from stock_points p where p.company_id = ${company} and p.machine_id = any(${ids}) and p.kind = 'CANISTER' and p.removed_at is null
      order by p.product_id`,
  )
  const targets = new Map(found.map(({ id, type }): [MachineId, TargetRow] => [id, { type, slots: [], canisters: [] }]))
  for (const { machineId, ...slot } of slots) targets.get(machineId)?.slots.push(slot)
  for (const { machineId, ...canister } of canisters) targets.get(machineId)?.canisters.push(canister)
  return targets
}

/** The pieces in these slots, without empty ones, in thousandths. */
export async function stockIn(db: Db, company: CompanyId, slots: readonly SlotId[]): Promise<ReadonlyMap<SlotId, number>> {
  const rows = await rowsOf<{ slotId: SlotId; balance: number }>(
    db,
    sql`select p.slot_id::float8 as "slotId", p.balance::float8 as balance from stock_points p
      where p.company_id = ${company} and p.slot_id = any(${arrayOf(slots)}::bigint[]) and p.removed_at is null and p.kind = 'SLOT' and p.balance > 0`,
  )
  return new Map(rows.map(({ slotId, balance }) => [slotId, balance]))
}
