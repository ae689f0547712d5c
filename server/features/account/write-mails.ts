import { sql } from 'drizzle-orm'
import { invitationAddress } from '#contract/invitations.ts'
import type { CompanyId, UserId } from '#domain/ids.ts'
import { type Db, rowsOf } from '../../db/client.ts'
import { personName } from '../../db/sql-fragments.ts'
import type { AppContext, RequestContext } from '../../http/request-context.ts'
import { enqueueMail, NO_COMPANY } from '../../mail/mail.store.ts'
import { publicAddress } from '../../public-address.ts'
import { linkForReset, registrationLink } from './links.store.ts'
import { spellingsOf } from './mail-spellings.ts'
import type { MailRequest } from './requested-mails.store.ts'

type Known = { companyId: CompanyId; id: UserId; login: string; firstName: string; companyName: string; locale: string }

/** Several users may share a mailbox, for example in a family with two companies. More than this is probably a mistake. */
const MAX_MAILS_PER_ADDRESS = 5

/** Users with this address who may sign in. */
function knownAt(db: Db, email: string): Promise<Known[]> {
  const spellings = sql.join(
    spellingsOf(email).map((one) => sql`${one}`),
    sql`, `,
  )
  return rowsOf<Known>(
    db,
    sql`select u.company_id as "companyId", u.id, u.login, u.first_name as "firstName", c.name as "companyName", c.locale
      from users u join companies c on c.id = u.company_id
      where u.enabled and (lower(u.email) in (${spellings}) or u.login in (${spellings})) order by u.company_id, u.id limit ${MAX_MAILS_PER_ADDRESS}`,
  )
}

/** Sends the answer by mail, so that only the owner of the mailbox learns which accounts exist. */
export async function sendRequestedMail(ctx: Pick<AppContext, 'settings' | 'now'>, db: Db, requested: MailRequest): Promise<void> {
  const now = ctx.now()
  const home = publicAddress(ctx.settings)
  const known = await knownAt(db, requested.email)
  if (requested.kind === 'reset') {
    for (const { companyId, id, login, firstName, companyName, locale } of known) {
      const token = await linkForReset(db, { companyId, id }, now)
      const words = { name: firstName, login, company: companyName, link: `${home}/reset/${token}` }
      await enqueueMail(db, companyId, { to: requested.email, kind: 'password-reset', locale, content: { words }, now })
    }
    return
  }
  const { name, companyName, locale } = requested.content
  const [first] = known
  if (first) {
    const words = { name: first.firstName, login: first.login, link: `${home}/login`, linkToReset: `${home}/reset` }
    await enqueueMail(db, first.companyId, { to: requested.email, kind: 'already-registered', locale, content: { words }, now })
    return
  }
  const token = await registrationLink(db, requested.email, requested.content, now)
  const words = { name, company: companyName, link: `${home}/reset/${token}` }
  await enqueueMail(db, NO_COMPANY, { to: requested.email, kind: 'confirm-registration', locale, content: { words }, now })
}

/** Notifies the user of a new password, so that they notice if they did not set it. */
export async function notifyOfPasswordChange(
  db: Db,
  { companyId, to, firstName, login }: { companyId: CompanyId; to: string; firstName: string; login: string },
  now: number,
): Promise<void> {
  const [company] = await rowsOf<{ locale: string }>(db, sql`select c.locale from companies c where c.id = ${companyId}`)
  const content = { words: { name: firstName, login } }
  await enqueueMail(db, companyId, { to, kind: 'password-changed', locale: company?.locale ?? 'en', content, now })
}

/** Mails the link of an invitation. */
export async function sendInvitation(
  { db, principal: { companyId, userId }, ctx }: RequestContext,
  { to, firstName, login, token }: { to: string; firstName: string; login: string; token: string },
): Promise<void> {
  const [from] = await rowsOf<{ inviter: string; company: string; locale: string }>(
    db,
    sql`select ${personName('u')} as inviter, c.name as company, c.locale from users u join companies c on c.id = u.company_id
      where u.company_id = ${companyId} and u.id = ${userId}`,
  )
  if (!from) throw new Error('the user who invites was not found')
  const { locale, ...names } = from
  const words = { ...names, name: firstName, login, link: invitationAddress(publicAddress(ctx.settings), token) }
  await enqueueMail(db, companyId, { to, kind: 'invitation', locale, content: { words }, now: ctx.now() })
}
