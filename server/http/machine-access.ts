import { sql } from 'drizzle-orm'
import type { MachineId } from '#domain/ids.ts'
import type { MachineType } from '#domain/machines/machine.ts'
import { type Db, rowsOf } from '../database/database.ts'
import type { Person } from './caller.ts'

export type Reach = { type: MachineType; assigned: boolean }

/** A machine as it was found, and how its keeping stands; null where the company has none of this id. */
export type FoundMachine = { type: MachineType | null; assignedAt: string | null; revokedAt: string | null }

/**
 * Whether a person may act on a machine: a manager on every one of the company, an employee on assigned ones. `assigned` is
 * false for an employee who once was: what they did there stands, and is flagged. Null where there is nothing to see.
 */
export function reachOf(person: Person, { type, assignedAt, revokedAt }: FoundMachine): Reach | null {
  if (type === null) return null
  if (person.companyRole === 'ROLE_MANAGER') return { type, assigned: true }
  return assignedAt === null ? null : { type, assigned: revokedAt === null }
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
