import * as v from 'valibot'
import { AUTHORITIES, COMPANY_ROLES } from '#domain/team/permissions.ts'
import { endpoint } from './endpoint.ts'
import { Integer } from './fields.ts'

const TokenForm = v.variant('grant_type', [
  v.object({
    grant_type: v.literal('password'),
    username: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200), v.toLowerCase()),
    password: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
    reCaptchaToken: v.optional(v.pipe(v.string(), v.maxLength(10_000)), ''),
    alias: v.optional(v.pipe(v.string(), v.maxLength(200)), ''),
  }),
  v.object({ grant_type: v.literal('refresh_token'), refresh_token: v.optional(v.pipe(v.string(), v.maxLength(500)), '') }),
])

/** RFC 6749. The refresh token is absent if it is sent in a cookie, which our own app requests with a header. */
export const Tokens = v.object({
  access_token: v.string(),
  token_type: v.literal('bearer'),
  expires_in: Integer,
  refresh_token: v.optional(v.string()),
  scope: v.string(),
})
export type Tokens = v.InferOutput<typeof Tokens>

export const OAuthError = v.object({ error: v.string(), error_description: v.optional(v.string()), code: v.optional(v.string()) })

/** Sent by our own app: store the refresh token in a cookie that scripts cannot read. */
export const REFRESH_COOKIE_HEADER = 'x-refresh-cookie'

/** The public client of RFC 6749 §2.3.1. It identifies the app and authenticates nothing. */
export const PUBLIC_CLIENT = 'Basic d2ViOndlYg=='

export const token = endpoint({
  name: 'token',
  method: 'POST',
  path: '/oauth/token',
  who: 'basic',
  summary: 'Sign in with a login and a password, or refresh a session with its refresh token',
  body: TokenForm,
  bodyType: 'form',
  answer: Tokens,
  plain: true,
  refusals: ['INVALID_CAPTCHA', 'TOO_MANY_REQUESTS'],
})

export const checkToken = endpoint({
  name: 'checkToken',
  method: 'POST',
  path: '/oauth/check_token',
  who: 'basic',
  summary: 'Check whether an access token is valid',
  query: v.object({ token: v.optional(v.pipe(v.string(), v.maxLength(500))) }),
  body: v.optional(v.object({ token: v.optional(v.pipe(v.string(), v.maxLength(500))) })),
  bodyType: 'form',
  answer: v.object({ active: v.literal(true), user_name: v.string(), authorities: v.array(v.string()), exp: Integer }),
  plain: true,
})

export const revoke = endpoint({
  name: 'revoke',
  method: 'POST',
  path: '/oauth/revoke',
  who: 'basic',
  summary: 'End the session of a token (RFC 7009)',
  body: v.optional(v.object({ token: v.optional(v.pipe(v.string(), v.maxLength(500)), ''), token_type_hint: v.optional(v.string()) }), {}),
  bodyType: 'form',
  answer: v.object({}),
  plain: true,
})

export const captcha = endpoint({
  name: 'captcha',
  method: 'GET',
  path: '/captcha',
  who: 'public',
  summary: 'Create a proof-of-work challenge (ALTCHA); send its solution as reCaptchaToken',
  query: v.object({ action: v.optional(v.picklist(['login', 'reset', 'register', 'issue']), 'login') }),
  answer: v.object({
    algorithm: v.string(),
    challenge: v.string(),
    maxnumber: v.optional(Integer),
    salt: v.string(),
    signature: v.string(),
  }),
  plain: true,
})

export const Account = v.object({
  userId: Integer,
  /** Empty if a device stored the account before accounts contained the login. */
  login: v.optional(v.string(), ''),
  firstName: v.string(),
  lastName: v.string(),
  phoneNumber: v.nullable(v.string()),
  email: v.nullable(v.string()),
  eventChannelId: v.string(),
  companyRole: v.picklist(COMPANY_ROLES),
  companyId: Integer,
  companyName: v.string(),
  roles: v.array(v.fallback(v.picklist(AUTHORITIES), 'ROLE_EMPLOYEE')),
  companyIntegrations: v.array(v.string()),
  locale: v.optional(v.string(), 'en-US'),
  currency: v.optional(v.string(), 'EUR'),
  country: v.nullable(v.string()),
  timezone: v.optional(v.string(), 'UTC'),
  planName: v.string(),
  cancellationEffectiveDate: v.nullable(v.string()),
  /** Whether machine pages show the GSM signal. The server enables it for one company. */
  gsmSignal: v.optional(v.boolean(), false),
  /** Whether the company is the sample company of another one, with invented data. */
  isSample: v.optional(v.boolean(), false),
  /** Encrypts the data that this user leaves on a device at sign-out; never sent to anyone else. */
  sealKey: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
})
export type Account = v.InferOutput<typeof Account>

export const me = endpoint({
  name: 'me',
  method: 'GET',
  path: '/accounts/me',
  who: 'anyone',
  summary: 'Retrieve the signed-in user and their company',
  answer: Account,
})
