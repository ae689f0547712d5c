import type { FastifyReply, FastifyRequest } from 'fastify'
import { REFRESH_COOKIE_HEADER } from '#contract/account.ts'

const COOKIE = 'refresh_token'

const attributes = (request: FastifyRequest) =>
  ({ path: '/api/oauth', httpOnly: true, sameSite: 'strict', secure: request.protocol === 'https' }) as const

/** The app requests the cookie with a header that other sites cannot send. */
export const usesRefreshCookie = (request: FastifyRequest) => request.headers[REFRESH_COOKIE_HEADER] !== undefined

export const refreshTokenIn = (request: FastifyRequest): string => (usesRefreshCookie(request) ? (request.cookies[COOKIE] ?? '') : '')

export function keepRefreshCookie(request: FastifyRequest, reply: FastifyReply, token: string, seconds: number): void {
  void reply.setCookie(COOKIE, token, { ...attributes(request), maxAge: Math.floor(seconds) })
}

export function clearRefreshCookie(request: FastifyRequest, reply: FastifyReply): void {
  void reply.clearCookie(COOKIE, attributes(request))
}
