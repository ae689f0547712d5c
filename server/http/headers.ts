import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ANSWER_HEADER, TIME_HEADER } from '#contract/endpoint.ts'
import { toIso } from '#domain/time.ts'
import type { Settings } from '../settings.ts'
import type { House } from './caller.ts'
import { refuse } from './refusal.ts'
import { sendRefusal } from './serve.ts'

/** What reCAPTCHA needs beyond our own origin; nothing else is ever loaded from elsewhere. */
const RECAPTCHA = 'https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/'

const contentSecurityPolicy = ({ captcha, mapTiles }: Settings) => {
  const recaptcha = captcha === 'recaptcha'
  return [
    "default-src 'none'",
    `script-src 'self'${recaptcha ? ` ${RECAPTCHA}` : ''}`,
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${recaptcha ? ' https://www.google.com/recaptcha/' : ''}${mapTiles ? ` ${new URL(mapTiles.url).origin}` : ''}`,
    "worker-src 'self'",
    ...(recaptcha ? ['frame-src https://www.google.com/recaptcha/'] : []),
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** An answer that is no page has nothing to load; on a weak signal a short word of it counts. */
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'"
const isData = (url: string) => url.startsWith('/api/') && !/^\/api\/(docs|files)\b/.test(url)

/** What a browser is told with every answer, pages and refusals alike. No answer of the API is kept by any cache. */
export function headersFor({ settings }: Pick<House, 'settings'>): (request: FastifyRequest) => Record<string, string> {
  const always = {
    'content-security-policy': contentSecurityPolicy(settings),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'permissions-policy': 'geolocation=(self), camera=(self), microphone=(), payment=(), usb=()',
  }
  return ({ protocol, url }) => ({
    ...always,
    ...(isData(url) ? { 'content-security-policy': DATA_POLICY } : {}),
    ...(protocol === 'https' ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
    ...(url.startsWith('/api/') ? { 'cache-control': 'no-store' } : {}),
  })
}

export async function securityHeaders(app: FastifyInstance, house: House) {
  const headersOf = headersFor(house)
  app.addHook('onRequest', async (request, reply) => void reply.headers(headersOf(request)))
}

/** A proxy in front may look at another one of two hosts than we do (RFC 9112 §3.2). */
export function refuseSecondHost(app: FastifyInstance) {
  app.addHook('onRequest', async ({ raw: { rawHeaders } }, reply) => {
    const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host')
    if (hosts.length > 1) return sendRefusal(reply, refuse('MALFORMED', { detail: 'A request has one Host header.' }))
  })
}

/** Marks an answer as ours, since a hotel's login page answers too, and tells the time, so that a device knows its clock. */
export const signatureFor =
  ({ now }: Pick<House, 'now'>) =>
  ({ url }: FastifyRequest): Record<string, string> =>
    url.startsWith('/api/') ? { [ANSWER_HEADER]: '1', [TIME_HEADER]: toIso(now()) } : {}
