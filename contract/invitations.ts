import * as v from 'valibot'
import { Tokens } from './account.ts'
import { endpoint } from './endpoint.ts'
import { DateTime, QueryUserId } from './fields.ts'
import { MachineIds } from './machines.ts'
import { NewPassword } from './profile.ts'
import { isReachable, NewLogin, USER_FIELDS, User } from './users.ts'

/** How long an invitation is valid. */
export const INVITATION_DAYS = 7

/** The form of an invitation. The messages are translation keys, and the server applies the same rules. */
export const InvitationFields = v.pipe(
  v.object(USER_FIELDS),
  v.forward(
    v.check((user) => isReachable(user), 'EMAIL_INVALID'),
    ['email'],
  ),
)

/** The page of an invitation. The token is in the fragment, which browsers send to no server and put into no `Referer`. */
export const invitationAddress = (origin: string, token: string) => `${origin}/join#${token}`

export const Invited = v.object({
  user: User,
  /** Returned only here; the server stores its hash. */
  token: v.string(),
  expiresAt: DateTime,
  /** The address that the link was mailed to. */
  sentTo: v.nullable(v.string()),
})
export type Invited = v.InferOutput<typeof Invited>

export const inviteUser = endpoint({
  name: 'inviteUser',
  method: 'POST',
  path: '/invitations',
  who: 'manager',
  summary:
    'Create an account without a password, assign machines to it, and return a link that signs in once. The link is mailed if there is an address',
  body: v.pipe(
    v.object({
      ...USER_FIELDS,
      email: v.optional(USER_FIELDS.email, ''),
      phoneNumber: v.optional(USER_FIELDS.phoneNumber, ''),
      login: NewLogin,
      machineIds: v.optional(MachineIds),
    }),
    v.forward(
      v.check((user) => isReachable(user), 'EMAIL_INVALID'),
      ['email'],
    ),
    v.forward(
      v.check(({ companyRole, machineIds }) => companyRole === 'ROLE_EMPLOYEE' || machineIds === undefined, 'managers have every machine'),
      ['machineIds'],
    ),
  ),
  answer: Invited,
  status: 201,
  keyed: 'sealed',
  refusals: ['LOGIN_TAKEN', 'MACHINE_NOT_FOUND', 'FORBIDDEN'],
})

const InviteeParams = v.object({ id: QueryUserId })

export const inviteAgain = endpoint({
  name: 'inviteAgain',
  method: 'POST',
  path: '/users/:id/invitation',
  who: 'manager',
  summary:
    'Create a link that signs an existing employee in once. It replaces the previous link; their password is valid until they accept',
  params: InviteeParams,
  answer: Invited,
  status: 201,
  keyed: 'sealed',
  refusals: ['USER_NOT_FOUND', 'OWN_ROW', 'USER_OUTRANKS', 'INVITEE_DISABLED'],
})

export const revokeInvitation = endpoint({
  name: 'revokeInvitation',
  method: 'DELETE',
  path: '/users/:id/invitation',
  who: 'manager',
  summary: 'Revoke the open invitation of an employee. No effect if there is none',
  params: InviteeParams,
  answer: v.object({ revoked: v.boolean() }),
  keyed: true,
  refusals: ['USER_NOT_FOUND'],
})

/** Any text, so that every wrong token gets the same response. */
const token = v.pipe(v.string(), v.minLength(1), v.maxLength(200))

/** What the page of an invitation shows. `isNew`: the user has never had a password. */
export const OpenInvitation = v.object({
  companyName: v.string(),
  firstName: v.string(),
  lastName: v.string(),
  login: v.string(),
  isNew: v.boolean(),
})
export type OpenInvitation = v.InferOutput<typeof OpenInvitation>

export const readInvitation = endpoint({
  name: 'readInvitation',
  method: 'POST',
  path: '/invitations/read',
  who: 'public',
  summary: 'Retrieve what an invitation is for. This does not use it up',
  body: v.object({ token }),
  answer: OpenInvitation,
  refusals: ['INVITATION_ENDED', 'TOO_MANY_REQUESTS'],
})

export const acceptInvitation = endpoint({
  name: 'acceptInvitation',
  method: 'POST',
  path: '/invitations/accept',
  who: 'basic',
  summary: 'Accept an invitation: set a password and sign in. A link works once; all other sessions of the user end',
  body: v.object({ token, password: NewPassword }),
  answer: Tokens,
  plain: true,
  refusals: ['INVITATION_ENDED', 'PASSWORD_TOO_COMMON', 'TOO_MANY_REQUESTS'],
})
