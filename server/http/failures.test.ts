import { afterAll, beforeAll, expect, test } from 'vitest'
import { ANSWER_HEADER } from '#contract/endpoint.ts'
import { type TwoCompanies, twoCompanies } from '../../tests/support/two-companies.ts'

let world: TwoCompanies
beforeAll(async () => {
  world = await twoCompanies()
})
afterAll(() => world.close())

test('navigation to an unreadable address redirects to the start page', async () => {
  const { statusCode, headers } = await world.app.inject({ url: '/%zz', headers: { accept: 'text/html' } })
  expect([statusCode, headers.location]).toEqual([302, '/'])
})

test.each([
  ['contains a broken escape', '/machines/%', 400, 'MALFORMED'],
  ['contains half a character', '/machines/%C3', 400, 'MALFORMED'],
  ['has a segment that is too long', `/machines/${'1'.repeat(3_000)}`, 404, 'NOT_FOUND'],
])('address that %s is refused with a problem', async (_what, address, status, code) => {
  const { statusCode, headers, body } = await world.manager.call('GET', address)
  expect(statusCode).toBe(status)
  expect(JSON.parse(body)).toMatchObject({ status, code })
  expect(headers).toMatchObject({
    'content-type': 'application/problem+json; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
    [ANSWER_HEADER]: '1',
  })
})
