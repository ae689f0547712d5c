import type { FastifyRequest } from 'fastify'
import * as v from 'valibot'
import type { OAuthError } from '#contract/account.ts'
import { problemOf, Refusal } from '../../http/refusal.ts'

type Words = v.InferOutput<typeof OAuthError>

/** A refusal that names its RFC 6749 error itself. */
class OAuthRefusal extends Refusal {
  readonly words: Words
  constructor(words: Words, more: { retryAfterSeconds?: number } = {}) {
    super(more.retryAfterSeconds === undefined ? 'INVALID_TOKEN' : 'TOO_MANY_REQUESTS', more)
    this.words = words
  }
}

/** Only to whoever knows the password of a disabled account. */
export const disabledLogin = () =>
  new OAuthRefusal({ error: 'invalid_grant', error_description: 'This account is disabled.', code: 'USER_DISABLED' })

/** One answer for an unknown login and a wrong password, whether or not the account is disabled. */
export const wrongLogin = () =>
  new OAuthRefusal({ error: 'invalid_grant', error_description: 'The login or the password is wrong.', code: 'INVALID_PASSWORD_OR_LOGIN' })

export const deadRefreshToken = () =>
  new OAuthRefusal({ error: 'invalid_grant', error_description: 'The session has ended; sign in again.', code: 'INVALID_TOKEN' })

export const deadAccessToken = () =>
  new OAuthRefusal({ error: 'invalid_token', error_description: 'The token is not alive.', code: 'INVALID_TOKEN' })

/** Says neither which counter is full nor whether the login exists. */
export const tooManyLoginAttempts = (retryAfterSeconds: number) =>
  new OAuthRefusal(
    { error: 'invalid_grant', error_description: 'Too many attempts; try again later.', code: 'TOO_MANY_REQUESTS' },
    { retryAfterSeconds },
  )

/**
 * A refusal in the words of RFC 6749 §5.2. What passes by itself (429, 5xx) is never said as `invalid_grant`
 * unless it is about guessing, so that no client takes a busy server for the end of its session.
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
