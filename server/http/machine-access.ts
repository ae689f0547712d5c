import { sql } from 'drizzle-orm'
import type { MachineId } from '#domain/ids.ts'
import type { MachineType } from '#domain/machines/machine.ts'
import type { Moment } from '#domain/time.ts'
import { arrayOf, type Db, rowsOf } from '../db/client.ts'
import type { Principal } from './request-context.ts'

/** `deactivatedAt`: when the machine was taken out of service; null while it is in service. */
export type Reach = { type: MachineType; assigned: boolean; deactivatedAt: Moment | null }

/** A machine and its assignment to the user; its `type` is null if the company has no machine with this id. */
export type FoundMachine = {
  type: MachineType | null
  deactivatedAt: Moment | null
  assignedAt: Moment | null
  revokedAt: Moment | null
}

/**
 * The access of a user to a machine at a given time: managers have access to every machine of the company, employees to assigned ones. What
 * an employee did before the assignment was revoked is accepted and flagged (`assigned` is false); later operations are not accepted. Null
 * if there is no access.
 */
export function reachOf(principal: Principal, { type, deactivatedAt, assignedAt, revokedAt }: FoundMachine, at: Moment): Reach | null {
  if (type === null) return null
  if (principal.companyRole === 'ROLE_MANAGER') return { type, assigned: true, deactivatedAt }
  if (assignedAt === null || (revokedAt !== null && at >= revokedAt)) return null
  return { type, assigned: revokedAt === null, deactivatedAt }
}

type Viewer = Pick<Principal, 'companyId' | 'userId' | 'companyRole'>

/** The machines that a user can see, as a condition on a table `m`. */
export const visibleTo = (principal: Viewer) =>
  principal.companyRole === 'ROLE_MANAGER'
    ? sql`m.company_id = ${principal.companyId} and m.deactivated_at is null`
    : sql`m.company_id = ${principal.companyId} and m.deactivated_at is null and exists (
        select from assignments a where a.company_id = m.company_id and a.machine_id = m.id and a.user_id = ${principal.userId} and a.revoked_at is null)`

/** A machine that the user can see now; null also if it was unassigned or is out of service. */
export async function visibleMachine(
  db: Db,
  principal: Viewer,
  machine: MachineId,
): Promise<{ id: MachineId; name: string; type: MachineType } | null> {
  if (!Number.isSafeInteger(machine)) return null
  const [row] = await rowsOf<{ id: MachineId; name: string; type: MachineType }>(
    db,
    sql`select m.id::float8 as id, m.name, m.type from machines m where ${visibleTo(principal)} and m.id = ${machine}`,
  )
  return row ?? null
}

/** Whether the user can see all of these different machines now. */
export async function areVisible(db: Db, principal: Viewer, machines: readonly MachineId[]): Promise<boolean> {
  const rows = await rowsOf(db, sql`select from machines m where ${visibleTo(principal)} and m.id = any(${arrayOf(machines)}::bigint[])`)
  return rows.length === machines.length
}
