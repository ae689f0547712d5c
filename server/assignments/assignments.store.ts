import { sql } from 'drizzle-orm'
import type { CompanyId, MachineId, UserId } from '#domain/ids.ts'
import { type Moment, toIso } from '#domain/time.ts'
import { arrayOf, type Db, rowsOf } from '../db/client.ts'

/** Managers see every machine; only employees need assignments. */
export const SERVES = sql`u.enabled and u.company_role = 'ROLE_EMPLOYEE'`

/** `serves`: machines can be assigned to this user. Null if the company has no user with this id. */
export async function findPerson(db: Db, company: CompanyId, id: UserId): Promise<{ serves: boolean } | null> {
  const [row] = await rowsOf<{ serves: boolean }>(
    db,
    sql`select ${SERVES} as serves from users u where u.company_id = ${company} and u.id = ${id}`,
  )
  return row ?? null
}

type Changed = { id: MachineId }

/** Returns the machines that were not assigned before. */
export const assignMachines = (db: Db, company: CompanyId, machines: readonly MachineId[], user: UserId, at: Moment): Promise<Changed[]> =>
  rowsOf<Changed>(
    db,
    sql`insert into assignments as a (company_id, machine_id, user_id, assigned_at)
      select ${company}, m.id, ${user}, ${toIso(at)}::timestamptz from unnest(${arrayOf(machines)}::bigint[]) m(id)
      on conflict (company_id, machine_id, user_id) do update set assigned_at = excluded.assigned_at, revoked_at = null
      where a.revoked_at is not null returning a.machine_id::float8 as id`,
  )

/** Returns the machines that were assigned. */
export const unassignMachines = (
  db: Db,
  company: CompanyId,
  machines: readonly MachineId[],
  user: UserId,
  at: Moment,
): Promise<Changed[]> =>
  rowsOf<Changed>(
    db,
    sql`update assignments a set revoked_at = ${toIso(at)}
      where a.company_id = ${company} and a.machine_id = any(${arrayOf(machines)}::bigint[]) and a.user_id = ${user}
        and a.revoked_at is null returning a.machine_id::float8 as id`,
  )

/** The machines in service that are assigned to a user, locked until the transaction ends. */
export async function lockAssigned(db: Db, company: CompanyId, user: UserId): Promise<MachineId[]> {
  const rows = await rowsOf<Changed>(
    db,
    sql`select a.machine_id::float8 as id from assignments a
      join machines m on m.company_id = a.company_id and m.id = a.machine_id and m.deactivated_at is null
      where a.company_id = ${company} and a.user_id = ${user} and a.revoked_at is null order by a.machine_id for update of a`,
  )
  return rows.map(({ id }) => id)
}
