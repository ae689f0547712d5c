import { sql } from 'drizzle-orm'
import type { Authority } from '#domain/team/permissions.ts'
import type { Moment } from '#domain/time.ts'
import { audit } from '../audit-log/audit-log.store.ts'
import { type Db, rowsOf } from '../db/client.ts'
import { openForCommand } from './command-line.ts'

type RoleOrder = { login: string; role: Authority; isTaken: boolean }
type GrantedRoles = { company: string; roles: Authority[] } | { wrong: string }

/** The user id in the audit log for actions of the server's operator. */
const OPERATOR = 0

/** Grants or revokes a role beyond the company role. */
export async function grantRole(settings: Parameters<typeof openForCommand>[0], order: RoleOrder): Promise<GrantedRoles> {
  const opened = await openForCommand(settings)
  if ('wrong' in opened) return opened
  try {
    return await opened.database.asSystem((db) => writeRole(db, order, Date.now()))
  } finally {
    await opened.database.close()
  }
}

export async function writeRole(db: Db, { login, role, isTaken }: RoleOrder, at: Moment): Promise<GrantedRoles> {
  const [user] = await rowsOf<{ id: number; companyId: number; company: string; before: Authority[] }>(
    db,
    sql`select u.id, u.company_id as "companyId", c.name as company, u.authorities as before from users u join companies c on c.id = u.company_id
      where u.login = ${login.toLowerCase()} and u.home_company_id is null for update of u`,
  )
  if (!user) return { wrong: `The login ${login} does not exist.` }
  const roles = [...user.before.filter((one) => one !== role), ...(isTaken ? [] : [role])]
  await db.execute(sql`
    update users set authorities = ${`{${roles.join(',')}}`}::text[] where company_id = ${user.companyId} and id = ${user.id}`)
  await audit(db, user.companyId, { userId: OPERATOR, at }, [
    { action: 'user-changed', of: { kind: 'user', id: user.id }, before: { roles: user.before }, after: { roles } },
  ])
  return { company: user.company, roles }
}
