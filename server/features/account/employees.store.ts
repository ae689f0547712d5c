import { sql } from 'drizzle-orm'
import type { ListedUser, User } from '#contract/users.ts'
import type { CompanyId, UserId } from '#domain/ids.ts'
import type { Authority } from '#domain/team/permissions.ts'
import { type Moment, toIso } from '#domain/time.ts'
import { type Db, rowsOf } from '../../db/client.ts'
import { isFoundIn } from '../../db/search.ts'
import { inNameOrder, isoOf } from '../../db/sql-fragments.ts'
import { NO_PASSWORD } from './passwords.ts'

const USER = sql`u.id as "userId", u.first_name as "firstName", u.last_name as "lastName", u.email, u.login, u.phone_number as "phoneNumber",
  u.company_role as "companyRole", u.enabled, u.authorities as roles`

/** Excludes seats of users from other companies. */
const WORKS_HERE = sql`u.home_company_id is null`

const LISTED = sql`${USER}, u.password_hash <> ${NO_PASSWORD} as "hasPassword",
  (select ${isoOf(sql`i.expires_at`)} from invitations i where i.company_id = u.company_id and i.user_id = u.id) as "invitedUntil"`

export async function findUsers(
  db: Db,
  company: CompanyId,
  { query, page, size }: { query: string; page: number; size: number },
): Promise<{ users: ListedUser[]; total: number }> {
  const where = sql`u.company_id = ${company} and ${WORKS_HERE} and ${isFoundIn(query, sql`u.first_name`, sql`u.last_name`, sql`u.login`, sql`u.email`, sql`u.phone_number`)}`
  const [counted] = await rowsOf<{ total: number }>(db, sql`select count(*)::int as total from users u where ${where}`)
  const users = await rowsOf<ListedUser>(
    db,
    sql`select ${LISTED} from users u where ${where} order by ${inNameOrder(sql`u.first_name || ' ' || u.last_name`)}, u.id limit ${size} offset ${page * size}`,
  )
  return { users, total: counted?.total ?? 0 }
}

export async function findUser(db: Db, company: CompanyId, id: UserId): Promise<ListedUser | null> {
  const [user] = await rowsOf<ListedUser>(
    db,
    sql`select ${LISTED} from users u where u.company_id = ${company} and ${WORKS_HERE} and u.id = ${id}`,
  )
  return user ?? null
}

export type Employee = User & { passwordHash: string }

/**
 * Locks a user and every manager until the transaction ends, so that two managers who disable each other are serialized. `others`: the
 * number of other enabled managers.
 */
export async function lockUser(db: Db, company: CompanyId, id: UserId): Promise<(Employee & { others: number }) | null> {
  const rows = await rowsOf<Employee>(
    db,
    sql`select ${USER}, u.password_hash as "passwordHash" from users u
      where u.company_id = ${company} and ${WORKS_HERE} and (u.id = ${id} or u.company_role = 'ROLE_MANAGER') order by u.id for update`,
  )
  const found = rows.find(({ userId }) => userId === id)
  const others = rows.filter(({ userId, enabled, companyRole }) => userId !== id && enabled && companyRole === 'ROLE_MANAGER').length
  return found ? { ...found, others } : null
}

/** A PostgreSQL array literal; rights contain no special characters. */
const arrayOf = (rights: readonly Authority[]) => `{${rights.join(',')}}`

type NewUser = Omit<User, 'userId' | 'enabled'> & { passwordHash: string }

/** Returns null if the login exists in any company. */
export async function insertUser(db: Db, company: CompanyId, user: NewUser, at: Moment): Promise<User | null> {
  const { firstName, lastName, email, login, phoneNumber, companyRole, roles, passwordHash } = user
  const [row] = await rowsOf<User>(
    db,
    sql`insert into users as u (company_id, login, email, first_name, last_name, phone_number, company_role, authorities, password_hash, created_at)
      values (${company}, ${login}, ${email}, ${firstName}, ${lastName}, ${phoneNumber}, ${companyRole}, ${arrayOf(roles)}::text[], ${passwordHash}, ${toIso(at)}::timestamptz)
      on conflict (login) do nothing returning ${USER}`,
  )
  return row ?? null
}

export const writeUser = (db: Db, company: CompanyId, { userId, passwordHash, ...user }: User & { passwordHash: string }) =>
  db.execute(sql`
    update users u set first_name = ${user.firstName}, last_name = ${user.lastName}, email = ${user.email}, phone_number = ${user.phoneNumber},
      company_role = ${user.companyRole}, authorities = ${arrayOf(user.roles)}::text[], enabled = ${user.enabled}, password_hash = ${passwordHash}
    where u.company_id = ${company} and u.id = ${userId}`)

/** Grants a manager the right to connect devices if no enabled manager has it. Returns whether it did. */
export async function inheritDevices(db: Db, company: CompanyId, manager: UserId): Promise<boolean> {
  const inherited = await rowsOf(
    db,
    sql`update users u set authorities = array_append(u.authorities, 'ROLE_DEVICE_MANAGER')
      where u.company_id = ${company} and u.id = ${manager} and u.enabled and u.company_role = 'ROLE_MANAGER' and not exists (
        select from users o where o.company_id = ${company} and o.enabled and o.company_role = 'ROLE_MANAGER'
          and 'ROLE_DEVICE_MANAGER' = any(o.authorities))
      returning u.id`,
  )
  return inherited.length > 0
}
