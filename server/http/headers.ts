import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import helmet from 'helmet'
import { ANSWER_HEADER, TIME_HEADER } from '#contract/endpoint.ts'
import { toIso } from '#domain/time.ts'
import type { Settings } from '../settings.ts'
import { refuse } from './refusal.ts'
import type { AppContext } from './request-context.ts'
import { sendRefusal } from './serve.ts'

/** Origins that reCAPTCHA needs. No other external origin is allowed. */
const RECAPTCHA = ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/']

const pagePolicy = ({ captcha, mapTiles }: Settings) => {
  const recaptcha = captcha === 'recaptcha' ? RECAPTCHA : []
  return {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...recaptcha],
    'style-src': ["'self'"],
    'img-src': ["'self'", 'data:', 'blob:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...recaptcha.slice(0, 1), ...(mapTiles ? [new URL(mapTiles.url).origin] : [])],
    'worker-src': ["'self'"],
    'frame-src': recaptcha.length > 0 ? recaptcha.slice(0, 1) : null,
    'manifest-src': ["'self'"],
    'form-action': ["'self'"],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
    'frame-ancestors': ["'none'"],
  }
}

/** The policy for responses other than pages. It is short because headers count on a weak signal. */
const DATA_POLICY = { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] }
const isData = (url: string) => url.startsWith('/api/') && !/^\/api\/(docs|files)\b/.test(url)

const policyOf = (directives: Record<string, string[] | null>) => helmet.contentSecurityPolicy({ useDefaults: false, directives })
const strictTransportSecurity = helmet.strictTransportSecurity({ maxAge: 31_536_000, includeSubDomains: true })
const ALWAYS = [helmet.crossOriginOpenerPolicy(), helmet.crossOriginResourcePolicy(), helmet.noSniff(), helmet.referrerPolicy()]
const PERMISSIONS = 'geolocation=(self), camera=(self), microphone=(), payment=(), usb=()'

/**
 * Sets the security headers of all responses, refusals included. Responses of the API are never cached. `@fastify/helmet` is not used,
 * because its hook does not run for an address that the router cannot decode, and it compiles the policy again in each request.
 */
export function securityHeadersFor({ settings }: Pick<AppContext, 'settings'>): (request: FastifyRequest, reply: FastifyReply) => void {
  const [page, data] = [policyOf(pagePolicy(settings)), policyOf(DATA_POLICY)]
  return ({ protocol, url, raw }, reply) => {
    for (const set of ALWAYS) set(raw, reply.raw, () => {})
    const policy = isData(url) ? data : page
    policy(raw, reply.raw, () => {})
    if (protocol === 'https') strictTransportSecurity(raw, reply.raw, () => {})
    void reply.header('permissions-policy', PERMISSIONS)
    if (url.startsWith('/api/')) void reply.header('cache-control', 'no-store')
  }
}

export function securityHeaders(app: FastifyInstance, ctx: AppContext) {
  const setHeaders = securityHeadersFor(ctx)
  app.addHook('onRequest', async (request, reply) => setHeaders(request, reply))
}

/**
 * Refuses requests that a proxy may interpret differently: with two Host headers (RFC 9112 §3.2), with a transfer coding other than
 * `chunked` or any in HTTP/1.0 (§6.1), and of unsupported versions. Compressed bodies are refused too (RFC 9110 §8.4), because a small one can
 * expand to any size.
 */
export function refuseAmbiguous(app: FastifyInstance) {
  app.addHook('onRequest', async ({ raw }, reply) => {
    const detail = ambiguityOf(raw)
    if (detail !== null) return sendRefusal(reply.header('connection', 'close'), refuse('MALFORMED', { detail }))
    const coding = raw.headers['content-encoding']?.trim().toLowerCase() ?? 'identity'
    if (coding === 'identity') return
    const uncompressed = reply.header('connection', 'close').header('accept-encoding', 'identity')
    return sendRefusal(uncompressed, refuse('UNSUPPORTED_TYPE', { detail: 'Send the body without Content-Encoding.' }))
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
 * Marks a response as coming from this server, because captive portals answer too: also files, which the service worker caches. Responses of
 * the API contain the time, so that a device can correct its clock.
 */
export const signatureFor =
  ({ now }: Pick<AppContext, 'now'>) =>
  ({ url }: FastifyRequest): Record<string, string> => ({
    [ANSWER_HEADER]: '1',
    ...(url.startsWith('/api/') && { [TIME_HEADER]: toIso(now()) }),
  })
