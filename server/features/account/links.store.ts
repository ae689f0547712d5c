import { and, eq, gt, inArray, lte, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { trialEnd } from '#domain/billing/plan.ts'
import { dayOf } from '#domain/calendar.ts'
import type { CompanyId, UserId } from '#domain/ids.ts'
import { countryIn } from '#domain/locales.ts'
import { DAY, HOUR, type Moment, toIso } from '#domain/time.ts'
import { audit } from '../../audit-log/audit-log.store.ts'
import { type Db, rowsOf } from '../../db/client.ts'
import { passwordResets, registrations, users } from '../../db/schema/account.ts'
import { companies } from '../../db/schema/company.ts'
import { hashToken } from '../../http/authenticate.ts'
import { endInvitation } from './invitations.store.ts'
import { spellingsOf } from './mail-spellings.ts'
import { RequestedCompany } from './requested-mails.store.ts'
import { endSeatSessions, endSessionsOf } from './sessions.store.ts'
import { newToken } from './tokens.ts'

const RESET_LIFETIME = HOUR
const REGISTRATION_LIFETIME = DAY

/** Creates a link to set a new password. The token exists only here and in the mail. Deletes expired links. */
export async function linkForReset(db: Db, { companyId, id }: { companyId: CompanyId; id: UserId }, now: Moment): Promise<string> {
  const token = newToken()
  await db.delete(passwordResets).where(lte(passwordResets.expiresAt, now))
  await db.insert(passwordResets).values({ companyId, hash: hashToken(token), userId: id, askedAt: now, expiresAt: now + RESET_LIFETIME })
  return token
}

export async function registrationLink(db: Db, email: string, request: RequestedCompany, now: Moment): Promise<string> {
  const token = newToken()
  await db.delete(registrations).where(lte(registrations.expiresAt, now))
  await db
    .insert(registrations)
    .values({ hash: hashToken(token), email, content: request, askedAt: now, expiresAt: now + REGISTRATION_LIFETIME })
  return token
}

/** The login and the names of the user that a valid link belongs to, otherwise null. */
export async function namesBehind(db: Db, token: string, now: Moment): Promise<string[] | null> {
  const hash = hashToken(token)
  const [row] = await rowsOf<{ names: string[] }>(
    db,
    sql`select array[u.login, u.first_name, u.last_name] as names from password_resets r join users u on u.company_id = r.company_id and u.id = r.user_id
        where r.hash = ${hash} and r.expires_at > ${toIso(now)}::timestamptz and u.enabled
      union all select email || string_to_array(content ->> 'name', ' ') from registrations where hash = ${hash} and expires_at > ${toIso(now)}::timestamptz`,
  )
  return row?.names ?? null
}

/** The user whose password was set. `isNew`: their company was created by the same link. */
type SetFor = { companyId: CompanyId; userId: UserId; login: string; email: string | null; firstName: string; isNew: boolean }

/** Consumes a link. Of two concurrent requests, one finds it used. */
export async function useLink(db: Db, token: string, passwordHash: string, now: Moment): Promise<SetFor | null> {
  return (await resetBy(db, token, passwordHash, now)) ?? (await beginCompany(db, token, passwordHash, now))
}

/** Ends all links by which a user could set a password: requested ones, and an invitation. */
export async function endLinks(db: Db, { companyId, userId }: { companyId: CompanyId; userId: UserId }): Promise<void> {
  await db.delete(passwordResets).where(and(eq(passwordResets.companyId, companyId), eq(passwordResets.userId, userId)))
  await endInvitation(db, { companyId, userId })
}

async function resetBy(db: Db, token: string, passwordHash: string, now: Moment): Promise<SetFor | null> {
  const [link] = await db
    .delete(passwordResets)
    .where(and(eq(passwordResets.hash, hashToken(token)), gt(passwordResets.expiresAt, now)))
    .returning({ companyId: passwordResets.companyId, userId: passwordResets.userId })
  if (!link) return null
  const { companyId, userId } = link
  const { login, email, firstName } = users
  const [user] = await db
    .update(users)
    .set({ passwordHash })
    .where(and(eq(users.companyId, companyId), eq(users.id, userId), users.enabled))
    .returning({ login, email, firstName })
  if (!user) return null
  await endLinks(db, { companyId, userId })
  await endSessionsOf(db, { companyId, userId }, { except: null }, now)
  await endSeatSessions(db, { companyId, userId }, now)
  await audit(db, companyId, { userId, at: now }, [{ action: 'password-set', of: { kind: 'user', id: userId } }])
  return { companyId, userId, ...user, isNew: false }
}

const Registration = v.object({ email: v.string(), content: RequestedCompany })

/** Creates the company of a user who confirmed their mailbox: they become its manager, on a trial. */
async function beginCompany(db: Db, token: string, passwordHash: string, now: Moment): Promise<SetFor | null> {
  const [row] = await db
    .delete(registrations)
    .where(and(eq(registrations.hash, hashToken(token)), gt(registrations.expiresAt, now)))
    .returning({ email: registrations.email, content: registrations.content })
  if (!row) return null
  const { email, content } = v.parse(Registration, row)
  const { name, companyName, locale, country, currency, timezone } = content
  // A user who registered twice has two links but gets one company.
  await db.execute(sql`select pg_advisory_xact_lock(hashtext(${`registration ${email}`}))`)
  if ((await db.$count(users, inArray(users.login, spellingsOf(email)))) > 0) return null
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
