import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PUBLIC_CLIENT } from '#contract/account.ts'
import { MINUTE } from '#domain/time.ts'
import {
  aClock,
  aCompany,
  anAddress,
  aUser,
  createTestApp,
  createTestContext,
  type TestContext,
} from '../../../tests/support/test-context.ts'
import { networkOf } from '../../http/network.ts'

const clock = aClock()
let ctx: TestContext
let app: FastifyInstance

beforeAll(async () => {
  ctx = await createTestContext({ now: clock.now })
  app = await createTestApp(ctx)
  const company = await aCompany(ctx)
  for (const login of ['owner', 'colleague', 'elsewhere', 'careless', 'crowd']) await aUser(ctx, company, { login })
})
afterAll(async () => {
  await app.close()
  await ctx.database.close()
})

async function attempt(username: string, password: string, { from = anAddress(), cookie = '' } = {}) {
  const response = await app.inject({
    method: 'POST',
    url: '/api/oauth/token',
    remoteAddress: from,
    headers: { authorization: PUBLIC_CLIENT, 'content-type': 'application/x-www-form-urlencoded', ...(cookie ? { cookie } : {}) },
    payload: new URLSearchParams({ grant_type: 'password', username, password }).toString(),
  })
  const known = response.cookies.find(({ name }) => name === 'known_device')
  return {
    status: response.statusCode,
    body: response.json(),
    headers: response.headers,
    cookie: known ? `known_device=${known.value}` : '',
  }
}
const right = 'correct horse'
const times = async <T>(count: number, work: () => Promise<T>) => {
  const results: T[] = []
  for (let i = 0; i < count; i++) results.push(await work())
  return results
}

describe('login throttle', () => {
  it('never locks an owner out of a device with an earlier sign-in', async () => {
    const { cookie } = await attempt('owner', right)
    expect((await times(20, () => attempt('owner', 'guess'))).every(({ status }) => status === 400)).toBe(true)
    const stranger = await attempt('owner', right)
    expect([stranger.status, stranger.body.error, stranger.body.code]).toEqual([429, 'invalid_grant', 'TOO_MANY_REQUESTS'])
    expect(stranger.headers['retry-after']).toBe('900')
    expect((await attempt('owner', right, { cookie })).status).toBe(200)
    clock.pass(15 * MINUTE)
    expect((await attempt('owner', right)).status).toBe(200)
  })

  it('returns the same response for unknown logins', async () => {
    const answers = await times(21, () => attempt('nobody', 'guess'))
    expect(answers.slice(0, 20).every(({ status }) => status === 400)).toBe(true)
    expect([answers[20]?.status, answers[20]?.body.error]).toEqual([429, 'invalid_grant'])
  })

  it('allows no more concurrent attempts than sequential ones', async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, () => attempt('crowd', 'guess')))
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(20)
  })

  it('counts a known device separately and resets it on success', async () => {
    const { cookie } = await attempt('careless', right)
    for (let round = 0; round < 2; round++) {
      await times(9, () => attempt('careless', 'forgot', { cookie }))
      expect((await attempt('careless', right, { cookie })).status).toBe(200)
    }
    await times(10, () => attempt('careless', 'forgot', { cookie }))
    expect((await attempt('careless', right, { cookie })).status).toBe(429)
    expect((await attempt('careless', right)).status).toBe(200)
  })

  it('recognises a device only for logins that succeeded; forged cookies are ignored', async () => {
    const mine = (await attempt('elsewhere', right)).cookie
    const both = (await attempt('colleague', right, { cookie: mine })).cookie
    await times(20, () => attempt('colleague', 'guess', { cookie: mine }))
    expect((await attempt('colleague', right, { cookie: mine })).status).toBe(429)
    expect((await attempt('colleague', right, { cookie: mine.replace(/.$/, (end) => (end === 'A' ? 'B' : 'A')) })).status).toBe(429)
    expect((await attempt('colleague', right, { cookie: both })).status).toBe(200)
    expect((await attempt('elsewhere', right, { cookie: both })).status).toBe(200)
  })

  it('limits an address to ten sign-ins a minute, right or wrong', async () => {
    const from = '192.0.2.7'
    expect((await times(10, () => attempt('somebody', 'guess', { from }))).every(({ status }) => status === 400)).toBe(true)
    const refused = await attempt('owner', right, { from })
    expect(refused.status).toBe(429)
    expect(refused.headers['retry-after']).toBe('60')
    expect((await attempt('owner', right)).status).toBe(200)
    clock.pass(MINUTE)
    expect((await attempt('owner', right, { from })).status).toBe(200)
  })
})

describe('client address', () => {
  it('groups IPv6 addresses by their /64 prefix', () => {
    expect(networkOf('192.0.2.7')).toBe('192.0.2.7')
    expect(networkOf('::ffff:192.0.2.7')).toBe('192.0.2.7')
    expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2')
    expect(networkOf('2001:db8:1:2::9')).toBe('2001:db8:1:2')
    expect(networkOf('2001:db8::9')).toBe('2001:db8:0:0')
    expect(networkOf('::1')).toBe('0:0:0:0')
    expect(networkOf('fe80::1%eth0')).toBe('fe80:0:0:0')
  })
})
