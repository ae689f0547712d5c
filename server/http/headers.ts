import type { FastifyInstance } from 'fastify'
import type { Settings } from '../settings.ts'
import type { House } from './caller.ts'

/** What reCAPTCHA needs beyond our own origin; nothing else is ever loaded from elsewhere. */
const RECAPTCHA = 'https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/'

const contentSecurityPolicy = ({ captcha }: Settings) => {
  const recaptcha = captcha === 'recaptcha'
  return [
    "default-src 'none'",
    `script-src 'self'${recaptcha ? ` ${RECAPTCHA}` : ''}`,
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${recaptcha ? ' https://www.google.com/recaptcha/' : ''}`,
    "worker-src 'self'",
    ...(recaptcha ? ['frame-src https://www.google.com/recaptcha/'] : []),
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** What a browser is told with every answer, pages and refusals alike. No answer of the API is kept by any cache. */
export async function securityHeaders(app: FastifyInstance, { settings }: House) {
  const always = {
    'content-security-policy': contentSecurityPolicy(settings),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'permissions-policy': 'geolocation=(self), camera=(self), microphone=(), payment=(), usb=()',
  }
  app.addHook('onRequest', async (request, reply) => {
    void reply.headers(always)
    if (request.protocol === 'https') void reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains')
    if (request.url.startsWith('/api/')) void reply.header('cache-control', 'no-store')
  })
}
