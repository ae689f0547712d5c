import type { CheckedOf } from '#contract/endpoint.ts'
import { addUser, changeUser, type ListedUser, type User } from '#contract/users.ts'
import { readableAddress } from '#domain/mail-address.ts'
import { isGuessable } from '#domain/team/passwords.ts'
import { type Authority, mayGrantDeviceManager, type Rights } from '#domain/team/permissions.ts'
import { recordChange } from '../../audit-log/record-change.ts'
import { Refusal, refuse } from '../../http/refusal.ts'
import type { Alone, RequestContext } from '../../http/request-context.ts'
import { inOwnCompany } from '../../http/serve.ts'
import { type Employee, findUser, inheritDevices, insertUser, lockUser, writeUser } from './employees.store.ts'
import { endLinks } from './links.store.ts'
import { hashPassword } from './passwords.ts'
import { endSeatSessions, endSessionsOf } from './sessions.store.ts'
import { notifyOfPasswordChange } from './write-mails.ts'

export const TEAM_CHANGED = { activity: 'TEAM_CHANGED', changed: ['team'] } as const

/**
 * Hashes the password before the transaction, because hashing is slow and would block others. The hash is not part of the stored idempotent
 * response.
 */
export async function makeUser({ body }: CheckedOf<typeof addUser>, caller: Alone): Promise<User | Refusal> {
  const { plainPassword, isDeviceManager = false, ...input } = body
  if (isDeviceManager && !mayGrantDeviceManager(caller.principal)) return refuseRoles()
  if (isGuessable(plainPassword, [input.login, input.firstName, input.lastName])) return refuse('PASSWORD_TOO_COMMON')
  const passwordHash = await hashPassword(plainPassword)
  return inOwnCompany(addUser, { body: { ...input, isDeviceManager } }, caller, async ({ db, principal, ctx }) => {
    const { companyId } = principal
    const at = ctx.now()
    const words = { email: input.email || null, phoneNumber: input.phoneNumber || null }
    const user = await insertUser(db, companyId, { ...input, ...words, roles: withDevices([], isDeviceManager), passwordHash }, at)
    if (!user) return refuse('LOGIN_TAKEN')
    await recordChange({ db, principal, ctx }, TEAM_CHANGED, [{ action: 'user-added', of: { kind: 'user', id: user.userId }, after: user }])
    return user
  })
}

export async function editUser({ params, body }: CheckedOf<typeof changeUser>, caller: Alone): Promise<ListedUser | Refusal> {
  const { principal, ctx } = caller
  const { plainPassword, ...input } = body
  const newHash = plainPassword === undefined ? null : await hashPassword(plainPassword)
  const user = await inOwnCompany(changeUser, { params, body: input, hasPassword: newHash !== null }, caller, async (inside) => {
    if (params.id === principal.userId) return refuse('OWN_ROW')
    const before = await lockUser(inside.db, principal.companyId, params.id)
    if (!before) return refuse('USER_NOT_FOUND')
    const refused = refusalFor(before, { ...input, setsPassword: newHash !== null }, inside)
    if (refused) return refused
    if (plainPassword !== undefined && isGuessable(plainPassword, [before.login, before.firstName, before.lastName]))
      return refuse('PASSWORD_TOO_COMMON')
    await write(before, input, newHash, inside)
    return (await findUser(inside.db, principal.companyId, params.id)) ?? refuse('USER_NOT_FOUND')
  })
  // Ends the seats of the user in other companies, which this transaction cannot access.
  if (!(user instanceof Refusal) && (newHash || !user.enabled))
    await ctx.database.asSystem((db) => endSeatSessions(db, { companyId: principal.companyId, userId: params.id }, ctx.now()))
  return user
}

type ChangeInput = Omit<CheckedOf<typeof changeUser>['body'], 'plainPassword'>

export const refuseRoles = () => refuse('FORBIDDEN', { detail: 'isDeviceManager: only a device manager or a super admin can change it.' })

export const withDevices = (roles: readonly Authority[], isDeviceManager: boolean): Authority[] => [
  ...roles.filter((role) => role !== 'ROLE_DEVICE_MANAGER'),
  ...(isDeviceManager ? (['ROLE_DEVICE_MANAGER'] as const) : []),
]

