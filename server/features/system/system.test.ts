import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENDPOINTS } from '#contract/api.ts'
import { REFUSALS } from '#contract/errors.ts'
import { withoutTimers } from '../../../tests/support/manual-timeouts.ts'
import { createTestApp } from '../../../tests/support/test-context.ts'
import { type TwoCompanies, twoCompanies } from '../../../tests/support/two-companies.ts'

let world: TwoCompanies
beforeAll(async () => {
  world = await twoCompanies()
})
afterAll(() => world.close())

test('health check covers server and database', async () => {
  const answer = await withoutTimers(() => world.anonymous('GET', '/health'))
  const probed = await withoutTimers(() => world.anonymous('GET', '/health?probe=lb-1&_=1764050000'))
  expect([probed.statusCode, probed.json()]).toEqual([200, answer.json()])
  expect(answer.json().data).toEqual({ status: 'ok', version: expect.stringMatching(/^\d+\.\d+\.\d+/), database: 'ok' })
})

test('a server without its database is alive and not ready', async () => {
  const fails = async () => Promise.reject(new Error('ECONNREFUSED'))
  const { database } = world.ctx
  const app = await createTestApp({ ...world.ctx, database: { ...database, withTenant: fails, asSystem: fails, querySystem: fails } })
  const statuses = await Promise.all(['/api/alive', '/api/health'].map(async (url) => (await app.inject(url)).statusCode))
  expect(statuses).toEqual([200, 503])
  await app.close()
})

test('site settings include login page options, and sign-ins only for a demo', async () => {
  const { data } = (await world.anonymous('GET', '/site')).json()
  expect(data).toMatchObject({ captcha: 'off', recaptchaSiteKey: null, supportEmail: expect.stringContaining('@'), demo: null })
  expect(data.publicUrl).toMatch(/^http:\/\/[^/]+$/)
})

test('contract is available as JSON and as a page', async () => {
  const document = (await world.anonymous('GET', '/openapi.json')).json()
  expect(document.openapi).toBe('3.1.0')
  const page = await world.anonymous('GET', '/docs')
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  for (const { summary } of ENDPOINTS) expect(JSON.stringify(document)).toContain(JSON.stringify(summary))
  expect(page.body).toContain('href="/api-reference/swagger-ui.css"')
})

test('type of a problem is the address of its explanation', async () => {
  const { type } = (await world.anonymous('GET', '/nothing')).json()
  const page = await world.app.inject({ method: 'GET', url: type })
  expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(page.body).toContain('The resource does not exist, or belongs to another company.')
  for (const code of Object.keys(REFUSALS)) {
    const { statusCode, body } = await world.anonymous('GET', `/problems/${code}`)
    expect([code, statusCode, body.split('\n\n')[1]]).toEqual([code, 200, expect.stringMatching(/^[A-Z].{20,}\.\s*$/)])
  }
  expect((await world.anonymous('GET', '/problems/SLOT_CHANGED')).body).toContain('PATCH /api/machines/:id/slots')
  expect((await world.anonymous('GET', '/problems/NO_SUCH_CODE')).statusCode).toBe(404)
})

describe('response', () => {
  const PAGE_POLICY =
    "default-src 'none';script-src 'self';style-src 'self';img-src 'self' data: blob:;font-src 'self';connect-src 'self';worker-src 'self';manifest-src 'self';form-action 'self';base-uri 'none';object-src 'none';frame-ancestors 'none'"
  const DATA_POLICY = "default-src 'none';frame-ancestors 'none'"

  test.each([
    ['/', PAGE_POLICY],
    ['/assets/gone.js', PAGE_POLICY],
    ['/api/docs', PAGE_POLICY],
    ['/api/health', DATA_POLICY],
    ['/api/nothing', DATA_POLICY],
  ])('of %s carries the security headers', async (url, policy) => {
    const { headers } = await world.app.inject({ method: 'GET', url })
    expect(headers['content-security-policy']).toBe(policy)
    expect(headers).toMatchObject({
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'permissions-policy': 'geolocation=(self), camera=(self), microphone=(), payment=(), usb=()',
    })
  })

  test('of the API is not cacheable', async () => {
    for (const url of ['/health', '/nothing', '/machines'])
      expect((await world.anonymous('GET', url)).headers['cache-control']).toBe('no-store')
  })
})
