import type { AnswerOf, CheckedOf } from '#contract/endpoint.ts'
import {
  type acceptInvitation,
  type Invited,
  inviteAgain,
  inviteUser,
  type readInvitation,
  type revokeInvitation,
} from '#contract/invitations.ts'
import type { User } from '#contract/users.ts'
import { isGuessable } from '#domain/team/passwords.ts'
import { mayGrantDeviceManager } from '#domain/team/permissions.ts'
import { toIso } from '#domain/time.ts'
import { changeAssignments } from '../../assignments/assign.ts'
import { type Audited, audit } from '../../audit-log/audit-log.store.ts'
import { recordChange } from '../../audit-log/record-change.ts'
import { publishEvents } from '../../events/events.store.ts'
import { Refusal, refuse } from '../../http/refusal.ts'
import type { PublicContext, RequestContext } from '../../http/request-context.ts'
import { inOwnCompany } from '../../http/serve.ts'
import { refusalFor, refuseRoles, TEAM_CHANGED, withDevices } from './employees.handlers.ts'
import { insertUser, lockUser } from './employees.store.ts'
import { endInvitation, inviteeOf, linkForInvitee, redeemInvitation } from './invitations.store.ts'
import { endLinks } from './links.store.ts'
import { countSignIn, mayInviteBy } from './login-throttle.ts'
import { hashPassword, NO_PASSWORD } from './passwords.ts'
import { endSeatSessions, endSessionsOf, openSession } from './sessions.store.ts'
import { handOver, rememberDevice } from './token.handlers.ts'
import { notifyOfPasswordChange, sendInvitation } from './write-mails.ts'

type Alone = Omit<RequestContext, 'db'>

/** Whether the mailbox may be written to is counted before the transaction, in one of its own. */
export async function invite({ body, ...rest }: CheckedOf<typeof inviteUser>, caller: Alone): Promise<Invited | Refusal> {
  const { principal, ctx } = caller
  if (!principal.enabled) return refuse('UNAUTHORIZED')
  const { machineIds, isDeviceManager = false, ...input } = body
  if (isDeviceManager && !mayGrantDeviceManager(principal)) return refuseRoles()
  const mayMail = input.email !== '' && (await mayInviteBy(ctx, input.email))
  return inOwnCompany(inviteUser, { body, ...rest }, caller, async (inside) => {
    const words = { email: input.email || null, phoneNumber: input.phoneNumber || null }
    const fields = { ...input, ...words, roles: withDevices([], isDeviceManager), passwordHash: NO_PASSWORD }
    const user = await insertUser(inside.db, principal.companyId, fields, ctx.now())
    if (!user) return refuse('LOGIN_TAKEN')
    const invited = await linkFor(user, mayMail, [{ action: 'user-added', of: { kind: 'user', id: user.userId }, after: user }], inside)
    const assigned = machineIds ? await changeAssignments(user.userId, { machineIds, assigned: true }, inside) : null
    return assigned instanceof Refusal ? assigned : invited
  })
}

export async function inviteOnceMore(input: CheckedOf<typeof inviteAgain>, caller: Alone): Promise<Invited | Refusal> {
  const { principal, ctx } = caller
  if (!principal.enabled) return refuse('UNAUTHORIZED')
  const { id } = input.params
  const mayMail = await mayInviteBy(ctx, `${principal.companyId} ${id}`)
  return inOwnCompany(inviteAgain, input, caller, async (inside) => {
    if (id === principal.userId) return refuse('OWN_ROW')
    const found = await lockUser(inside.db, principal.companyId, id)
    if (!found) return refuse('USER_NOT_FOUND')
    // A link is as good as a password.
    const refused = refusalFor(found, { setsPassword: true }, inside)
    if (refused) return refused
    if (!found.enabled) return refuse('INVITEE_DISABLED')
    const { others, passwordHash, ...user } = found
    return linkFor(user, mayMail, [], inside)
  })
}

