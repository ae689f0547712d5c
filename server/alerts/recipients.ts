import { type SQL, sql } from 'drizzle-orm'

/** Whether a user of the company may receive an alert about a machine now: managers about every one, employees about those assigned to them. */
export const mayBeAlerted = (user: string, machine: SQL): SQL => {
  const u = sql.raw(user)
  return sql`${u}.enabled and (${u}.company_role = 'ROLE_MANAGER' or exists (
    select from assignments w join machines n on n.company_id = w.company_id and n.id = w.machine_id and n.deactivated_at is null
    where w.company_id = ${u}.company_id and w.user_id = ${u}.id and w.machine_id = ${machine} and w.revoked_at is null))`
}

/** The page of a machine for a user of this role. */
export const machinePlace = (role: SQL, machine: SQL): SQL =>
  sql`case when ${role} = 'ROLE_MANAGER' then '/dashboard/machines/' else '/dashboard/serviceman/machines/' end || ${machine}`
