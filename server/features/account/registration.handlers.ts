import type { AnswerOf, CheckedOf } from '#contract/endpoint.ts'
import type { askForReset, register, setPassword } from '#contract/registration.ts'
import { countryIn, fittingCurrency, fittingLocale, fittingTimezone } from '#domain/locales.ts'
import { isGuessable } from '#domain/team/passwords.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import type { PublicContext } from '../../http/request-context.ts'
import { captchaRefusal } from './captcha.ts'
import { namesBehind, useLink } from './links.store.ts'
import { countRegistration, countSignIn, mayResetBy, mayWriteTo } from './login-throttle.ts'
import { hashPassword } from './passwords.ts'
import { requestMail } from './requested-mails.store.ts'
import { notifyOfPasswordChange } from './write-mails.ts'

/** Behaves the same for known and unknown addresses: the address is looked up later, when the mail is written. */
export async function requestRegistration(
  { body }: CheckedOf<typeof register>,
  { ctx, request }: PublicContext,
): Promise<AnswerOf<typeof register> | Refusal> {
  const refused = await captchaRefusal(ctx, 'register', body.reCaptchaToken)
  if (refused) return refused
  const fromHere = await countRegistration(ctx, request.ip)
  if (!fromHere.allowed) return refuse('TOO_MANY_REQUESTS', { retryAfterSeconds: fromHere.retryAfterSeconds })
  const { name, email, companyName, details } = body
  const ways = {
    locale: fittingLocale(body.locale),
    country: countryIn(body.locale),
    currency: fittingCurrency(body.currency),
    timezone: fittingTimezone(body.timezone),
  }
  if (await mayWriteTo(ctx, email))
    await ctx.database.asSystem((db) =>
      requestMail(db, { kind: 'register', email, content: { name, companyName, details, ...ways } }, ctx.now()),
    )
  return {}
}

export async function requestPasswordReset(
  { body }: CheckedOf<typeof askForReset>,
  { ctx, request }: PublicContext,
): Promise<AnswerOf<typeof askForReset> | Refusal> {
  const fromHere = await countSignIn(ctx, request.ip)
  if (!fromHere.allowed) return refuse('TOO_MANY_REQUESTS', { retryAfterSeconds: fromHere.retryAfterSeconds })
  const refused = await captchaRefusal(ctx, 'reset', body.reCaptchaToken)
  if (refused) return refused
  if (await mayResetBy(ctx, body.email))
    await ctx.database.asSystem((db) => requestMail(db, { kind: 'reset', email: body.email, content: {} }, ctx.now()))
  return {}
}

export async function setNewPassword(
  { params, body }: CheckedOf<typeof setPassword>,
  { ctx, request }: PublicContext,
): Promise<AnswerOf<typeof setPassword> | Refusal> {
  const fromHere = await countSignIn(ctx, request.ip)
  if (!fromHere.allowed) return refuse('TOO_MANY_REQUESTS', { retryAfterSeconds: fromHere.retryAfterSeconds })
  const names = await ctx.database.asSystem((db) => namesBehind(db, params.hash, ctx.now()))
  if (names === null) return refuse('LINK_EXPIRED')
  if (isGuessable(body.password, names)) return refuse('PASSWORD_TOO_COMMON')
  const passwordHash = await hashPassword(body.password)
  const now = ctx.now()
  const done = await ctx.database.asSystem(async (db) => {
    const setFor = await useLink(db, params.hash, passwordHash, now)
    // Notifies the owner, who may not have set the password.
    if (setFor?.email && !setFor.isNew) await notifyOfPasswordChange(db, { ...setFor, to: setFor.email }, now)
    return setFor
  })
  return done ? { login: done.login } : refuse('LINK_EXPIRED')
}