async function linkFor(user: User, mayMail: boolean, entries: readonly Audited[], caller: RequestContext): Promise<Invited> {
  const { db, principal, ctx } = caller
  const { companyId } = principal
  const { token, expiresAt } = await linkForInvitee(db, { companyId, userId: user.userId }, principal.userId, ctx.now())
  const sentTo = mayMail ? user.email : null
  if (sentTo) await sendInvitation(caller, { to: sentTo, firstName: user.firstName, login: user.login, token })
  await recordChange(caller, TEAM_CHANGED, [
    ...entries,
    { action: 'user-invited', of: { kind: 'user', id: user.userId }, after: { sentTo } },
  ])
  return { user, token, expiresAt: toIso(expiresAt), sentTo }
}

export async function revokeOne(
  { params: { id } }: CheckedOf<typeof revokeInvitation>,
  caller: RequestContext,
): Promise<AnswerOf<typeof revokeInvitation> | Refusal> {
  const { db, principal } = caller
  if (!(await lockUser(db, principal.companyId, id))) return refuse('USER_NOT_FOUND')
  const revoked = await endInvitation(db, { companyId: principal.companyId, userId: id })
  if (revoked) await recordChange(caller, TEAM_CHANGED, [{ action: 'invitation-revoked', of: { kind: 'user', id } }])
  return { revoked }
}

/** Unknown, used, revoked and expired tokens get the same response. */
export async function showInvitation(
  { body }: CheckedOf<typeof readInvitation>,
  { ctx, request }: PublicContext,
): Promise<AnswerOf<typeof readInvitation> | Refusal> {
  const fromHere = await countSignIn(ctx, request.ip)
  if (!fromHere.allowed) return refuse('TOO_MANY_REQUESTS', { retryAfterSeconds: fromHere.retryAfterSeconds })
  return (await ctx.database.asSystem((db) => inviteeOf(db, body.token, ctx.now()))) ?? refuse('INVITATION_ENDED')
}

/** Hashes the password before the transaction, because hashing is slow and would block others. */
export async function accept(
  { body: { token, password } }: CheckedOf<typeof acceptInvitation>,
  { ctx, request, reply }: PublicContext,
): Promise<AnswerOf<typeof acceptInvitation> | Refusal> {
  const fromHere = await countSignIn(ctx, request.ip)
  if (!fromHere.allowed) return refuse('TOO_MANY_REQUESTS', { retryAfterSeconds: fromHere.retryAfterSeconds })
  const invitee = await ctx.database.asSystem((db) => inviteeOf(db, token, ctx.now()))
  if (!invitee) return refuse('INVITATION_ENDED')
  if (isGuessable(password, [invitee.login, invitee.firstName, invitee.lastName])) return refuse('PASSWORD_TOO_COMMON')
  const passwordHash = await hashPassword(password)
  const now = ctx.now()
  const issued = await ctx.database.asSystem(async (db) => {
    const user = await redeemInvitation(db, token, passwordHash, now)
    if (!user) return null
    const { companyId, userId } = user
    await endLinks(db, user)
    await endSessionsOf(db, user, { except: null }, now)
    await endSeatSessions(db, user, now)
    // Notifies the owner, who may not have set the password.
    if (user.email && !invitee.isNew) await notifyOfPasswordChange(db, { ...user, to: user.email }, now)
    await audit(db, companyId, { userId, at: now }, [{ action: 'invitation-accepted', of: { kind: 'user', id: userId } }])
    const opened = await openSession(db, { companyId, id: userId }, request.headers['user-agent']?.slice(0, 300) ?? null, now)
    await publishEvents(db, companyId, [{ activity: 'TEAM_CHANGED', at: now, machineId: null, changed: ['team'] }], now)
    return opened
  })
  if (!issued) return refuse('INVITATION_ENDED')
  rememberDevice(ctx, request, reply, invitee.login)
  return handOver(issued, { ctx, request, reply })
}
