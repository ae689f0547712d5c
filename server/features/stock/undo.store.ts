import { sql } from 'drizzle-orm'
import type { CompanyId, MachineId, OperationId } from '#domain/ids.ts'
import { type Moment, toIso } from '#domain/time.ts'
import { type Db, rowsOf } from '../../db/client.ts'

/**
 * Waits for an operation that is being recorded. Probing its key waits for it, and an operation that arrives later waits for the probe, so
 * that an undo and its operation always see each other.
 */
export async function awaitOperation(db: Db, company: CompanyId, operation: OperationId, user: number, at: Moment): Promise<void> {
  const now = toIso(at)
  const probed = await rowsOf(
    db,
    sql`insert into operations (company_id, id, call, user_id, body_hash, occurred_at, effective_at, received_at, status)
      values (${company}, ${operation}, '', ${user}, '', ${now}, ${now}, ${now}, 'running') on conflict do nothing returning id`,
  )
  if (probed.length > 0) await db.execute(sql`delete from operations where company_id = ${company} and id = ${operation}`)
}

export async function insertVoid(db: Db, company: CompanyId, undone: OperationId, by: OperationId): Promise<boolean> {
  const rows = await rowsOf(
    db,
    sql`insert into voids (company_id, operation_id, by_operation) values (${company}, ${undone}, ${by}) on conflict do nothing returning operation_id`,
  )
  return rows.length > 0
}

export const markVoided = (db: Db, company: CompanyId, operation: OperationId) =>
  db.execute(sql`update movements set voided = true where company_id = ${company} and operation_id = ${operation}`)

/** Resets the last refill to the latest restock that was not undone. */
export const clearRefill = (db: Db, company: CompanyId, machine: MachineId, undone: OperationId) =>
  db.execute(sql`
    update machines m set last_refill = (
      select max(a.at) from activities a where a.company_id = m.company_id and a.machine_id = m.id and a.type = 'MACHINE_REFILLED'
        and not exists (select from voids v where v.company_id = a.company_id and v.operation_id = a.operation_id))
    from operations o where m.company_id = ${company} and m.id = ${machine} and o.company_id = m.company_id and o.id = ${undone}
      and m.last_refill = o.effective_at`)

/** Marks an employee's report as invalid because its author undid it. */
export const voidProblem = (db: Db, company: CompanyId, operation: OperationId) =>
  db.execute(sql`
    update customer_issues i set status = 'INVALID', invalid_because = 'UNDONE'
    where i.company_id = ${company} and i.id = ${operation}::uuid and i.source = 'STAFF'`)

export async function operationFor(db: Db, company: CompanyId, operation: OperationId) {
  const [row] = await rowsOf<{ machineId: MachineId | null; userId: number; status: string; call: string }>(
    db,
    sql`select machine_id::float8 as "machineId", user_id as "userId", status, call from operations where company_id = ${company} and id = ${operation}`,
  )
  return row ?? null
}

/** Whether the operation is a sale, which has no user and cannot be undone. */
export async function isSale(db: Db, company: CompanyId, operation: OperationId): Promise<boolean> {
  const sales = await rowsOf(db, sql`select from transactions where company_id = ${company} and id = ${operation}`)
  return sales.length > 0
}
