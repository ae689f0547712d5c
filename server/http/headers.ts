import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ANSWER_HEADER, TIME_HEADER } from '#contract/endpoint.ts'
import { toIso } from '#domain/time.ts'
import type { Settings } from '../settings.ts'
import { refuse } from './refusal.ts'
import type { AppContext } from './request-context.ts'
import { sendRefusal } from './serve.ts'

/** Origins that reCAPTCHA needs. No other external origin is allowed. */
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

/** The policy for responses other than pages. It is short because headers count on a weak signal. */
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'"
const isData = (url: string) => url.startsWith('/api/') && !/^\/api\/(docs|files)\b/.test(url)

/** The security headers of all responses, refusals included. Responses of the API are never cached. */
export function headersFor({ settings }: Pick<AppContext, 'settings'>): (request: FastifyRequest) => Record<string, string> {
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

export async function securityHeaders(app: FastifyInstance, ctx: AppContext) {
  const headersOf = headersFor(ctx)
  app.addHook('onRequest', async (request, reply) => void reply.headers(headersOf(request)))
}

/**
 * Refuses requests that a proxy may interpret differently: with two Host headers (RFC 9112 §3.2), with a transfer coding other than
 * `chunked` or any in HTTP/1.0 (§6.1), and of unsupported versions.
 */
export function refuseAmbiguous(app: FastifyInstance) {
  app.addHook('onRequest', async ({ raw }, reply) => {
    const detail = ambiguityOf(raw)
    if (detail !== null) return sendRefusal(reply.header('connection', 'close'), refuse('MALFORMED', { detail }))
  })
}

function ambiguityOf({ rawHeaders, headers, httpVersion }: IncomingMessage): string | null {
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host')
  if (hosts.length > 1) return 'A request has one Host header.'
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return 'This server speaks HTTP/1.1.'
  const coding = headers['transfer-encoding']
  if (coding === undefined) return null
  if (httpVersion === '1.0') return 'HTTP/1.0 has no Transfer-Encoding.'
  return coding.trim().toLowerCase() === 'chunked' ? null : 'The only transfer coding is chunked.'
}

/**
 * Marks a response as coming from this server, because captive portals answer too. It also contains the time, so that a device can correct
 * its clock.
 */
export const signatureFor =
  ({ now }: Pick<AppContext, 'now'>) =>
  ({ url }: FastifyRequest): Record<string, string> =>
    url.startsWith('/api/') ? { [ANSWER_HEADER]: '1', [TIME_HEADER]: toIso(now()) } : {}
