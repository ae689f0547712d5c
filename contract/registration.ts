import * as v from 'valibot'
import { readableAddress } from '#domain/mail-address.ts'
import { minCharacters } from './characters.ts'
import { endpoint } from './endpoint.ts'
import { personalName, text } from './fields.ts'
import { NewPassword } from './profile.ts'

const captchaToken = v.optional(v.pipe(v.string(), v.maxLength(10_000)), '')
/** Domains in any script, or in ASCII, which browsers convert them to: `bücher.de`, `xn--bcher-kva.de`. */
export const MAIL_ADDRESS =
  /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?\.)+\p{L}[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}]$/u

/** Few mail servers deliver to a mailbox whose name has other letters than a to z, so its refusal says more than that of a typing error. */
const wrongAddress = ({ input }: { input: string }): string =>
  /^[^@\s]*[^\0-\x7f][^@\s]*@[^@\s]+$/.test(input) ? 'EMAIL_BEFORE_AT' : 'EMAIL_INVALID'

/** Lower case and with a readable domain, because each mailbox has one address here, however it was typed. */
export const Email = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(200, 'EMAIL_INVALID'),
  v.toLowerCase(),
  { ...v.email(wrongAddress), requirement: MAIL_ADDRESS },
  v.transform(readableAddress),
)

/** An address that may be missing. */
export const emailOrNothing = (longest: number) =>
  v.pipe(
    text(longest),
    v.check((address) => address === '' || v.is(Email, address), wrongAddress),
    v.transform(readableAddress),
  )

/** The fields of a registration. The messages are translation keys. */
export const RegistrationFields = v.object({
  name: v.pipe(personalName(40), v.nonEmpty('NAME_REQUIRED')),
  email: Email,
  companyName: v.pipe(personalName(40), minCharacters(2, 'COMPANY_REQUIRED')),
})

export const register = endpoint({
  name: 'register',
  method: 'POST',
  path: '/register',
  who: 'basic',
  summary: 'Register a company. A mail with a link follows; the response is the same whether or not the address is known',
  body: v.object({
    ...RegistrationFields.entries,
    locale: v.optional(text(40), ''),
    currency: v.optional(text(10), ''),
    timezone: v.optional(text(60), ''),
    details: v.optional(text(2000), ''),
    reCaptchaToken: captchaToken,
  }),
  answer: v.object({}),
  status: 201,
  refusals: ['INVALID_CAPTCHA', 'TOO_MANY_REQUESTS'],
})

export const ResetFields = v.object({ email: Email })

export const askForReset = endpoint({
  name: 'askForReset',
  method: 'POST',
  path: '/password-reset',
  who: 'public',
  summary: 'Send a link by mail to set a new password; the response is the same whether or not the account exists',
  body: v.object({ ...ResetFields.entries, reCaptchaToken: captchaToken }),
  answer: v.object({}),
  status: 202,
  refusals: ['INVALID_CAPTCHA', 'TOO_MANY_REQUESTS'],
})

export const setPassword = endpoint({
  name: 'setPassword',
  method: 'PATCH',
  path: '/password-reset/:hash',
  who: 'public',
  summary:
    'Set the password with the link of a mail, which works once; a registration link creates the company. All sessions of the user end',
  params: v.object({ hash: v.pipe(v.string(), v.minLength(1), v.maxLength(200)) }),
  body: v.object({ password: NewPassword }),
  answer: v.object({ login: v.string() }),
  refusals: ['LINK_EXPIRED', 'PASSWORD_TOO_COMMON'],
})
