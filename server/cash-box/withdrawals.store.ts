import { sql } from 'drizzle-orm'
import type { CompanyId, MachineId, OperationId, UserId } from '#domain/ids.ts'
import { type Moment, toIso } from '#domain/time.ts'
import { type Db, rowsOf } from '../db/client.ts'
import { millis } from '../db/sql-fragments.ts'
import { foldCashBox, storeTaken } from './cash-box.store.ts'
import { voidCollection } from './collections.store.ts'

type Withdrawal = { machine: MachineId; operation: OperationId; user: UserId; at: Moment }

/** Stores that the cash box was empty at this time. A withdrawal that was undone before it arrived is stored as voided. */
export async function recordWithdrawal(db: Db, company: CompanyId, { machine, operation, user, at }: Withdrawal): Promise<void> {
  await lockCashBox(db, company, machine)
  await db.execute(sql`
    insert into cash_movements (company_id, machine_id, effective_at, operation_id, line, kind, cause, amount_minor, user_id, voided)
    values (${company}, ${machine}, ${toIso(at)}, ${operation}, 0, 'count', 'WITHDRAWN', 0, ${user},
      exists (select from voids v where v.company_id = ${company} and v.operation_id = ${operation}))`)
  await recomputeCash(db, company, machine)
  await storeTaken(db, company, machine, { from: at, until: at })
}

/** Voids a withdrawal with its bag, so that the count before it applies again. */
export async function voidWithdrawal(db: Db, company: CompanyId, machine: MachineId, operation: OperationId): Promise<void> {
  await lockCashBox(db, company, machine)
  const voided = await rowsOf<{ at: Moment }>(
    db,
    sql`update cash_movements c set voided = true where c.company_id = ${company} and c.operation_id = ${operation}
      returning ${millis(sql`c.effective_at`)} as at`,
  )
  await recomputeCash(db, company, machine)
  for (const { at } of voided) await storeTaken(db, company, machine, { from: at, until: at })
  await voidCollection(db, company, operation)
}

/** Makes other writes to this cash box wait until the transaction ends. */
export const lockCashBox = (db: Db, company: CompanyId, machine: MachineId) =>
  db.execute(sql`
    insert into machine_status as s (company_id, machine_id) values (${company}, ${machine})
    on conflict (company_id, machine_id) do update set cash_minor = s.cash_minor`)

async function recomputeCash(db: Db, company: CompanyId, machine: MachineId): Promise<void> {
  await foldCashBox(db, company, machine)
  await db.execute(sql`
    update machine_status s set withdrawn_at = (
      select max(c.effective_at) from cash_movements c
      where c.company_id = ${company} and c.machine_id = ${machine} and c.cause = 'WITHDRAWN' and not c.voided)
    where s.company_id = ${company} and s.machine_id = ${machine}`)
}