export function refusalFor(
  { others, ...before }: Employee & { others: number },
  input: ChangeInput & { setsPassword: boolean },
  { principal }: { principal: Rights },
): Refusal | null {
  const beyond = before.roles.filter((role) => !principal.roles.includes(role))
  // Changing the address or password would allow taking over the account. A manager may still disable a device manager who has left.
  const isTakenOver = input.setsPassword || (input.email !== undefined && (input.email ?? '') !== readableAddress(before.email ?? ''))
  if (beyond.some((role) => role !== 'ROLE_DEVICE_MANAGER' || isTakenOver)) return refuse('USER_OUTRANKS')
  const wasDeviceManager = before.roles.includes('ROLE_DEVICE_MANAGER')
  if ((input.isDeviceManager ?? wasDeviceManager) !== wasDeviceManager && !mayGrantDeviceManager(principal)) return refuseRoles()
  const isManager = (input.companyRole ?? before.companyRole) === 'ROLE_MANAGER'
  const isIn = input.enabled ?? before.enabled
  if (before.companyRole === 'ROLE_MANAGER' && before.enabled && !(isManager && isIn) && others === 0) return refuse('LAST_MANAGER')
  // A manager without an address from an earlier version may still be enabled or disabled.
  const touchesIt = input.companyRole !== undefined || input.email !== undefined
  const email = input.email === undefined ? before.email : input.email
  return isManager && touchesIt && !email ? refuse('MANAGER_NEEDS_EMAIL') : null
}

async function write(
  { passwordHash, ...before }: Employee,
  input: ChangeInput,
  newHash: string | null,
  caller: RequestContext,
): Promise<void> {
  const { db, principal, ctx } = caller
  const at = ctx.now()
  const who = { companyId: principal.companyId, userId: before.userId }
  const known: User = {
    userId: before.userId,
    firstName: before.firstName,
    lastName: before.lastName,
    email: before.email,
    login: before.login,
    phoneNumber: before.phoneNumber,
    companyRole: before.companyRole,
    enabled: before.enabled,
    roles: before.roles,
  }
  const after: User = {
    ...known,
    firstName: input.firstName ?? known.firstName,
    lastName: input.lastName ?? known.lastName,
    email: input.email === undefined ? known.email : input.email || null,
    phoneNumber: input.phoneNumber === undefined ? known.phoneNumber : input.phoneNumber || null,
    companyRole: input.companyRole ?? known.companyRole,
    enabled: input.enabled ?? known.enabled,
    roles: input.isDeviceManager === undefined ? known.roles : withDevices(known.roles, input.isDeviceManager),
  }
  await writeUser(db, principal.companyId, { ...after, passwordHash: newHash ?? passwordHash })
  // Otherwise the company could not connect devices any more, and no user could grant the right.
  const isInherited = keepsDevices(known) && !keepsDevices(after) && (await inheritDevices(db, principal.companyId, principal.userId))
  if (newHash || !after.enabled) await endSessionsOf(db, who, { except: null }, at)
  // The links were sent to the old address, or give way to the new password.
  if (newHash || !after.enabled || (after.email ?? '') !== readableAddress(known.email ?? '')) await endLinks(db, who)
  if (newHash && after.email)
    await notifyOfPasswordChange(db, { companyId: who.companyId, to: after.email, login: after.login, firstName: after.firstName }, at)
  const of = { kind: 'user', id: before.userId } as const
  const isOther = (Object.keys(known) as (keyof User)[]).some(
    (field) => field !== 'enabled' && String(known[field]) !== String(after[field]),
  )
  await recordChange(caller, TEAM_CHANGED, [
    ...(isOther ? [{ action: 'user-changed' as const, of, before: known, after }] : []),
    ...(known.enabled === after.enabled ? [] : [{ action: after.enabled ? ('user-enabled' as const) : ('user-disabled' as const), of }]),
    ...(newHash ? [{ action: 'password-set' as const, of }] : []),
    ...(isInherited
      ? [{ action: 'user-changed' as const, of: { kind: 'user' as const, id: principal.userId }, after: { isDeviceManager: true } }]
      : []),
  ])
}

/** Whether a user may connect devices and grant that right. */
const keepsDevices = ({ enabled, companyRole, roles }: User) =>
  enabled && companyRole === 'ROLE_MANAGER' && roles.includes('ROLE_DEVICE_MANAGER')
