import type { FastifyRequest } from 'fastify'
import * as v from 'valibot'
import type { OAuthError } from '#contract/account.ts'
import { problemOf, Refusal } from '../../http/refusal.ts'

type Words = v.InferOutput<typeof OAuthError>

/** A refusal with its own RFC 6749 error. */
class OAuthRefusal extends Refusal {
  readonly words: Words
  constructor(words: Words, more: { retryAfterSeconds?: number } = {}) {
    super(more.retryAfterSeconds === undefined ? 'INVALID_TOKEN' : 'TOO_MANY_REQUESTS', more)
    this.words = words
  }
}

/** Only returned if the password is correct. */
export const disabledLogin = () =>
  new OAuthRefusal({ error: 'invalid_grant', error_description: 'This account is disabled.', code: 'USER_DISABLED' })

/** The same response for an unknown login and a wrong password, whether or not the account is disabled. */
export const wrongLogin = () =>
  new OAuthRefusal({ error: 'invalid_grant', error_description: 'The login or the password is wrong.', code: 'INVALID_PASSWORD_OR_LOGIN' })

export const deadRefreshToken = () =>
  new OAuthRefusal({ error: 'invalid_grant', error_description: 'The session has ended; sign in again.', code: 'INVALID_TOKEN' })

export const deadAccessToken = () =>
  new OAuthRefusal({ error: 'invalid_token', error_description: 'The token is not alive.', code: 'INVALID_TOKEN' })

/** Does not reveal which limit was reached or whether the login exists. */
export const tooManyLoginAttempts = (retryAfterSeconds: number) =>
  new OAuthRefusal(
    { error: 'invalid_grant', error_description: 'Too many attempts; try again later.', code: 'TOO_MANY_REQUESTS' },
    { retryAfterSeconds },
  )

/**
 * Converts a refusal to an error of RFC 6749 §5.2. Temporary errors (429, 5xx) never use `invalid_grant`, except for the login throttle, so
 * that clients do not end the session because of a busy server.
 */
export function asOAuthError(refusal: Refusal, request: FastifyRequest): { status: number; body: Words } {
  if (refusal instanceof OAuthRefusal) return { status: refusal.status, body: refusal.words }
  const { status, code } = refusal
  const body = (error: string): Words => ({ error, error_description: refusal.detail ?? problemOf(refusal).title, code })
  if (code === 'UNAUTHORIZED') return { status, body: body('invalid_client') }
  if (status === 429 || status >= 500) return { status, body: body('temporarily_unavailable') }
  const asksForUnknownGrant = refusal.errors?.some(({ path }) => path === 'grant_type') && v.is(NamesGrant, request.body)
  return { status: 400, body: body(asksForUnknownGrant ? 'unsupported_grant_type' : 'invalid_request') }
}

const NamesGrant = v.object({ grant_type: v.pipe(v.string(), v.minLength(1)) })
