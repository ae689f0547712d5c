import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Tokens, token } from '#contract/account.ts'
import type { CheckedOf } from '#contract/endpoint.ts'
import { SECOND } from '#domain/time.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import type { AppContext, PublicContext } from '../../http/request-context.ts'
import { verifyCaptcha } from './captcha.ts'
import { purgeSpentCaptchas } from './captchas.store.ts'
import { purgeLoginAttempts } from './login-throttle.store.ts'
import { countSignIn, guessOf } from './login-throttle.ts'
import { deadRefreshToken, disabledLogin, tooManyLoginAttempts, wrongLogin } from './oauth-refusal.ts'
import { verifyPassword } from './passwords.ts'
import { continueSession, type Issued, openSession } from './sessions.store.ts'
import { refreshTokenIn, setRefreshCookie, usesRefreshCookie } from './tokens.ts'
import { loginNamed } from './users.store.ts'

type Form = CheckedOf<typeof token>['body']
type PasswordForm = Extract<Form, { grant_type: 'password' }>
type RefreshForm = Extract<Form, { grant_type: 'refresh_token' }>

export async function issueTokens({ body }: CheckedOf<typeof token>, visitor: PublicContext): Promise<Tokens | Refusal> {
  return body.grant_type === 'password' ? signIn(body, visitor) : refreshTokens(body, visitor)
}

async function signIn(form: PasswordForm, { ctx, request, reply }: PublicContext): Promise<Tokens | Refusal> {
  const fromHere = await countSignIn(ctx, request.ip)
  if (!fromHere.allowed) return tooManyLoginAttempts(fromHere.retryAfterSeconds)
  const captcha = await verifyCaptcha(ctx, 'login', form.reCaptchaToken)
  if (captcha === 'unreachable') return refuse('OVERLOADED', { detail: 'The captcha cannot be verified now.', retryAfterSeconds: 10 })
  if (captcha === 'unsolved') return refuse('INVALID_CAPTCHA', { detail: 'The captcha is missing, wrong, expired or already used.' })
  const guess = await guessOf(ctx, form.username, knownDevice(ctx, request, form.username))
  if (!guess.allowance.allowed) return tooManyLoginAttempts(guess.allowance.retryAfterSeconds)

  // From here on known and unknown logins take the same path until the password is verified.
  const login = await ctx.database.asSystem((db) => loginNamed(db, form.username))
  const fits = await verifyPassword(login?.passwordHash ?? null, form.password)
  if (!fits || !login) return wrongLogin()
  if (!login.enabled) return disabledLogin()

  await guess.wasRight()
  const now = ctx.now()
  const issued = await ctx.database.asSystem(async (db) => {
    await purgeLoginAttempts(db, now)
    await purgeSpentCaptchas(db, now)
    return openSession(db, login, request.headers['user-agent']?.slice(0, 300) ?? null, now)
  })
  rememberDevice(ctx, request, reply, form.username)
  return handOver(issued, { ctx, request, reply })
}

async function refreshTokens(form: RefreshForm, { ctx, request, reply }: PublicContext): Promise<Tokens | Refusal> {
  const presented = form.refresh_token || refreshTokenIn(request)
  const continued = await ctx.database.asSystem((db) => continueSession(db, presented, ctx.now()))
  if ('issued' in continued) return handOver(continued.issued, { ctx, request, reply })
  // The token may still be valid once the clock is correct.
  if ('ended' in continued && continued.ended === 'expired' && ctx.isClockDoubtful?.())
    return refuse('OVERLOADED', { detail: 'The clock of the server has jumped.', retryAfterSeconds: 60 })
  if ('stolen' in continued)
    ctx.log.warn({ session: continued.stolen.id }, 'a used refresh token was presented again; its session was ended')
  // Does not clear the cookie, because a sign-in in another tab may have replaced it meanwhile.
  return deadRefreshToken()
}

export function handOver(
  issued: Issued,
  { ctx, request, reply }: { ctx: AppContext; request: FastifyRequest; reply: FastifyReply },
): Tokens {
  const now = ctx.now()
  const inCookie = usesRefreshCookie(request)
  if (inCookie) setRefreshCookie(request, reply, issued.refresh, (issued.refreshExpiresAt - now) / SECOND)
  void reply.header('cache-control', 'no-store')
  return {
    access_token: issued.access,
    token_type: 'bearer',
    expires_in: Math.max(0, Math.floor((issued.accessExpiresAt - now) / SECOND)),
    ...(inCookie ? {} : { refresh_token: issued.refresh }),
    scope: 'app',
  }
}

/** Cookie that stores the logins that succeeded in this browser: a random device id, and a signature over id and login for each. */
const COOKIE = 'known_device'
const SHAPE = /^[\w-]{22}(\.[\w-]{43}){1,4}$/
/** Maximum number of logins that share one device. */
const MAX_LOGINS = 4
/** The maximum cookie lifetime in browsers. */
const COOKIE_LIFETIME_SECONDS = 400 * 24 * 3600

/** The device's id if this login succeeded on it before, otherwise null. */
function knownDevice(ctx: Pick<AppContext, 'keyFor'>, request: FastifyRequest, login: string): string | null {
  const { id, seals } = read(request)
  if (id === null) return null
  const expected = Buffer.from(sealOf(ctx, id, login))
  return seals.some((seal) => timingSafeEqual(Buffer.from(seal), expected)) ? id : null
}

export function rememberDevice(ctx: Pick<AppContext, 'keyFor'>, request: FastifyRequest, reply: FastifyReply, login: string): void {
  const before = read(request)
  const id = before.id ?? randomBytes(16).toString('base64url')
  const ownSeal = sealOf(ctx, id, login)
  const seals = [ownSeal, ...before.seals.filter((seal) => seal !== ownSeal)].slice(0, MAX_LOGINS)
  void reply.setCookie(COOKIE, [id, ...seals].join('.'), {
    path: '/api/oauth',
    httpOnly: true,
    sameSite: 'strict',
    secure: request.protocol === 'https',
    maxAge: COOKIE_LIFETIME_SECONDS,
  })
}

function read(request: FastifyRequest): { id: string | null; seals: string[] } {
  const value = request.cookies[COOKIE] ?? ''
  if (!SHAPE.test(value)) return { id: null, seals: [] }
  const [id = null, ...seals] = value.split('.')
  return { id, seals }
}

const sealOf = (ctx: Pick<AppContext, 'keyFor'>, id: string, login: string) =>
  createHmac('sha256', ctx.keyFor('known-device')).update(`${id} ${login}`).digest('base64url')
