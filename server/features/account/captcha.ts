import { createChallenge, extractParams, verifySolution } from 'altcha-lib/v1'
import * as v from 'valibot'
import { MINUTE, type Moment, SECOND } from '#domain/time.ts'
import { type RecaptchaAnswer, verifyRecaptcha } from '../../http/outbound.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import type { AppContext } from '../../http/request-context.ts'
import { spendCaptcha } from './captchas.store.ts'

type CaptchaAction = 'login' | 'reset' | 'register' | 'issue'
type CaptchaResult = 'solved' | 'unsolved' | 'unreachable'

/** On average half this many SHA-256 computations: about a second on a slow phone. */
const HARDEST = 50_000
const CHALLENGE_LIFETIME = 10 * MINUTE
/** Google's default threshold for versions with scores. */
const MIN_SCORE = 0.5

type CaptchaContext = Pick<AppContext, 'settings' | 'database' | 'keyFor' | 'now'>

const secretOf = (ctx: Pick<AppContext, 'keyFor'>) => ctx.keyFor('captcha').toString('base64url')

/** ALTCHA challenge of version 1: find the number whose SHA-256 with the salt equals the challenge. */
export const challengeFor = (ctx: Pick<AppContext, 'keyFor' | 'now'>, action: CaptchaAction) =>
  createChallenge({
    algorithm: 'SHA-256',
    maxnumber: HARDEST,
    expires: new Date(ctx.now() + CHALLENGE_LIFETIME),
    params: { action },
    hmacKey: secretOf(ctx),
  })

/** Verifies that the client solved a recent, unused challenge for this action. Verification consumes the solution. */
export async function verifyCaptcha(
  ctx: CaptchaContext,
  action: CaptchaAction,
  token: string,
  ask = verifyRecaptcha,
): Promise<CaptchaResult> {
  const { captcha, recaptcha } = ctx.settings
  if (captcha === 'off') return 'solved'
  if (captcha === 'recaptcha') {
    if (token === '' || !recaptcha) return 'unsolved'
    const answer = await ask(recaptcha.secret, token)
    return answer === 'unreachable' ? answer : isHuman(answer, action) ? 'solved' : 'unsolved'
  }
  const solution = await readSolution(ctx, token)
  if (!solution || solution.action !== action || solution.expiresAt <= ctx.now()) return 'unsolved'
  return (await ctx.database.asSystem((db) => spendCaptcha(db, solution.signature, solution.expiresAt))) ? 'solved' : 'unsolved'
}

/** The refusal for a failed captcha, or null. */
export async function captchaRefusal(ctx: CaptchaContext, action: CaptchaAction, token: string): Promise<Refusal | null> {
  const verdict = await verifyCaptcha(ctx, action, token)
  if (verdict === 'unreachable') return refuse('OVERLOADED', { detail: 'The captcha cannot be verified now.', retryAfterSeconds: 10 })
  return verdict === 'solved' ? null : refuse('INVALID_CAPTCHA', { detail: 'The captcha is missing, wrong, expired or already used.' })
}

const isHuman = ({ success, score, action }: RecaptchaAnswer, expected: CaptchaAction) =>
  success && (score ?? 1) >= MIN_SCORE && (action ?? expected) === expected

const Solution = v.object({
  algorithm: v.literal('SHA-256'),
  challenge: v.string(),
  // Must be an integer: text here could shift the end of the salt and thereby change what was signed.
  number: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  salt: v.pipe(v.string(), v.endsWith('&')),
  signature: v.string(),
})
const Parameters = v.object({ action: v.string(), expires: v.pipe(v.string(), v.regex(/^\d+$/), v.transform(Number)) })

async function readSolution(ctx: CaptchaContext, token: string): Promise<{ action: string; expiresAt: Moment; signature: string } | null> {
  const solution = v.safeParse(Solution, readJson(token))
  if (!solution.success) return null
  // The library would use the system clock; expiry is checked against the app's clock instead.
  if (!(await verifySolution(solution.output, secretOf(ctx), false))) return null
  const parameters = v.safeParse(Parameters, extractParams(solution.output))
  if (!parameters.success) return null
  return { action: parameters.output.action, expiresAt: parameters.output.expires * SECOND, signature: solution.output.signature }
}

function readJson(base64: string): unknown {
  try {
    return JSON.parse(Buffer.from(base64, 'base64').toString())
  } catch {
    return null
  }
}
