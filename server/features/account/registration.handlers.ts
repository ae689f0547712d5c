import type { AnswerOf, CheckedOf } from '#contract/endpoint.ts'
import type { askForReset, register, setPassword } from '#contract/registration.ts'
import { countryIn, fittingCurrency, fittingLocale, fittingTimezone } from '#domain/locales.ts'
import { isGuessable } from '#domain/team/passwords.ts'
import type { Visitor } from '../../http/caller.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import { askForLetter } from './asked-letters.store.ts'
import { captchaRefusal } from './captcha.ts'
import { countRegistration, countSignIn, mayResetBy, mayWriteTo } from './guessing.ts'
import { loginBehind, useLink } from './links.store.ts'
import { hashPassword } from './passwords.ts'
import { tellOfPassword } from './write-letters.ts'

/** Takes the same way whoever asks: whether the address is known is looked up later, when the letter is written. */
export async function askToRegister(
  { body }: CheckedOf<typeof register>,
  { house, request }: Visitor,
): Promise<AnswerOf<typeof register> | Refusal> {
  const refused = await captchaRefusal(house, 'register', body.reCaptchaToken)
  if (refused) return refused
  const fromHere = await countRegistration(house, request.ip)
  if (!fromHere.allowed) return refuse('TOO_MANY_REQUESTS', { retryAfterSeconds: fromHere.retryAfterSeconds })
  const { name, email, companyName, details } = body
  const ways = {
    locale: fittingLocale(body.locale),
    country: countryIn(body.locale),
    currency: fittingCurrency(body.currency),
    timezone: fittingTimezone(body.timezone),
  }
  if (await mayWriteTo(house, email))
    await house.database.asHouse((db) =>
      askForLetter(db, { kind: 'register', email, content: { name, companyName, details, ...ways } }, house.now()),
    )
  return {}
}

export async function askToReset(
  { body }: CheckedOf<typeof askForReset>,
  { house, request }: Visitor,
): Promise<AnswerOf<typeof askForReset> | Refusal> {
  const fromHere = await countSignIn(house, request.ip)
  if (!fromHere.allowed) return refuse('TOO_MANY_REQUESTS', { retryAfterSeconds: fromHere.retryAfterSeconds })
  const refused = await captchaRefusal(house, 'reset', body.reCaptchaToken)
  if (refused) return refused
  if (await mayResetBy(house, body.email))
    await house.database.asHouse((db) => askForLetter(db, { kind: 'reset', email: body.email, content: {} }, house.now()))
  return {}
}

export async function setNewPassword(
  { params, body }: CheckedOf<typeof setPassword>,
  { house, request }: Visitor,
): Promise<AnswerOf<typeof setPassword> | Refusal> {
  const fromHere = await countSignIn(house, request.ip)
  if (!fromHere.allowed) return refuse('TOO_MANY_REQUESTS', { retryAfterSeconds: fromHere.retryAfterSeconds })
  const login = await house.database.asHouse((db) => loginBehind(db, params.hash, house.now()))
  if (login === null) return refuse('LINK_EXPIRED')
  if (isGuessable(body.password, [login])) return refuse('PASSWORD_TOO_COMMON')
  const passwordHash = await hashPassword(body.password)
  const now = house.now()
  const done = await house.database.asHouse(async (db) => {
    const setFor = await useLink(db, params.hash, passwordHash, now)
    // Whoever did not do it themselves must hear of it.
    if (setFor?.email && !setFor.isNew) await tellOfPassword(db, { ...setFor, to: setFor.email }, now)
    return setFor
  })
  return done ? { login: done.login } : refuse('LINK_EXPIRED')
}
