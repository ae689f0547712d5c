import { sql } from 'drizzle-orm'
import type { ListedCompany } from '#contract/branches.ts'
import type { Branch } from '#contract/profile.ts'
import { hasLicense, paymentOf } from '#domain/billing/plan.ts'
import type { CompanyId, UserId } from '#domain/ids.ts'
import { type Moment, toIso } from '#domain/time.ts'
import { type Db, rowsOf } from '../../db/client.ts'
import { isFoundIn } from '../../db/search.ts'
import type { AppContext, Principal } from '../../http/request-context.ts'

// Everything here is asked as the house: it lies in more than one company.

export type Who = { companyId: CompanyId; userId: UserId }

/** Where somebody belongs, wherever they sit now. */
const homeOf = ({ companyId, userId }: Who) => sql`
  select coalesce(u.home_company_id, u.company_id) as company_id, coalesce(u.home_user_id, u.id) as user_id
  from users u where u.company_id = ${companyId} and u.id = ${userId}`

/** The head office and its branches, for whoever may go there; nothing for anybody else, nor where there is no branch. */
export async function branchesFor({ database }: Pick<AppContext, 'database'>, person: Principal): Promise<Branch[]> {
  if (!person.roles.includes('ROLE_HQ_MANAGER')) return []
  const found = await database.querySystem<Branch>(sql`
    with home as (${homeOf(person)})
    select c.id::text as identifier, c.name from companies c, home
    where c.id = home.company_id or c.head_office_id = home.company_id
    order by c.head_office_id is not null, lower(c.name), c.id`)
  return found.length > 1 ? found : []
}

export async function findCompanies(
  { database }: Pick<AppContext, 'database'>,
  { query, page, size }: { query: string; page: number; size: number },
): Promise<{ companies: ListedCompany[]; total: number }> {
  const found = sql`(${isFoundIn(query, sql`c.name`, sql`c.legal_name`)} or c.id::text = ${query})`
  const rows = await database.querySystem<{ id: number; name: string; planName: string; total: number }>(sql`
    select c.id, c.name, c.plan_name as "planName", count(*) over ()::int as total from companies c
    where ${found}
    order by lower(c.name), c.id limit ${size} offset ${page * size}`)
  const [counted] =
    rows.length > 0 || page === 0
      ? rows
      : await database.querySystem<{ total: number }>(sql`
          select count(*)::int as total from companies c where ${found}`)
  const companies = rows.map(({ id, name, planName }) => ({ id, name, hasLicense: hasLicense(planName), plan: paymentOf(planName) }))
  return { companies, total: counted?.total ?? 0 }
}

/** A company that somebody may want to go to. `isHome`: they belong there; `isBranch`: their head office runs it. */
export type Goal = { planName: string; isHome: boolean; isBranch: boolean }

export async function goalOf(db: Db, who: Who, company: CompanyId): Promise<Goal | null> {
  const [row] = await rowsOf<Goal>(
    db,
    sql`with home as (${homeOf(who)})
      select c.plan_name as "planName", c.id = home.company_id as "isHome", coalesce(c.head_office_id = home.company_id, false) as "isBranch"
      from companies c, home where c.id = ${company}`,
  )
  return row ?? null
}

/**
 * Whom somebody is in a company: themselves at home, and elsewhere a manager by a seat of their own, so that what they do there is that
 * company's and tells who it was. Nobody can sign in by a seat: no password fits it, and no letter reaches it.
 */
export async function seatIn(db: Db, who: Who, company: CompanyId, now: Moment): Promise<Who> {
  const [home] = await rowsOf<{ companyId: CompanyId; userId: UserId }>(
    db,
    sql`with home as (${homeOf(who)}) select company_id as "companyId", user_id as "userId" from home`,
  )
  if (!home) throw new Error('somebody goes who is not there')
  if (home.companyId === company) return home
  const [seat] = await rowsOf<{ userId: UserId }>(
    db,
    sql`insert into users as s (company_id, login, first_name, last_name, phone_number, company_role, password_hash, home_company_id, home_user_id, created_at)
      select ${company}, h.login || '@' || ${company}::int, h.first_name, h.last_name, h.phone_number, 'ROLE_MANAGER', '!', h.company_id, h.id, ${toIso(now)}::timestamptz
      from users h where h.company_id = ${home.companyId} and h.id = ${home.userId}
      on conflict (company_id, home_company_id, home_user_id) do update
        set first_name = excluded.first_name, last_name = excluded.last_name, phone_number = excluded.phone_number
      returning s.id as "userId"`,
  )
  if (!seat) throw new Error('a seat was not written')
  return { companyId: company, userId: seat.userId }
}
