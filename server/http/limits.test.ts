import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aMachine, aProduct } from '../../tests/support/fleet.ts'
import { anAddress, createTestApp } from '../../tests/support/test-context.ts'
import { callerWith, type TwoCompanies, twoCompanies } from '../../tests/support/two-companies.ts'
import type { Limits } from './limits.ts'

let world: TwoCompanies
beforeAll(async () => {
  world = await twoCompanies()
})
afterAll(() => world.close())

type Who = 'manager' | 'serviceman' | 'rival'

/** An app with its own limits, and callers for it. */
async function limited(limits: Partial<Limits>, ctx = world.ctx) {
  const app = await createTestApp(ctx, limits)
  const statusFor = async (who: Who, path = '/accounts/me', method: 'GET' | 'POST' = 'GET') =>
    (await callerWith(app, world[who].signIn)(method, path)).statusCode
  return { app, statusFor }
}

describe('rate limits', () => {
  it('return a code, a message and the time of the next try', async () => {
    const { app } = await limited({ anonymous: 2 })
    const call = (remoteAddress: string) => app.inject({ method: 'GET', url: '/api/site', remoteAddress })
    const [here, elsewhere] = [anAddress(), anAddress()]
    expect([(await call(here)).statusCode, (await call(here)).statusCode]).toEqual([200, 200])
    const refused = await call(here)
    expect(refused.statusCode).toBe(429)
    expect(refused.json()).toMatchObject({ code: 'TOO_MANY_REQUESTS', status: 429 })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60)
    expect((await call(elsewhere)).statusCode).toBe(200)
    await app.close()
  })

  it('count per network of a customer, separately with and without a token', async () => {
    const { app } = await limited({ anonymous: 1, address: 2 })
    const call = (remoteAddress: string, headers = {}) => app.inject({ method: 'GET', url: '/api/accounts/me', remoteAddress, headers })
    expect((await call('2001:db8::1')).statusCode).toBe(401)
    expect((await call('2001:db8::ffff:2')).statusCode).toBe(429)
    const { signIn } = world.manager
    expect((await call('2001:db8::1', signIn)).statusCode).toBe(200)
    expect((await call('2001:db8::2', signIn)).statusCode).toBe(200)
    expect((await call('2001:db8::3', signIn)).statusCode).toBe(429)
    await app.close()
  })

  it('hostile use: look up a rejected token once', async () => {
    const { database } = world.ctx
    let lookUps = 0
    const querySystem: typeof database.querySystem = (question) => {
      lookUps++
      return database.querySystem(question)
    }
    const { app } = await limited({}, { ...world.ctx, database: { ...database, querySystem } })
    const call = async (authorization: string) =>
      (await app.inject({ method: 'GET', url: '/api/accounts/me', remoteAddress: anAddress(), headers: { authorization } })).statusCode
    const junk = `Bearer ${randomUUID()}`
    expect([await call(junk), await call(junk), await call(junk)]).toEqual([401, 401, 401])
    expect(lookUps).toBe(1)
    expect(await call(world.manager.signIn.authorization)).toBe(200)
    await app.close()
  })

  it('keep a token valid for its owner after a device call rejected it', async () => {
    const { app } = await limited({})
    const { authorization } = world.serviceman.signIn
    const call = async (url: string) =>
      (await app.inject({ method: 'GET', url: `/api${url}`, remoteAddress: anAddress(), headers: { authorization } })).statusCode
    expect(await call('/telemetry/356938035643809/commands')).toBe(401)
    expect(await call('/accounts/me')).toBe(200)
    await app.close()
  })

  it('apply to one person and not to colleagues', async () => {
    const { app, statusFor } = await limited({ user: 2 })
    expect([await statusFor('manager'), await statusFor('manager'), await statusFor('manager')]).toEqual([200, 200, 429])
    expect(await statusFor('serviceman')).toBe(200)
    await app.close()
  })

  it('apply to one company and not to others', async () => {
    const { app, statusFor } = await limited({ company: 2 })
    expect([await statusFor('manager'), await statusFor('serviceman'), await statusFor('manager')]).toEqual([200, 200, 429])
    expect(await statusFor('rival')).toBe(200)
    await app.close()
  })

  it('include a separate limit for file downloads', async () => {
    const { app, statusFor } = await limited({ exports: 1 })
    const product = await aProduct(world.ctx, world.company)
    const machine = await aMachine(world.ctx, world.company, { slots: [{ number: '1', product, max: 5, quantity: 1 }] })
    const address = `/machines/${machine.id}/slots/export?locale=en`
    expect([await statusFor('manager', address, 'POST'), await statusFor('manager', address, 'POST')]).toEqual([200, 429])
    expect(await statusFor('manager')).toBe(200)
    await app.close()
    const { app: another, statusFor: statusThere } = await limited({ exports: 1 })
    const sales = '/transactions?exportType=xlsx'
    expect([
      await statusThere('manager', sales),
      await statusThere('manager', sales),
      await statusThere('manager', '/transactions'),
    ]).toEqual([200, 429, 200])
    await another.close()
  })

  it('include a separate limit for sample companies', async () => {
    const { app, statusFor } = await limited({ samples: 1 })
    const create = () => statusFor('manager', '/sample', 'POST')
    expect([await create(), await create()]).toEqual([200, 429])
    expect(await statusFor('rival', '/sample', 'POST')).toBe(200)
    expect(await statusFor('manager', '/sample')).toBe(200)
    await app.close()
  })

  it('make file downloads wait while two of the company are in progress', async () => {
    const { ctx, company } = world
    let finish = () => {}
    const finished = new Promise<void>((resolve) => {
      finish = resolve
    })
    const withTenant: typeof ctx.database.withTenant = async (...of) => {
      await finished
      return ctx.database.withTenant(...of)
    }
    const { app, statusFor } = await limited({}, { ...ctx, database: { ...ctx.database, withTenant } })
    const product = await aProduct(ctx, company)
    const machine = await aMachine(ctx, company, { slots: [{ number: '1', product, max: 5, quantity: 1 }] })
    const make = (who: Who) => statusFor(who, `/machines/${machine.id}/slots/export?locale=en`, 'POST')
    const three = [make('manager'), make('manager'), make('manager')]
    expect(await Promise.race(three)).toBe(429)
    // The other company has no such machine, and its request does not wait.
    const rivals = make('rival')
    finish()
    expect(await rivals).toBe(404)
    expect((await Promise.all(three)).toSorted()).toEqual([200, 200, 429])
    expect(await make('manager')).toBe(200)
    await app.close()
  })

  it('hostile use: count an unknown token as unauthenticated on every route', async () => {
    const { app } = await limited({ anonymous: 2 })
    const here = anAddress()
    const call = (url: string, authorization?: string) =>
      app.inject({ method: 'GET', url: `/api${url}`, remoteAddress: here, headers: authorization ? { authorization } : {} })
    const junk = () => `Bearer ${randomUUID()}`
    expect((await call('/machines', junk())).statusCode).toBe(401)
    expect((await call('/telemetry/356938035643809/commands', junk())).statusCode).toBe(401)
    expect((await call('/machines', junk())).statusCode).toBe(429)
    expect((await call('/telemetry/356938035643809/commands', junk())).statusCode).toBe(429)
    expect((await call('/accounts/me', 'Bearer x')).statusCode).toBe(429)
    expect((await call('/site')).statusCode).toBe(429)
    // Signed-in users are not affected by other requests from the same address.
    expect((await call('/accounts/me', world.manager.signIn.authorization)).statusCode).toBe(200)
    await app.close()
  })

  it('hostile use: count an unknown token as unauthenticated where tokens are not looked up', async () => {
    const { app } = await limited({ anonymous: 2 })
    const here = anAddress()
    const call = async (url: string, authorization = `Bearer ${randomUUID()}`) =>
      (await app.inject({ method: 'GET', url: `/api${url}`, remoteAddress: here, headers: { authorization } })).statusCode
    expect([await call('/site'), await call('/nothing'), await call('/site'), await call('/nothing'), await call('/metrics')]).toEqual([
      200, 404, 429, 429, 429,
    ])
    const { authorization } = world.manager.signIn
    expect([await call('/accounts/me', authorization), await call('/site', authorization)]).toEqual([200, 200])
    await app.close()
  })

  it('hostile use: count unknown and malformed addresses', async () => {
    const { app } = await limited({ files: 3, anonymous: 2 })
    const ask = async (url: string, remoteAddress: string, method: 'GET' | 'POST' = 'GET') =>
      (await app.inject({ method, url, remoteAddress })).statusCode
    const [a, b, c] = [anAddress(), anAddress(), anAddress()]
    expect([await ask('/assets/', a), await ask('/nothing', a, 'POST'), await ask('/nothing', a)]).toEqual([404, 404, 404])
    expect(await ask('/assets/', a)).toBe(429)
    for (let n = 0; n < 3; n++) expect(await ask('/%zz', b)).toBe(400)
    expect(await ask('/%zz', b)).toBe(429)
    expect([await ask('/api/nothing', c), await ask('/api/%zz', c), await ask('/api/nothing', c)]).toEqual([404, 400, 429])
    await app.close()
  })

  it('never include the app’s own files, which an installation loads all at once', async () => {
    const { app } = await limited({ anonymous: 1 })
    const statuses = await Promise.all(Array.from({ length: 5 }, async () => (await app.inject('/robots.txt')).statusCode))
    expect(statuses).not.toContain(429)
    await app.close()
  })
})
