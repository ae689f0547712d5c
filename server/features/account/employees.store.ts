import { sql } from 'drizzle-orm'
import type { User } from '#contract/users.ts'
import type { CompanyId, UserId } from '#domain/ids.ts'
import type { Authority } from '#domain/team/permissions.ts'
import { type Moment, toIso } from '#domain/time.ts'
import { type Db, rowsOf } from '../../database/database.ts'
import { likePattern } from '../../database/like-pattern.ts'

const USER = sql`u.id as "userId", u.first_name as "firstName", u.last_name as "lastName", u.email, u.login, u.phone_number as "phoneNumber",
  u.company_role as "companyRole", u.enabled`

/** Whoever only sits here from another company is none of its employees. */
const WORKS_HERE = sql`u.home_company_id is null`

export async function findUsers(
  db: Db,
  company: CompanyId,
  { query, page, size }: { query: string; page: number; size: number },
): Promise<{ users: User[]; total: number }> {
  const like = likePattern(query)
  const where = sql`u.company_id = ${company} and ${WORKS_HERE} and (u.first_name || ' ' || u.last_name ilike ${like}
    or u.login ilike ${like} or u.email ilike ${like} or u.phone_number ilike ${like})`
  const [counted] = await rowsOf<{ total: number }>(db, sql`select count(*)::int as total from users u where ${where}`)
  const users = await rowsOf<User>(
    db,
    sql`select ${USER} from users u where ${where} order by lower(u.first_name || ' ' || u.last_name), u.id limit ${size} offset ${page * size}`,
  )
  return { users, total: counted?.total ?? 0 }
}

export type Employee = User & { authorities: Authority[]; passwordHash: string }

/**
 * Somebody who works here, and every manager, locked until the transaction ends: two who disable each other at once go one after the
 * other. `others`: how many managers may work here but for them.
 */
export async function lockUser(db: Db, company: CompanyId, id: UserId): Promise<(Employee & { others: number }) | null> {
  const rows = await rowsOf<Employee>(
    db,
    sql`select ${USER}, u.authorities, u.password_hash as "passwordHash" from users u
      where u.company_id = ${company} and ${WORKS_HERE} and (u.id = ${id} or u.company_role = 'ROLE_MANAGER') order by u.id for update`,
  )
  const found = rows.find(({ userId }) => userId === id)
  const others = rows.filter(({ userId, enabled, companyRole }) => userId !== id && enabled && companyRole === 'ROLE_MANAGER').length
  return found ? { ...found, others } : null
}

export type NewUser = Omit<User, 'userId' | 'enabled'> & { passwordHash: string }

/** Null where somebody, wherever they work, has the login already. */
export async function insertUser(db: Db, company: CompanyId, user: NewUser, at: Moment): Promise<User | null> {
  const { firstName, lastName, email, login, phoneNumber, companyRole, passwordHash } = user
  const [row] = await rowsOf<User>(
    db,
    sql`insert into users as u (company_id, login, email, first_name, last_name, phone_number, company_role, password_hash, created_at)
      values (${company}, ${login}, ${email}, ${firstName}, ${lastName}, ${phoneNumber}, ${companyRole}, ${passwordHash}, ${toIso(at)}::timestamptz)
      on conflict (login) do nothing returning ${USER}`,
  )
  return row ?? null
}

export const writeUser = (db: Db, company: CompanyId, { userId, passwordHash, ...user }: User & { passwordHash: string }) =>
  db.execute(sql`
    update users u set first_name = ${user.firstName}, last_name = ${user.lastName}, email = ${user.email}, phone_number = ${user.phoneNumber},
      company_role = ${user.companyRole}, enabled = ${user.enabled}, password_hash = ${passwordHash}
    where u.company_id = ${company} and u.id = ${userId}`)
