import { sql } from 'drizzle-orm'
import type { MachineId } from '#domain/ids.ts'
import type { MachineType } from '#domain/machines/machine.ts'
import { type Db, rowsOf } from '../database/database.ts'
import type { Person } from './caller.ts'

export type Reach = { type: MachineType; assigned: boolean }

/**
 * Whether a person may act on a machine: a manager on every one of the company, an employee on assigned ones. `assigned` is
 * false for an employee who once was: what they did there stands, and is flagged. Null where there is nothing to see.
 */
export async function reachOf(db: Db, person: Person, machine: MachineId): Promise<Reach | null> {
  if (!Number.isSafeInteger(machine)) return null
  const [row] = await rowsOf<{ type: MachineType; assignedAt: string | null; revokedAt: string | null }>(
    db,
    sql`select m.type, a.assigned_at as "assignedAt", a.revoked_at as "revokedAt" from machines m
      left join assignments a on a.company_id = m.company_id and a.machine_id = m.id and a.user_id = ${person.userId}
      where m.company_id = ${person.companyId} and m.id = ${machine}`,
  )
  if (!row) return null
  if (person.companyRole === 'ROLE_MANAGER') return { type: row.type, assigned: true }
  return row.assignedAt === null ? null : { type: row.type, assigned: row.revokedAt === null }
}

/** The machines that a person sees, as a condition on a table `m`. */
export const visibleTo = (person: Person) =>
  person.companyRole === 'ROLE_MANAGER'
    ? sql`m.company_id = ${person.companyId} and m.deactivated_at is null`
    : sql`m.company_id = ${person.companyId} and m.deactivated_at is null and exists (
        select from assignments a where a.company_id = m.company_id and a.machine_id = m.id and a.user_id = ${person.userId} and a.revoked_at is null)`

/** A machine that a person sees now; null also where it was taken away from them or out of service. */
export async function visibleMachine(db: Db, person: Person, machine: MachineId): Promise<{ type: MachineType } | null> {
  if (!Number.isSafeInteger(machine)) return null
  const [row] = await rowsOf<{ type: MachineType }>(db, sql`select m.type from machines m where ${visibleTo(person)} and m.id = ${machine}`)
  return row ?? null
}
