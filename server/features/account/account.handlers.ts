import type { Account, captcha, checkToken, revoke } from '#contract/account.ts'
import type { AnswerOf, CheckedOf } from '#contract/endpoint.ts'
import { SECOND } from '#domain/time.ts'
import { personOf } from '../../http/authenticate.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import type { PublicContext, RequestContext } from '../../http/request-context.ts'
import { challengeFor } from './captcha.ts'
import { deadAccessToken } from './oauth-refusal.ts'
import { endSessionOf } from './sessions.store.ts'
import { clearRefreshCookie, refreshTokenIn, usesRefreshCookie } from './tokens.ts'
import { accountOf } from './users.store.ts'

export async function getCaptchaChallenge(
  { query }: CheckedOf<typeof captcha>,
  { ctx }: PublicContext,
): Promise<AnswerOf<typeof captcha> | Refusal> {
  if (ctx.settings.captcha === 'recaptcha') return refuse('NOT_FOUND', { detail: 'This server uses reCAPTCHA.' })
  return challengeFor(ctx, query.action)
}

export async function checkAccessToken(
  { query, body }: CheckedOf<typeof checkToken>,
  { ctx }: PublicContext,
): Promise<AnswerOf<typeof checkToken> | Refusal> {
  const principal = await personOf(ctx, body?.token || query.token || '')
  if (!principal?.enabled) return deadAccessToken()
  return { active: true, user_name: principal.login, authorities: [...principal.roles], exp: Math.floor(principal.expiresAt / SECOND) }
}

/** Ends the session of the token at once. The response does not reveal whether the token was valid (RFC 7009 §2.2). */
export async function endSession(
  { body }: CheckedOf<typeof revoke>,
  { ctx, request, reply }: PublicContext,
): Promise<Record<string, never>> {
  const named = [body.token, refreshTokenIn(request)].filter((token) => token !== '')
  await ctx.database.asSystem(async (db) => {
    for (const token of named) await endSessionOf(db, token, ctx.now())
  })
  if (usesRefreshCookie(request)) clearRefreshCookie(request, reply)
  return {}
}

export async function getCurrentAccount(_: unknown, { db, principal, ctx }: RequestContext): Promise<Account | Refusal> {
  const account = await accountOf(db, principal.companyId, principal.userId)
  if (!account) return refuse('UNAUTHORIZED')
  return {
    ...account,
    roles: [...new Set([account.companyRole, ...principal.roles])],
    gsmSignal: principal.companyId === ctx.settings.gsmSignalCompany,
  }
}
