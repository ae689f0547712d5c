import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ANSWER_HEADER } from '#contract/endpoint.ts'
import { type TwoCompanies, twoCompanies } from '../../tests/support/two-companies.ts'

let world: TwoCompanies
beforeAll(async () => {
  world = await twoCompanies()
})
afterAll(() => world.close())

test.each(['/%zz', '/dashboard/machines?q=%00'])('navigation to the unreadable address %s redirects to the start page', async (url) => {
  const { statusCode, headers } = await world.app.inject({ url, headers: { accept: 'text/html' } })
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

test.each([
  ['PUT', '/groups', 'GET, HEAD, POST'],
  ['POST', '/machines/1', 'GET, HEAD, PATCH, DELETE'],
])('a method that a path does not have is refused: %s %s', async (method, path, allowed) => {
  const { statusCode, headers, body } = await world.manager.call(method as 'PUT', path, {})
  expect([statusCode, JSON.parse(body).code]).toEqual([405, 'METHOD_NOT_ALLOWED'])
  expect(String(headers.allow).split(', ').toSorted()).toEqual(allowed.split(', ').toSorted())
})

test('a path that the API does not have is named as such', async () => {
  const { statusCode, body } = await world.manager.call('GET', '/Machines')
  expect([statusCode, JSON.parse(body)]).toMatchObject([404, { code: 'NOT_FOUND', detail: expect.stringContaining('no such path') }])
})

test.each(['content-length', 'transfer-encoding'])(
  'hostile use: a body in Latin-1 with %s is refused, not stored with other letters',
  async (kind) => {
    const payload = Buffer.from('{"name":"Café Nord"}', 'latin1')
    const { statusCode, body } = await world.app.inject({
      method: 'POST',
      url: '/api/groups',
      headers: { ...world.manager.signIn, 'content-type': 'application/json' },
      payload: kind === 'content-length' ? payload : Readable.from([payload]),
    })
    expect([statusCode, JSON.parse(body)]).toMatchObject([400, { code: 'MALFORMED', detail: 'The request body is not encoded in UTF-8.' }])
  },
)
