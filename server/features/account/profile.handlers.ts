import type { Account } from '#contract/account.ts'
import type { CheckedOf } from '#contract/endpoint.ts'
import { changeProfile } from '#contract/profile.ts'
import { isGuessable } from '#domain/team/passwords.ts'
import { recordChange } from '../../audit-log/record-change.ts'
import { Refusal, refuse } from '../../http/refusal.ts'
import type { Alone, RequestContext } from '../../http/request-context.ts'
import { inOwnCompany } from '../../http/serve.ts'
import { getCurrentAccount } from './account.handlers.ts'
import { TEAM_CHANGED } from './employees.handlers.ts'
import { endLinks } from './links.store.ts'
import { guessOf } from './login-throttle.ts'
import { hashPassword, verifyPassword } from './passwords.ts'
import { lockSelf, writeSelf } from './profile.store.ts'
import { endSeatSessions, endSessionsOf } from './sessions.store.ts'
import { notifyOfPasswordChange } from './write-mails.ts'

const EMAIL_FIXED = refuse('INVALID', {
  detail: 'email: cannot be changed',
  errors: [{ path: 'email', message: 'cannot be changed' }],
})

type ProfileInput = CheckedOf<typeof changeProfile>['body']

/** Omitted fields stay unchanged. Hashes passwords before the transaction, because hashing is slow and would block others. */
export async function changeMyProfile({ body }: { body: ProfileInput }, caller: Alone): Promise<Account | Refusal> {
  const { principal, ctx } = caller
  const newHash = body.newPassword === undefined ? null : await hashFor(body.newPassword, body.oldPassword ?? '', caller)
  if (newHash instanceof Refusal) return newHash
  const { newPassword: _new, oldPassword: _old, ...fields } = body
  const account = await inOwnCompany(changeProfile, { body: fields }, caller, (inside) => write(body, newHash, inside))
  if (newHash && !(account instanceof Refusal)) await ctx.database.asSystem((db) => endSeatSessions(db, principal, ctx.now()))
  return account
}

async function write(body: ProfileInput, newHash: string | null, caller: RequestContext): Promise<Account | Refusal> {
  const { db, principal, ctx } = caller
  const now = ctx.now()
  const self = await lockSelf(db, principal)
  if (body.email !== undefined && (body.email || null) !== self.email) return EMAIL_FIXED
  const { firstName, lastName, phoneNumber } = self
  const after = {
    firstName: body.firstName ?? firstName,
    lastName: body.lastName ?? lastName,
    phoneNumber: body.phoneNumber === undefined ? phoneNumber : body.phoneNumber || null,
  }
  await writeSelf(db, principal, after, newHash ?? self.passwordHash)
  const of = { kind: 'user', id: principal.userId } as const
  if (newHash) {
    await endSessionsOf(db, principal, { except: principal.sessionId }, now)
    await endLinks(db, principal)
    if (self.email)
      await notifyOfPasswordChange(
        db,
        { companyId: principal.companyId, to: self.email, login: self.login, firstName: after.firstName },
        now,
      )
  }
  await recordChange(caller, TEAM_CHANGED, [
    { action: 'profile-changed', of, before: { firstName, lastName, phoneNumber }, after },
    ...(newHash ? [{ action: 'password-set' as const, of }] : []),
  ])
  return getCurrentAccount(undefined, caller)
}

/**
 * Limits attempts, so that a stranger at an open screen cannot guess the password.
 *
 * @returns null if the password is the new one already, as in a retry after a lost response
 */
async function hashFor(password: string, old: string, { ctx, principal }: Alone): Promise<string | null | Refusal> {
  const { login, firstName, lastName, passwordHash } = await ctx.database.withTenant(principal.companyId, (db) => lockSelf(db, principal))
  const guess = await guessOf(ctx, login, principal.sessionId)
  if (!guess.allowance.allowed) return refuse('TOO_MANY_REQUESTS', { retryAfterSeconds: guess.allowance.retryAfterSeconds })
  const isOld = await verifyPassword(passwordHash, old)
  if (!isOld && !(await verifyPassword(passwordHash, password))) return refuse('OLD_PASSWORD_WRONG')
  await guess.wasRight()
  if (!isOld) return null
  return isGuessable(password, [login, firstName, lastName]) ? refuse('PASSWORD_TOO_COMMON') : hashPassword(password)
}
