import * as v from 'valibot'
import { NAME, PASSWORD } from '#domain/team/employees.ts'
import { AUTHORITIES, COMPANY_ROLES } from '#domain/team/permissions.ts'
import { maxCharacters, minCharacters } from './characters.ts'
import { endpoint } from './endpoint.ts'
import { DateTime, Integer, PageNumber, pageSize, personalName, QueryUserId, SearchText, text } from './fields.ts'
import { phoneOf } from './profile.ts'
import { emailOrNothing } from './registration.ts'

export const User = v.object({
  userId: Integer,
  firstName: v.string(),
  lastName: v.string(),
  email: v.nullable(v.string()),
  login: v.string(),
  phoneNumber: v.nullable(v.string()),
  companyRole: v.picklist(COMPANY_ROLES),
  enabled: v.boolean(),
  /** Rights beyond the company role. */
  roles: v.optional(v.array(v.fallback(v.picklist(AUTHORITIES), 'ROLE_EMPLOYEE')), []),
})
export type User = v.InferOutput<typeof User>

const password = v.pipe(
  v.string(),
  v.trim(),
  minCharacters(PASSWORD.least, 'EMPLOYEE_PASSWORD_LENGTH'),
  maxCharacters(PASSWORD.most, 'EMPLOYEE_PASSWORD_LENGTH'),
)

/** `invitedUntil`: when the link of an open invitation expires. `hasPassword`: false until the user has accepted an invitation. */
export const ListedUser = v.object({ ...User.entries, invitedUntil: v.nullable(DateTime), hasPassword: v.boolean() })
export type ListedUser = v.InferOutput<typeof ListedUser>

/** The editable fields of an employee. An empty e-mail address or phone number is stored as null. */
export const USER_FIELDS = {
  firstName: v.pipe(personalName(NAME.most), minCharacters(NAME.least, 'NAME_LENGTH')),
  lastName: v.pipe(personalName(NAME.most), minCharacters(NAME.least, 'NAME_LENGTH')),
  email: v.pipe(emailOrNothing(200), v.toLowerCase()),
  phoneNumber: phoneOf(16, 'EMPLOYEE_PHONE_INVALID'),
  companyRole: v.picklist(COMPANY_ROLES),
  /** Whether they may connect devices to machines (`ROLE_DEVICE_MANAGER`). Only users with that role may grant or revoke it. */
  isDeviceManager: v.optional(v.boolean()),
}

/** A manager without an address could never reset a password by mail. */
export const isReachable = ({ companyRole, email }: { companyRole: string; email: string | null }) =>
  companyRole !== 'ROLE_MANAGER' || Boolean(email)

/** In requests, null is an empty field, as in responses. */
const emailOrNull = v.nullable(USER_FIELDS.email)
const phoneOrNull = v.nullable(USER_FIELDS.phoneNumber)

/** The form of a new employee. The messages are translation keys, and the server applies the same rules. */
export const NewUserFields = v.pipe(
  v.object({ ...USER_FIELDS, plainPassword: password }),
  v.forward(
    v.check((user) => isReachable(user), 'EMAIL_INVALID'),
    ['email'],
  ),
)

/** The form of an existing employee: an empty password changes nothing. */
export const UserFields = v.pipe(
  v.object({ ...USER_FIELDS, plainPassword: v.union([v.literal(''), password]) }),
  v.forward(
    v.check((user) => isReachable(user), 'EMAIL_INVALID'),
    ['email'],
  ),
)

/** Made from the name: `loginFor`. */
export const NewLogin = v.pipe(text(60), v.regex(/^\S+_[a-z0-9]{5}$/, 'LOGIN_INVALID'), v.toLowerCase())

export const listUsers = endpoint({
  name: 'listUsers',
  method: 'GET',
  path: '/users',
  who: 'manager',
  summary: 'List the employees of the company',
  query: v.object({ query: SearchText, page: PageNumber, size: pageSize(100) }),
  answer: v.array(ListedUser),
  paged: true,
})

export const addUser = endpoint({
  name: 'addUser',
  method: 'POST',
  path: '/users',
  who: 'manager',
  summary: 'Create an account for an employee, with a login of your choice',
  body: v.pipe(
    v.object({
      ...USER_FIELDS,
      email: v.optional(emailOrNull, null),
      phoneNumber: v.optional(phoneOrNull, null),
      login: NewLogin,
      plainPassword: password,
    }),
    v.forward(
      v.check((user) => isReachable(user), 'EMAIL_INVALID'),
      ['email'],
    ),
  ),
  answer: User,
  status: 201,
  keyed: true,
  refusals: ['LOGIN_TAKEN', 'PASSWORD_TOO_COMMON', 'FORBIDDEN'],
})

export const changeUser = endpoint({
  name: 'changeUser',
  method: 'PATCH',
  path: '/users/:id',
  who: 'manager',
  summary: 'Update an employee, or enable or disable them; absent fields stay unchanged. You cannot update yourself here',
  params: v.object({ id: QueryUserId }),
  body: v.object({
    firstName: v.optional(USER_FIELDS.firstName),
    lastName: v.optional(USER_FIELDS.lastName),
    email: v.optional(emailOrNull),
    phoneNumber: v.optional(phoneOrNull),
    companyRole: v.optional(USER_FIELDS.companyRole),
    isDeviceManager: USER_FIELDS.isDeviceManager,
    plainPassword: v.optional(password),
    enabled: v.optional(v.boolean()),
  }),
  answer: ListedUser,
  keyed: true,
  refusals: ['USER_NOT_FOUND', 'OWN_ROW', 'LAST_MANAGER', 'USER_OUTRANKS', 'MANAGER_NEEDS_EMAIL', 'PASSWORD_TOO_COMMON', 'FORBIDDEN'],
})
