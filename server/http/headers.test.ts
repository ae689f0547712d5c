import Fastify from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../tests/support/test-context.ts'
import type { Settings } from '../settings.ts'
import { securityHeaders } from './headers.ts'

let ctx: TestContext
afterEach(() => ctx.database.close())

async function headersOf(settings: Partial<Settings>, request: Record<string, string> = {}, url = '/') {
  ctx = await createTestContext({ settings })
  const app = Fastify({ trustProxy: true })
  securityHeaders(app, { ...ctx, log: app.log })
  app.get('/*', async () => 'ok')
  const { headers } = await app.inject({ url, headers: request })
  await app.close()
  return headers
}

test('HSTS is sent over TLS and not over plain HTTP', async () => {
  expect((await headersOf({}, { 'x-forwarded-proto': 'https' }))['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
  await ctx.database.close()
  expect((await headersOf({}))['strict-transport-security']).toBeUndefined()
})

test('response that is not a page may load nothing and cannot be framed', async () => {
  expect((await headersOf({}, {}, '/api/machines'))['content-security-policy']).toBe("default-src 'none';frame-ancestors 'none'")
  await ctx.database.close()
  expect((await headersOf({}, {}, '/api/docs'))['content-security-policy']).toContain("style-src 'self'")
})

test('content security policy allows another origin only for a configured reCAPTCHA', async () => {
  const policy = String((await headersOf({ captcha: 'recaptcha' }))['content-security-policy'])
  expect(policy).toContain("script-src 'self' https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/;")
  expect(policy).not.toMatch(/unsafe|\*/)
})
