import * as v from 'valibot'
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '#domain/team/passwords.ts'
import { Account } from './account.ts'
import { maxCharacters, minCharacters } from './characters.ts'
import { endpoint } from './endpoint.ts'
import { DateTime, Integer, line, personalName, text } from './fields.ts'

/** Trimmed, as at sign-in. */
export const NewPassword = v.pipe(
  v.string(),
  v.trim(),
  minCharacters(MIN_PASSWORD_LENGTH, 'PASSWORD_TOO_SHORT'),
  maxCharacters(MAX_PASSWORD_LENGTH, 'PASSWORD_TOO_LONG'),
)

export const phoneOf = (longest: number, wrong: string) =>
  v.pipe(
    text(longest),
    v.check((number) => number === '' || number.length >= 6, wrong),
    v.regex(/^[+\d\s()./-]*$/, wrong),
  )
const phone = phoneOf(14, 'PHONE_INVALID')

/** The fields that users edit themselves. An empty phone number is stored as null. */
export const ProfileFields = v.object({
  firstName: v.pipe(personalName(30), v.nonEmpty('FIRST_NAME_REQUIRED')),
  lastName: v.pipe(personalName(30), v.nonEmpty('LAST_NAME_REQUIRED')),
  phoneNumber: phone,
})

/** A new password, typed twice. The messages are translation keys, and the same rule applies wherever a password is set. */
export const PasswordTwice = v.pipe(
  v.object({ newPassword: NewPassword, repeat: v.pipe(v.string(), v.trim()) }),
  v.forward(
    v.check(({ newPassword, repeat }) => newPassword === repeat, 'PASSWORDS_MUST_MATCH'),
    ['repeat'],
  ),
)

/** A new password requires the old one. */
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
  summary: 'Update your own profile. A new password requires the old one and ends all of your other sessions',
  body: v.pipe(
    v.object({
      firstName: v.optional(ProfileFields.entries.firstName),
      lastName: v.optional(ProfileFields.entries.lastName),
      phoneNumber: v.optional(v.nullable(phone)),
      /** Only the stored address: the form shows it, and a user cannot change it. */
      email: v.optional(v.nullable(v.pipe(line(200), v.toLowerCase()))),
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

/** A company that a head-office manager may switch to, including their own; a single company has none. */
export const Branch = v.object({ identifier: v.string(), name: v.string() })
export type Branch = v.InferOutput<typeof Branch>

export const AccountSettings = v.object({
  /** Name of the company. */
  name: v.string(),
  tosAccepted: v.boolean(),
  branches: v.array(Branch),
  weeklyEmails: v.boolean(),
  systemUpdates: v.boolean(),
  /** The setup steps of a trial are hidden. */
  setupStepsHidden: v.optional(v.boolean()),
})
export type AccountSettings = v.InferOutput<typeof AccountSettings>

export const accountSettings = endpoint({
  name: 'accountSettings',
  method: 'GET',
  path: '/accounts/me/settings',
  who: 'anyone',
  summary: 'Retrieve whether the terms are accepted, your mail preferences, and whether the setup steps are hidden',
  answer: AccountSettings,
})

export const changeAccountSettings = endpoint({
  name: 'changeAccountSettings',
  method: 'PATCH',
  path: '/accounts/me/settings',
  who: 'anyone',
  summary: 'Update your mail preferences, and whether the setup steps are hidden',
  body: v.object({
    weeklyEmails: v.optional(v.boolean()),
    systemUpdates: v.optional(v.boolean()),
    setupStepsHidden: v.optional(v.boolean()),
  }),
  answer: AccountSettings,
  keyed: true,
})

export const acceptTerms = endpoint({
  name: 'acceptTerms',
  method: 'POST',
  path: '/company/tos',
  who: 'manager',
  summary: 'Accept the terms of service for the company: those of the date that was shown, or without a body the current ones',
  body: v.optional(v.object({ version: v.optional(v.pipe(v.string(), v.regex(/^\d{4}-\d{2}-\d{2}$/))) }), {}),
  answer: AccountSettings,
  keyed: true,
  refusals: ['TERMS_CHANGED'],
})

export const Session = v.object({
  sessionId: v.string(),
  /** The session of this request. */
  isThis: v.boolean(),
  /** The browser's user agent; null if it was not sent. */
  userAgent: v.nullable(v.string()),
  createdAt: DateTime,
  lastUsedAt: DateTime,
})
export type Session = v.InferOutput<typeof Session>

export const listSessions = endpoint({
  name: 'listSessions',
  method: 'GET',
  path: '/accounts/me/sessions',
  who: 'anyone',
  summary: 'List your sessions, latest used first',
  answer: v.array(Session),
})

export const endOneSession = endpoint({
  name: 'endOneSession',
  method: 'DELETE',
  path: '/accounts/me/sessions/:sessionId',
  who: 'anyone',
  summary: 'Sign out one of your devices; its unsent data stays on it, encrypted',
  params: v.object({ sessionId: v.pipe(v.string(), v.uuid(), v.toLowerCase()) }),
  answer: v.object({ ended: Integer }),
  refusals: ['SESSION_NOT_FOUND'],
})

export const endOtherSessions = endpoint({
  name: 'endOtherSessions',
  method: 'DELETE',
  path: '/accounts/me/sessions',
  who: 'anyone',
  summary: 'Sign out all of your devices except this one',
  answer: v.object({ ended: Integer }),
})
