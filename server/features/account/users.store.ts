import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Account } from '#contract/account.ts'
import type { CompanyId, UserId } from '#domain/ids.ts'
import type { Db } from '../../db/client.ts'
import { users } from '../../db/schema/account.ts'
import { companies } from '../../db/schema/company.ts'
import { spellingsOf } from './mail-spellings.ts'

type Login = { companyId: CompanyId; id: UserId; enabled: boolean; passwordHash: string }

/** Searches all companies, because the company follows from the login. */
export async function loginNamed(db: Db, login: string): Promise<Login | undefined> {
  // PostgreSQL text cannot contain NUL characters, so there is no such login, and the query would fail.
  if (login.includes('\0')) return undefined
  const [found] = await db
    .select({ companyId: users.companyId, id: users.id, enabled: users.enabled, passwordHash: users.passwordHash })
    .from(users)
    .where(inArray(users.login, spellingsOf(login)))
    .orderBy(sql`${users.login} <> ${login}`)
    .limit(1)
  return found
}

type StoredAccount = Omit<Account, 'roles' | 'gsmSignal'>

export async function accountOf(db: Db, companyId: CompanyId, userId: UserId): Promise<StoredAccount | undefined> {
  const [found] = await db
    .select({
      userId: users.id,
      login: users.login,
      firstName: users.firstName,
      lastName: users.lastName,
      phoneNumber: users.phoneNumber,
      email: users.email,
      eventChannelId: companies.eventChannelId,
      companyRole: users.companyRole,
      companyId: companies.id,
      companyName: companies.name,
      companyIntegrations: companies.integrations,
      locale: companies.locale,
      currency: companies.currency,
      country: companies.country,
      timezone: companies.timezone,
      planName: companies.planName,
      cancellationEffectiveDate: companies.cancellationEffectiveDate,
      isSample: sql<boolean>`${companies.sampleOfId} is not null`,
      sealKey: users.sealKey,
    })
    .from(users)
    .innerJoin(companies, eq(companies.id, users.companyId))
    .where(and(eq(users.companyId, companyId), eq(users.id, userId)))
  return found
}
