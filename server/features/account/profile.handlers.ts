import type { Account } from '#contract/account.ts'
import type { CheckedOf } from '#contract/endpoint.ts'
import type { changeProfile } from '#contract/profile.ts'
import { isGuessable } from '#domain/team/passwords.ts'
import { audit } from '../../audit/audit.store.ts'
import type { Caller } from '../../http/caller.ts'
import { Refusal, refuse } from '../../http/refusal.ts'
import { tellWhoIAm } from './account.handlers.ts'
import { guessOf } from './guessing.ts'
import { hashPassword, verifyPassword } from './passwords.ts'
import { lockSelf, writeSelf } from './profile.store.ts'
import { endSeatSessions, endSessionsOf } from './sessions.store.ts'
import { tellOfPassword } from './write-letters.ts'

type Said = CheckedOf<typeof changeProfile>['body']

/** What is not said stays as it is. Passwords are worked out before the transaction, which others may be waiting for. */
export async function changeMyProfile({ body }: { body: Said }, caller: Omit<Caller, 'db'>): Promise<Account | Refusal> {
  const { person, house } = caller
  if (!person.enabled) return refuse('UNAUTHORIZED')
  const newHash = body.newPassword === undefined ? null : await hashFor(body.newPassword, body.oldPassword ?? '', caller)
  if (newHash instanceof Refusal) return newHash
  const account = await house.database.asCompany(person.companyId, (db) => write(body, newHash, { ...caller, db }))
  if (newHash) await house.database.asHouse((db) => endSeatSessions(db, person, house.now()))
  return account
}

async function write(body: Said, newHash: string | null, caller: Caller): Promise<Account | Refusal> {
  const { db, person, house } = caller
  const now = house.now()
  const self = await lockSelf(db, person)
  const { firstName, lastName, phoneNumber } = self
  const after = {
    firstName: body.firstName ?? firstName,
    lastName: body.lastName ?? lastName,
    phoneNumber: body.phoneNumber === undefined ? phoneNumber : body.phoneNumber || null,
  }
  await writeSelf(db, person, after, newHash ?? self.passwordHash)
  const of = { kind: 'user', id: person.userId } as const
  if (newHash) {
    await endSessionsOf(db, person, { except: person.sessionId }, now)
    if (self.email)
      await tellOfPassword(db, { companyId: person.companyId, to: self.email, login: self.login, firstName: after.firstName }, now)
  }
  await audit(db, person.companyId, { userId: person.userId, at: now }, [
    { action: 'profile-changed', of, before: { firstName, lastName, phoneNumber }, after },
    ...(newHash ? [{ action: 'password-set' as const, of }] : []),
  ])
  return tellWhoIAm(undefined, caller)
}

/** Whoever found an open screen must not find the password out by trying. */
async function hashFor(password: string, old: string, { house, person }: Omit<Caller, 'db'>): Promise<string | Refusal> {
  const { login, firstName, passwordHash } = await house.database.asCompany(person.companyId, (db) => lockSelf(db, person))
  const guess = await guessOf(house, login, person.sessionId)
  if (!guess.allowance.allowed) return refuse('TOO_MANY_REQUESTS', { retryAfterSeconds: guess.allowance.retryAfterSeconds })
  if (!(await verifyPassword(passwordHash, old))) return refuse('OLD_PASSWORD_WRONG')
  await guess.wasRight()
  return isGuessable(password, [login, firstName]) ? refuse('PASSWORD_TOO_COMMON') : hashPassword(password)
}
