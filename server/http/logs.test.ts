import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PUBLIC_CLIENT } from '#contract/account.ts'
import { aMachine, aProduct } from '../../tests/support/fleet.ts'
import { createTestContext } from '../../tests/support/test-context.ts'
import { type TwoCompanies, twoCompanies } from '../../tests/support/two-companies.ts'
import { createApp } from '../app.ts'

let world: TwoCompanies
let app: FastifyInstance
const lines: string[] = []
beforeAll(async () => {
  world = await twoCompanies()
  const ctx = { ...world.ctx, settings: { ...world.ctx.settings, logLevel: 'debug' } }
  app = await createApp(ctx, { logTo: { write: (line) => void lines.push(line) } })
})
afterAll(async () => {
  await app.close()
  await world.close()
})

const written = () => lines.join('')
const form = { authorization: PUBLIC_CLIENT, 'content-type': 'application/x-www-form-urlencoded' }

describe('log', () => {
  it('has one JSON object per line with method, path, status and duration', async () => {
    await app.inject({ method: 'GET', url: '/api/site' })
    const entries = lines.map((line) => JSON.parse(line) as { req?: { path: string }; res?: { statusCode: number }; responseTime?: number })
    expect(entries.some(({ req }) => req?.path === '/api/site')).toBe(true)
    expect(entries.some(({ res, responseTime }) => res?.statusCode === 200 && responseTime !== undefined)).toBe(true)
  })

  it('contains no password, token, cookie or query string', async () => {
    const token = world.manager.signIn.authorization.replace('Bearer ', '')
    const product = await aProduct(world.ctx, world.company)
    const machine = await aMachine(world.ctx, world.company, { slots: [{ number: '1', product, max: 5, quantity: 1 }] })
    const ask = (method: 'GET' | 'POST', url: string, headers: Record<string, string>, payload?: string) =>
      app.inject({ method, url: `/api${url}`, headers, ...(payload === undefined ? {} : { payload }) })
    await ask('POST', '/oauth/token', form, 'grant_type=password&username=manager&password=secret-of-the-form&reCaptchaToken=')
    await ask('POST', '/oauth/token', { ...form, cookie: 'refresh=secret-of-the-cookie' }, 'grant_type=refresh_token')
    await ask('POST', `/oauth/check_token?token=${token}`, form, '')
    await ask('POST', '/oauth/revoke?token=secret-of-the-query', form, 'token=secret-of-the-body')
    await ask('POST', '/sync/push', { ...world.manager.signIn, 'content-type': 'application/json' }, '{"ops": "secret-of-broken')
    const exported = await ask('POST', `/machines/${machine.id}/slots/export?locale=en`, world.manager.signIn)
    const { url } = exported.json<{ data: { url: string } }>().data
    expect((await app.inject(url)).statusCode).toBe(200)

    expect(lines.length).toBeGreaterThan(10)
    expect(written()).not.toContain('secret-of')
    expect(written()).not.toContain(token)
    expect(written()).not.toContain(url.split('/').at(-1))
    expect(written()).not.toContain('locale=')
  })
})

describe('unexpected error', () => {
  it('is logged with its cause, and returned to the caller without', async () => {
    const ctx = await createTestContext()
    const broken = await createApp(
      { ...ctx, settings: { ...ctx.settings, logLevel: 'error' } },
      { logTo: { write: (line) => void lines.push(line) } },
    )
    lines.length = 0
    await ctx.database.owner.execute(sql`drop table users cascade`)
    const answer = await broken.inject({
      method: 'POST',
      url: '/api/oauth/token',
      headers: form,
      payload: 'grant_type=password&username=name-of-somebody&password=y&reCaptchaToken=',
    })
    expect(answer.statusCode).toBe(500)
    expect(answer.body).not.toMatch(/users|select|\.ts|node_modules/)
    expect(written()).toContain('relation \\"users\\" does not exist')
    expect(written()).not.toContain('name-of-somebody')
    await broken.close()
    await ctx.database.close()
  })
})
