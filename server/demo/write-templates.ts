import { sql } from 'drizzle-orm'
import type { CompanyId, MachineId } from '#domain/ids.ts'
import type { MachineType } from '#domain/machines/machine.ts'
import { type Moment, toIso } from '#domain/time.ts'
import { type Db, rowsOf } from '../db/client.ts'

const TEMPLATES: readonly { name: string; type: MachineType }[] = [
  { name: 'Snacks and drinks', type: 'SNACK' },
  { name: 'Coffee bar', type: 'COFFEE' },
]
/** Machines that are linked to each template. */
const LINKED = 4

/** A template of each type of machine, made from its first machine, and the machines most like it. */
export async function writeTemplates(db: Db, company: CompanyId, at: Moment): Promise<void> {
  for (const { name, type } of TEMPLATES) {
    const [first] = await rowsOf<{ id: MachineId }>(
      db,
      sql`select min(m.id)::float8 as id from machines m where m.company_id = ${company} and m.type = ${type} having count(*) > 0`,
    )
    if (!first) continue
    const [template] = await rowsOf<{ id: number }>(
      db,
      sql`insert into planogram_templates (company_id, name, type, created_at, changed_at)
        values (${company}, ${name}, ${type}, ${toIso(at)}::timestamptz, ${toIso(at)}::timestamptz) returning id::float8 as id`,
    )
    if (!template) throw new Error(`writing the template ${name} failed`)
    await db.execute(sql`
      insert into template_slots (company_id, template_id, slot_number, product_id, vend_price_minor, max_quantity)
      select ${company}::int, ${template.id}::bigint, s.slot_number, s.product_id, s.vend_price_minor, s.max_quantity
      from slots s where s.company_id = ${company} and s.machine_id = ${first.id} and s.removed_at is null order by s.id`)
    await db.execute(sql`
      insert into template_slots (company_id, template_id, product_id, max_quantity)
      select ${company}::int, ${template.id}::bigint, p.product_id, p.max_quantity from stock_points p
      where p.company_id = ${company} and p.machine_id = ${first.id} and p.kind = 'CANISTER' and p.removed_at is null order by p.id`)
    await db.execute(sql`
      insert into machine_templates (company_id, machine_id, template_id, linked_at)
      select ${company}::int, m.id, ${template.id}::bigint, ${toIso(at)}::timestamptz
      from machines m where m.company_id = ${company} and m.type = ${type}
      order by (select count(*) from slots s join template_slots t on t.company_id = s.company_id and t.template_id = ${template.id}
          and t.slot_number = s.slot_number and t.product_id = s.product_id
        where s.company_id = ${company} and s.machine_id = m.id and s.removed_at is null) desc, m.id
      limit ${LINKED}`)
  }
}
