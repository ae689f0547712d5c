import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/mappings.ts'
import type { CompanyId, MachineId } from '#domain/ids.ts'
import { PAYMENT_METHODS, VEND_METHODS } from '#domain/sales/transaction.ts'
import { audit } from '../../audit-log/audit-log.store.ts'
import { type Db, rowsOf } from '../../db/client.ts'
import { visibleMachine } from '../../http/machine-access.ts'
import { refuse } from '../../http/refusal.ts'
import type { AppContext } from '../../http/request-context.ts'
import { serve } from '../../http/serve.ts'

/** Vend settings of a machine. They do not change vends that are already booked. */
export function mappingsRoutes(app: FastifyInstance, ctx: AppContext) {
  serve(app, ctx, contract.getMappings, async ({ params: { id } }, { db, principal }) =>
    (await visibleMachine(db, principal, id)) ? mappingsOf(db, principal.companyId, id) : refuse('MACHINE_NOT_FOUND'),
  )

  serve(app, ctx, contract.setMappings, async ({ params: { id }, body }, { db, principal }) => {
    const { companyId, userId } = principal
    if (!(await visibleMachine(db, principal, id))) return refuse('MACHINE_NOT_FOUND')
    // Two changes at once would insert the same method twice, or keep what the other has removed.
    await db.execute(sql`select from machines m where m.company_id = ${companyId} and m.id = ${id} for no key update`)
    const before = await mappingsOf(db, companyId, id)
    await db.execute(sql`delete from payment_mappings p where p.company_id = ${companyId} and p.machine_id = ${id}`)
    await db.execute(sql`
      insert into payment_mappings (company_id, machine_id, vend_method, payment_method)
      select ${companyId}::int, ${id}::bigint, p."vendMethod", p."paymentMethod"
      from jsonb_to_recordset(${JSON.stringify(body)}::jsonb) as p("vendMethod" text, "paymentMethod" text)`)
    const after = await mappingsOf(db, companyId, id)
    await audit(db, companyId, { userId, at: ctx.now() }, [{ action: 'mapping-changed', of: { kind: 'machine', id }, before, after }])
    return after
  })

  serve(app, ctx, contract.vendMethods, async () => [...VEND_METHODS])
  serve(app, ctx, contract.paymentMethods, async () => [...PAYMENT_METHODS])
}

const mappingsOf = (db: Db, company: CompanyId, machine: MachineId) =>
  rowsOf<contract.Mappings[number]>(
    db,
    sql`select p.vend_method as "vendMethod", p.payment_method as "paymentMethod" from payment_mappings p
      where p.company_id = ${company} and p.machine_id = ${machine} order by p.vend_method`,
  )
