import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { trialEnd } from '#domain/billing/plan.ts'
import { dayOf } from '#domain/calendar.ts'
import type { CompanyId, UserId } from '#domain/ids.ts'
import { countryIn } from '#domain/locales.ts'
import { DAY, HOUR, type Moment, toIso } from '#domain/time.ts'
import { audit } from '../../audit-log/audit-log.store.ts'
import { type Db, rowsOf } from '../../db/client.ts'
import { users } from '../../db/schema/account.ts'
import { companies } from '../../db/schema/company.ts'
import { hashToken } from '../../http/authenticate.ts'
import { Newcomer } from './asked-letters.store.ts'
import { endInvitation } from './invitations.store.ts'
import { endSeatSessions, endSessionsOf } from './sessions.store.ts'
import { newToken } from './tokens.ts'

const RESET_LASTS = HOUR
const REGISTRATION_LASTS = DAY

/** Creates a link to set a new password. The token exists only here and in the mail. Deletes expired links. */
export async function linkForReset(db: Db, { companyId, id }: { companyId: CompanyId; id: UserId }, now: Moment): Promise<string> {
  const token = newToken()
  await db.execute(sql`delete from password_resets where expires_at <= ${toIso(now)}::timestamptz`)
  await db.execute(sql`
    insert into password_resets (company_id, hash, user_id, asked_at, expires_at)
    values (${companyId}, ${hashToken(token)}, ${id}, ${toIso(now)}::timestamptz, ${toIso(now + RESET_LASTS)}::timestamptz)`)
  return token
}

export async function linkForNewcomer(db: Db, email: string, newcomer: Newcomer, now: Moment): Promise<string> {
  const token = newToken()
  await db.execute(sql`delete from registrations where expires_at <= ${toIso(now)}::timestamptz`)
  await db.execute(sql`
    insert into registrations (hash, email, content, asked_at, expires_at)
    values (${hashToken(token)}, ${email}, ${JSON.stringify(newcomer)}::jsonb, ${toIso(now)}::timestamptz, ${toIso(now + REGISTRATION_LASTS)}::timestamptz)`)
  return token
}

/** The login that a valid link belongs to, otherwise null. */
export async function loginBehind(db: Db, token: string, now: Moment): Promise<string | null> {
  const hash = hashToken(token)
  const [row] = await rowsOf<{ login: string }>(
    db,
    sql`select u.login from password_resets r join users u on u.company_id = r.company_id and u.id = r.user_id
        where r.hash = ${hash} and r.expires_at > ${toIso(now)}::timestamptz and u.enabled
      union all select email from registrations where hash = ${hash} and expires_at > ${toIso(now)}::timestamptz`,
  )
  return row?.login ?? null
}

/** The user whose password was set. `isNew`: their company was created by the same link. */
type SetFor = { companyId: CompanyId; userId: UserId; login: string; email: string | null; firstName: string; isNew: boolean }

/** Consumes a link. Of two concurrent requests, one finds it used. */
export async function useLink(db: Db, token: string, passwordHash: string, now: Moment): Promise<SetFor | null> {
  return (await resetBy(db, token, passwordHash, now)) ?? (await beginCompany(db, token, passwordHash, now))
}

async function resetBy(db: Db, token: string, passwordHash: string, now: Moment): Promise<SetFor | null> {
  const [link] = await rowsOf<{ companyId: CompanyId; userId: UserId }>(
    db,
    sql`delete from password_resets where hash = ${hashToken(token)} and expires_at > ${toIso(now)}::timestamptz
      returning company_id as "companyId", user_id as "userId"`,
  )
  if (!link) return null
  const { companyId, userId } = link
  // Invalidates the other links that the user requested.
  await db.execute(sql`delete from password_resets where company_id = ${companyId} and user_id = ${userId}`)
  const [user] = await rowsOf<{ login: string; email: string | null; firstName: string }>(
    db,
    sql`update users u set password_hash = ${passwordHash} where u.company_id = ${companyId} and u.id = ${userId} and u.enabled
      returning u.login, u.email, u.first_name as "firstName"`,
  )
  if (!user) return null
  await endInvitation(db, { companyId, userId })
  await endSessionsOf(db, { companyId, userId }, { except: null }, now)
  await endSeatSessions(db, { companyId, userId }, now)
  await audit(db, companyId, { userId, at: now }, [{ action: 'password-set', of: { kind: 'user', id: userId } }])
  return { companyId, userId, ...user, isNew: false }
}

const Registration = v.object({ email: v.string(), content: Newcomer })

/** Creates the company of a user who confirmed their mailbox: they become its manager, on a trial. */
async function beginCompany(db: Db, token: string, passwordHash: string, now: Moment): Promise<SetFor | null> {
  const [row] = await rowsOf(
    db,
    sql`delete from registrations where hash = ${hashToken(token)} and expires_at > ${toIso(now)}::timestamptz returning email, content`,
  )
  if (!row) return null
  const { email, content } = v.parse(Registration, row)
  const { name, companyName, locale, country, currency, timezone } = content
  // A user who registered twice has two links but gets one company.
  await db.execute(sql`select pg_advisory_xact_lock(hashtext(${`registration ${email}`}))`)
  const taken = await rowsOf(db, sql`select from users where login = ${email}`)
  if (taken.length > 0) return null
  const [company] = await db
    .insert(companies)
    .values({
      name: companyName,
      legalName: companyName,
      currency,
      locale,
      timezone,
      country: country ?? countryIn(locale),
      planName: 'TRIAL',
      integrations: ['VENDING_TELEMETRY'],
      cancellationEffectiveDate: trialEnd(dayOf(now, timezone)),
      createdAt: now,
    })
    .returning({ id: companies.id })
  if (!company) throw new Error('the insert of the company returned no row')
  const [firstName = '', ...rest] = name.split(/\s+/)
  const principal = { login: email, email, firstName, lastName: rest.join(' '), weeklyEmails: true }
  const [user] = await db
    .insert(users)
    .values({
      companyId: company.id,
      ...principal,
      companyRole: 'ROLE_MANAGER',
      authorities: ['ROLE_DEVICE_MANAGER'],
      passwordHash,
      createdAt: now,
    })
    .returning({ id: users.id })
  if (!user) throw new Error('the insert of the manager returned no row')
  await audit(db, company.id, { userId: user.id, at: now }, [
    { action: 'company-registered', of: { kind: 'company', id: company.id }, after: { name: companyName, planName: 'TRIAL' } },
  ])
  return { companyId: company.id, userId: user.id, login: email, email, firstName, isNew: true }
}
