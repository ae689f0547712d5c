import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { REFRESH_COOKIE_HEADER } from '#contract/account.ts'
import { DAY, MINUTE, type Moment } from '#domain/time.ts'

export const ACCESS_LIFETIME = 15 * MINUTE
/** A device that was idle for longer must sign in again. */
export const REFRESH_IDLE = 14 * DAY
/** After this time the user must sign in again, regardless of activity. */
export const SESSION_LIFETIME = 30 * DAY

/** An opaque token of 256 random bits. */
export const newToken = () => randomBytes(32).toString('base64url')

/** Covers two tabs that refresh at the same time, or a slow request. */
const GRACE = MINUTE

/** State of a refresh token in its family. Of all tokens with the same parent at most one is ever used. */
export type TokenState = {
  hash: string
  /** When the token was last presented while none of its successors was in use. */
  usedAt: Moment | null
  expiresAt: Moment
  /** Another token with the same parent was used. */
  siblingUsed: boolean
  /** The successor of this token that was used. */
  usedChild: string | null
  usedGrandchild: boolean
}

type Verdict = { successorOf: string } | 'expired' | 'stolen'

/**
 * Decides on a presented refresh token (RFC 9700 §4.14.2). A successor is always derived from the last used token of the family, so if two
 * parties share a session only one can continue: the next use by the other reveals the theft. A token whose response was lost may be
 * presented again until one of its successors is used.
 */
export function checkRefreshToken(token: TokenState, now: Moment): Verdict {
  if (token.expiresAt <= now) return 'expired'
  if (token.usedAt === null) return token.siblingUsed ? 'stolen' : { successorOf: token.hash }
  if (token.usedChild === null) return { successorOf: token.hash }
  if (!token.usedGrandchild && now - token.usedAt <= GRACE) return { successorOf: token.usedChild }
  return 'stolen'
}

const COOKIE = 'refresh_token'

const attributes = (request: FastifyRequest) =>
  ({ path: '/api/oauth', httpOnly: true, sameSite: 'strict', secure: request.protocol === 'https' }) as const

/** The app requests the cookie with a header that other sites cannot send. */
export const usesRefreshCookie = (request: FastifyRequest) => request.headers[REFRESH_COOKIE_HEADER] !== undefined

export const refreshTokenIn = (request: FastifyRequest): string => (usesRefreshCookie(request) ? (request.cookies[COOKIE] ?? '') : '')

export function setRefreshCookie(request: FastifyRequest, reply: FastifyReply, token: string, seconds: number): void {
  void reply.setCookie(COOKIE, token, { ...attributes(request), maxAge: Math.floor(seconds) })
}

export function clearRefreshCookie(request: FastifyRequest, reply: FastifyReply): void {
  void reply.clearCookie(COOKIE, attributes(request))
}
