import { and, eq, sql } from 'drizzle-orm'
import { INVITATION_DAYS, type OpenInvitation } from '#contract/invitations.ts'
import type { CompanyId, UserId } from '#domain/ids.ts'
import { DAY, type Moment, toIso } from '#domain/time.ts'
import { type Db, rowsOf } from '../../db/client.ts'
import { invitations } from '../../db/schema/account.ts'
import { HAS_ACCESS, HOME, hashToken } from '../../http/authenticate.ts'
import { NO_PASSWORD } from './passwords.ts'
import { newToken } from './tokens.ts'

type Invitee = { companyId: CompanyId; userId: UserId }

/** Creates a link, which replaces the previous one. The token exists only here, in the response and in the mail. */
export async function linkForInvitee(
  db: Db,
  { companyId, userId }: Invitee,
  invitedBy: UserId,
  now: Moment,
): Promise<{ token: string; expiresAt: Moment }> {
  const token = newToken()
  const expiresAt = now + INVITATION_DAYS * DAY
  const set = { hash: hashToken(token), invitedBy, createdAt: now, expiresAt }
  await db
    .insert(invitations)
    .values({ companyId, userId, ...set })
    .onConflictDoUpdate({ target: [invitations.companyId, invitations.userId], set })
  return { token, expiresAt }
}

/** Returns whether there was one. */
export async function endInvitation(db: Db, { companyId, userId }: Invitee): Promise<boolean> {
  const isTheirs = and(eq(invitations.companyId, companyId), eq(invitations.userId, userId))
  return (await db.delete(invitations).where(isTheirs).returning()).length > 0
}

/**
 * The invitation `i` of a token is valid for the user `p`: neither expired nor used, and its link grants no more than its author could
 * have granted. The author may be disabled or demoted since, or the user may have received rights that the author lacks.
 */
const isValid = (token: string, now: Moment) => sql`
  i.hash = ${hashToken(token)} and i.expires_at > ${toIso(now)}::timestamptz and p.enabled and exists (
    select from users u ${HOME}
    where u.company_id = i.company_id and u.id = i.invited_by and u.company_role = 'ROLE_MANAGER' and ${HAS_ACCESS}
      and p.authorities <@ (coalesce(h.authorities, u.authorities)
        || case when 'ROLE_SUPER_ADMIN' = any(coalesce(h.authorities, u.authorities)) then '{ROLE_DEVICE_MANAGER}'::text[] else '{}'::text[] end))`

/** The user of a token, who may sign in with it; otherwise null. */
export async function inviteeOf(db: Db, token: string, now: Moment): Promise<OpenInvitation | null> {
  const [found] = await rowsOf<OpenInvitation>(
    db,
    sql`select c.name as "companyName", p.first_name as "firstName", p.last_name as "lastName", p.login, p.password_hash = ${NO_PASSWORD} as "isNew"
      from invitations i join users p on p.company_id = i.company_id and p.id = i.user_id join companies c on c.id = i.company_id
      where ${isValid(token, now)}`,
  )
  return found ?? null
}

type Accepted = Invitee & { login: string; email: string | null; firstName: string }

/** Uses an invitation up and sets the password. Of two concurrent requests, one finds it used. */
export async function redeemInvitation(db: Db, token: string, passwordHash: string, now: Moment): Promise<Accepted | null> {
  const [accepted] = await rowsOf<Accepted>(
    db,
    sql`with used as (
        delete from invitations i using users p
        where p.company_id = i.company_id and p.id = i.user_id and ${isValid(token, now)}
        returning i.company_id, i.user_id)
      update users s set password_hash = ${passwordHash} from used
      where s.company_id = used.company_id and s.id = used.user_id
      returning s.company_id as "companyId", s.id as "userId", s.login, s.email, s.first_name as "firstName"`,
  )
  return accepted ?? null
}
