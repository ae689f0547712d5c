import * as v from 'valibot'
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '#domain/team/passwords.ts'
import { Account } from './account.ts'
import { endpoint } from './endpoint.ts'
import { personalName, text } from './fields.ts'

/** Without the spaces around it, which the sign-in drops too. */
export const NewPassword = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(MIN_PASSWORD_LENGTH, 'PASSWORD_TOO_SHORT'),
  v.maxLength(MAX_PASSWORD_LENGTH, 'PASSWORD_TOO_LONG'),
)

export const phoneOf = (longest: number, wrong: string) =>
  v.pipe(
    text(longest),
    v.check((number) => number === '' || number.length >= 6, wrong),
    v.regex(/^[+\d\s()./-]*$/, wrong),
  )
const phone = phoneOf(14, 'PHONE_INVALID')

/** What somebody writes of themselves. An empty phone number is none. */
export const ProfileFields = v.object({
  firstName: v.pipe(personalName(30), v.nonEmpty('FIRST_NAME_REQUIRED')),
  lastName: v.pipe(personalName(30), v.nonEmpty('LAST_NAME_REQUIRED')),
  phoneNumber: phone,
})

/** A new password as a form asks for it: twice. The messages are keys of words, and the same rule holds wherever one is set. */
export const PasswordTwice = v.pipe(
  v.object({ newPassword: NewPassword, repeat: v.pipe(v.string(), v.trim()) }),
  v.forward(
    v.check(({ newPassword, repeat }) => newPassword === repeat, 'PASSWORDS_MUST_MATCH'),
    ['repeat'],
  ),
)

/** The old password is asked for where a new one is set. */
export const PasswordChange = v.pipe(
  v.object({ oldPassword: v.string(), newPassword: NewPassword, repeat: v.pipe(v.string(), v.trim()) }),
  v.forward(
    v.check(({ oldPassword }) => oldPassword !== '', 'OLD_PASSWORD_IS_REQUIRED'),
    ['oldPassword'],
  ),
  v.forward(
    v.check(({ newPassword, repeat }) => newPassword === repeat, 'PASSWORDS_MUST_MATCH'),
    ['repeat'],
  ),
)

export const changeProfile = endpoint({
  name: 'changeProfile',
  method: 'PATCH',
  path: '/accounts/me',
  who: 'anyone',
  summary: 'Changes what somebody writes of themselves. A new password needs the old one, and ends every other session of theirs',
  body: v.pipe(
    v.object({
      firstName: v.optional(ProfileFields.entries.firstName),
      lastName: v.optional(ProfileFields.entries.lastName),
      phoneNumber: v.optional(v.nullable(phone)),
      newPassword: v.optional(NewPassword),
      oldPassword: v.optional(v.pipe(v.string(), v.maxLength(200))),
    }),
    v.forward(
      v.check(({ newPassword, oldPassword }) => newPassword === undefined || (oldPassword ?? '') !== '', 'OLD_PASSWORD_IS_REQUIRED'),
      ['oldPassword'],
    ),
  ),
  answer: Account,
  refusals: ['OLD_PASSWORD_WRONG', 'PASSWORD_TOO_COMMON', 'TOO_MANY_REQUESTS'],
})

/** A company that a head-office manager may go to, their own among them; a company by itself has none. */
export const Branch = v.object({ identifier: v.string(), name: v.string() })
export type Branch = v.InferOutput<typeof Branch>

export const AccountSettings = v.object({
  /** The company's. */
  name: v.string(),
  tosAccepted: v.boolean(),
  branches: v.array(Branch),
  weeklyEmails: v.boolean(),
  systemUpdates: v.boolean(),
})
export type AccountSettings = v.InferOutput<typeof AccountSettings>

export const accountSettings = endpoint({
  name: 'accountSettings',
  method: 'GET',
  path: '/accounts/me/settings',
  who: 'anyone',
  summary: 'Whether the terms are accepted, and which mails somebody wants',
  answer: AccountSettings,
})

export const changeAccountSettings = endpoint({
  name: 'changeAccountSettings',
  method: 'PATCH',
  path: '/accounts/me/settings',
  who: 'anyone',
  summary: 'Sets which mails somebody wants',
  body: v.object({ weeklyEmails: v.optional(v.boolean()), systemUpdates: v.optional(v.boolean()) }),
  answer: AccountSettings,
  keyed: true,
})

export const acceptTerms = endpoint({
  name: 'acceptTerms',
  method: 'POST',
  path: '/company/tos',
  who: 'manager',
  summary: 'Accepts the terms of service for the company: those of the date that was shown, or without a body the current ones',
  body: v.optional(v.object({ version: v.optional(v.pipe(v.string(), v.regex(/^\d{4}-\d{2}-\d{2}$/))) }), {}),
  answer: AccountSettings,
  keyed: true,
  refusals: ['TERMS_CHANGED'],
})

/** A signed-in device. */
export const Session = v.object({
  sessionId: v.string(),
  /** The one that asks. */
  isThis: v.boolean(),
  /** As its browser calls itself; null where it did not say. */
  userAgent: v.nullable(v.string()),
  createdAt: v.string(),
  lastUsedAt: v.string(),
})
export type Session = v.InferOutput<typeof Session>

export const listSessions = endpoint({
  name: 'listSessions',
  method: 'GET',
  path: '/accounts/me/sessions',
  who: 'anyone',
  summary: 'Where somebody is signed in, latest used first',
  answer: v.array(Session),
})

export const endOneSession = endpoint({
  name: 'endOneSession',
  method: 'DELETE',
  path: '/accounts/me/sessions/:sessionId',
  who: 'anyone',
  summary: 'Signs a device of one’s own out; what it has not sent stays on it, sealed',
  params: v.object({ sessionId: v.pipe(v.string(), v.uuid(), v.toLowerCase()) }),
  answer: v.object({ ended: v.number() }),
  refusals: ['SESSION_NOT_FOUND'],
})

export const endOtherSessions = endpoint({
  name: 'endOtherSessions',
  method: 'DELETE',
  path: '/accounts/me/sessions',
  who: 'anyone',
  summary: 'Signs every device of one’s own out but this one',
  answer: v.object({ ended: v.number() }),
})
