import { sql } from 'drizzle-orm'
import type { ListedCompany } from '#contract/branches.ts'
import type { Branch } from '#contract/profile.ts'
import { hasLicense, paymentOf } from '#domain/billing/plan.ts'
import type { CompanyId, UserId } from '#domain/ids.ts'
import { type Moment, toIso } from '#domain/time.ts'
import { type Db, rowsOf } from '../../db/client.ts'
import { isFoundIn } from '../../db/search.ts'
import { inNameOrder } from '../../db/sql-fragments.ts'
import type { AppContext, Principal } from '../../http/request-context.ts'
import { NO_PASSWORD } from './passwords.ts'

// Runs as the system, because the data is in more than one company.

export type UserKey = { companyId: CompanyId; userId: UserId }

/** The home company of a user, wherever they are now. */
export const homeOf = ({ companyId, userId }: UserKey) => sql`
  select coalesce(u.home_company_id, u.company_id) as company_id, coalesce(u.home_user_id, u.id) as user_id
  from users u where u.company_id = ${companyId} and u.id = ${userId}`

/** The head office and its branches if the user may switch to them; empty otherwise, or if there is no branch. */
export async function branchesFor({ database }: Pick<AppContext, 'database'>, principal: Principal): Promise<Branch[]> {
  if (!principal.roles.includes('ROLE_HQ_MANAGER')) return []
  const found = await database.querySystem<Branch>(sql`
    with home as (${homeOf(principal)})
    select c.id::text as identifier, c.name from companies c, home
    where c.id = home.company_id or c.head_office_id = home.company_id
    order by c.head_office_id is not null, ${inNameOrder(sql`c.name`)}, c.id`)
  return found.length > 1 ? found : []
}

export async function findCompanies(
  { database }: Pick<AppContext, 'database'>,
  { query, page, size }: { query: string; page: number; size: number },
): Promise<{ companies: ListedCompany[]; total: number }> {
  const found = sql`c.sample_of_id is null and (${isFoundIn(query, sql`c.name`, sql`c.legal_name`)} or c.id::text = ${query})`
  const rows = await database.querySystem<{ id: number; name: string; planName: string; total: number }>(sql`
    select c.id, c.name, c.plan_name as "planName", count(*) over ()::int as total from companies c
    where ${found}
    order by ${inNameOrder(sql`c.name`)}, c.id limit ${size} offset ${page * size}`)
  const [counted] =
    rows.length > 0 || page === 0
      ? rows
      : await database.querySystem<{ total: number }>(sql`
          select count(*)::int as total from companies c where ${found}`)
  const companies = rows.map(({ id, name, planName }) => ({ id, name, hasLicense: hasLicense(planName), plan: paymentOf(planName) }))
  return { companies, total: counted?.total ?? 0 }
}

/** A company to switch to. `isHome`: the user's home company; `isBranch`: a branch of their head office. */
export type Goal = { planName: string; isHome: boolean; isBranch: boolean }

export async function goalOf(db: Db, who: UserKey, company: CompanyId): Promise<Goal | null> {
  const [row] = await rowsOf<Goal>(
    db,
    sql`with home as (${homeOf(who)})
      select c.plan_name as "planName", c.id = home.company_id as "isHome", coalesce(c.head_office_id = home.company_id, false) as "isBranch"
      from companies c, home where c.id = ${company}::bigint`,
  )
  return row ?? null
}

/**
 * The user's identity in a company: themselves at home, elsewhere a manager seat, so that actions belong to that company and name the user.
 * A seat cannot sign in: no password matches it and no mail reaches it.
 */
export async function seatIn(db: Db, who: UserKey, company: CompanyId, now: Moment): Promise<UserKey> {
  const [home] = await rowsOf<{ companyId: CompanyId; userId: UserId }>(
    db,
    sql`with home as (${homeOf(who)}) select company_id as "companyId", user_id as "userId" from home`,
  )
  if (!home) throw new Error('the user who switches companies was not found')
  if (home.companyId === company) return home
  const [seat] = await rowsOf<{ userId: UserId }>(
    db,
    sql`insert into users as s (company_id, login, first_name, last_name, phone_number, company_role, password_hash, home_company_id, home_user_id, created_at)
      select ${company}, h.login || '@' || ${company}::int, h.first_name, h.last_name, h.phone_number, 'ROLE_MANAGER', ${NO_PASSWORD}, h.company_id, h.id, ${toIso(now)}::timestamptz
      from users h where h.company_id = ${home.companyId} and h.id = ${home.userId}
      on conflict (company_id, home_company_id, home_user_id) do update
        set first_name = excluded.first_name, last_name = excluded.last_name, phone_number = excluded.phone_number
      returning s.id as "userId"`,
  )
  if (!seat) throw new Error('the insert of a seat returned no row')
  return { companyId: company, userId: seat.userId }
}
