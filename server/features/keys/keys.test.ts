import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ENDPOINTS } from '#contract/api.ts'
import { KEY_EXAMPLES } from '#contract/keys.ts'
import { KEY_SCOPES, scopeFor } from '#domain/keys.ts'
import { MINUTE } from '#domain/time.ts'
import { aMachine, aProduct } from '../../../tests/support/fleet.ts'
import { aClock } from '../../../tests/support/test-context.ts'
import { callerWith, type TwoCompanies, twoCompanies } from '../../../tests/support/two-companies.ts'
import { firstBreak } from '../../audit-log/audit-log.store.ts'
import { rowsOf } from '../../db/client.ts'
import { openapiDocument } from '../../http/openapi.ts'

/** Reads about the current user, secrets, and streams for the app. */
const FOR_PEOPLE_ALONE = [
  '/accounts/me',
  '/accounts/me/push-subscriptions',
  '/accounts/me/quiet-hours',
  '/accounts/me/sessions',
  '/accounts/me/settings',
  '/accounts/me/views',
  '/api-keys',
  '/blik/credentials',
  '/channels/:eventChannelId',
  '/company/alerts',
  '/company/history',
  '/dashboard/today',
  '/exports',
  '/imports',
  '/imports/:importId',
  '/notifications',
  '/pep/credentials',
  '/places',
  '/sample',
  '/sync',
  '/webhooks',
  '/webhooks/:id/deliveries',
]

let world: TwoCompanies
const clock = aClock()
beforeAll(async () => {
  world = await twoCompanies({ now: clock.now })
})
afterAll(() => world.close())

const make = async (scopes: readonly string[], by = world.manager) => {
  const { id, key } = (await by.call('POST', '/api-keys', { name: 'Till', scopes })).json().data as { id: number; key: string }
  return { id, key, call: callerWith(world.app, { authorization: `Bearer ${key}` }) }
}
const list = async () => (await world.manager.call('GET', '/api-keys')).json().data

test('key is shown once, stored as a hash, and revoked immediately', async () => {
  const { id, key, call } = await make(['passes:read'])
  expect(key).toMatch(/^rk_[\w-]{43}$/)
  expect((await call('GET', '/passes')).statusCode).toBe(200)
  expect(await list()).toMatchObject([{ id, name: 'Till', hint: key.slice(-4), scopes: ['passes:read'] }])
  const rows = await rowsOf<{ row: string }>(world.ctx.database.owner, sql`select to_jsonb(k)::text as row from api_keys k`)
  expect(rows.some(({ row }) => row.includes(key))).toBe(false)
  expect((await world.manager.call('DELETE', `/api-keys/${id}`)).statusCode).toBe(200)
  expect((await call('GET', '/passes')).statusCode).toBe(401)
  expect((await world.manager.call('DELETE', `/api-keys/${id}`)).json().code).toBe('API_KEY_NOT_FOUND')
})

test('key is limited to its scopes and company', async () => {
  const { id, call } = await make(['passes:read', 'passes:write'])
  expect((await call('POST', '/passes', { cardIdentifier: 'K-1', holderName: 'Ann', creditAmount: 5 })).statusCode).toBe(201)
  const reads = await make(['passes:read', 'machines:read'])
  expect((await reads.call('GET', '/passes/K-1')).json().data.creditAmount).toBe(5)
  for (const [method, url] of [
    ['PATCH', '/passes/credits'],
    ['GET', '/transactions'],
    ['GET', '/products'],
    ['GET', '/accounts/me'],
    ['GET', '/api-keys'],
    ['POST', '/api-keys'],
    ['DELETE', `/api-keys/${id}`],
    ['POST', '/sync/pull'],
    ['GET', '/servicemen'],
  ] as const)
    expect([url, (await reads.call(method, url, method === 'GET' ? undefined : {})).statusCode]).toEqual([url, 403])
  const theirs = await make(['passes:read'], world.rival)
  expect((await theirs.call('GET', '/passes/K-1')).statusCode).toBe(404)
  expect((await world.serviceman.call('POST', '/api-keys', { name: 'x', scopes: ['passes:read'] })).statusCode).toBe(403)
})

test('audit log names the key and stays verifiable', async () => {
  const { id, call } = await make(['passes:write', 'stock:write'])
  await call('POST', '/passes', { cardIdentifier: 'K-2', holderName: 'Bert', creditAmount: 1 }, { 'idempotency-key': randomUUID() })
  await world.manager.call('PATCH', '/passes/K-2', { holderName: 'Cleo' })
  const { id: machine } = await aMachine(world.ctx, world.company, { slots: [{ number: '11' }] })
  const productId = await aProduct(world.ctx, world.company)
  const added = await call('POST', `/machines/${machine}/slots`, { slotNumber: '12', productId })
  expect(added.statusCode).toBe(201)
  const trail = await rowsOf<{ action: string; key: number | null }>(
    world.ctx.database.owner,
    sql`select content->>'action' as action, (content->>'apiKey')::float8 as key from audit_entries
      where company_id = ${world.company} and (content->'of'->>'id' = 'K-2' or content->>'action' = 'slot-added') order by seq`,
  )
  expect(trail).toEqual([
    { action: 'pass-added', key: id },
    { action: 'pass-changed', key: null },
    { action: 'slot-added', key: id },
  ])
  expect(await world.ctx.database.asSystem((db) => firstBreak(db, world.company))).toBe(null)
})

test('last use of a key is recorded to the minute', async () => {
  const { id, call } = await make(['passes:read'])
  const used = async () => (await list()).find((key: { id: number }) => key.id === id).lastUsedAt
  expect(await used()).toBe(null)
  await call('GET', '/passes')
  const first = await used()
  expect(Date.parse(first)).toBe(clock.now())
  clock.pass(MINUTE / 2)
  await call('GET', '/passes')
  expect(await used()).toBe(first)
  clock.pass(MINUTE)
  await call('GET', '/passes')
  expect(Date.parse(await used())).toBe(clock.now())
})

test('key loses access with the rights of its creator', async () => {
  const { call } = await make(['passes:read'])
  const set = (role: string, enabled: boolean) =>
    world.ctx.database.owner.execute(
      sql`update users set company_role = ${role}, enabled = ${enabled} where company_id = ${world.company} and id = ${world.manager.id}`,
    )
  await set('ROLE_EMPLOYEE', true)
  expect((await call('GET', '/passes')).statusCode).toBe(401)
  await set('ROLE_MANAGER', false)
  expect((await call('GET', '/passes')).statusCode).toBe(401)
  await set('ROLE_MANAGER', true)
  expect((await call('GET', '/passes')).statusCode).toBe(200)
})

test('every read that is not about the user has a scope', () => {
  const closed = ENDPOINTS.filter(
    (endpoint) => endpoint.method === 'GET' && ['anyone', 'manager', 'employee'].includes(endpoint.who) && scopeFor(endpoint) === null,
  ).map(({ path }) => path)
  expect(closed.toSorted()).toEqual(FOR_PEOPLE_ALONE)
})

test.each(KEY_EXAMPLES)('example $path runs with a key of the scope $scope', async ({ scope, path }) => {
  const { call } = await make([scope])
  expect((await call('GET', path)).statusCode).toBe(200)
  const other = await make([scope === 'passes:read' ? 'stock:read' : 'passes:read'])
  const refused = await other.call('GET', path)
  expect([refused.statusCode, refused.json().detail]).toEqual([403, `This endpoint requires an API key with the scope ${scope}.`])
})

test('OpenAPI document states the scope of each endpoint', () => {
  const document = openapiDocument('1')
  expect(document.paths['/cash-withdraws']?.get?.security).toEqual([{ bearer: [] }, { apiKey: ['cash:read'] }])
  expect(document.paths['/accounts/me']?.get?.security).toEqual([{ bearer: [] }])
  expect(document.paths['/cash-withdraws']?.get?.description).toContain('`cash:read`')
  for (const { scope, path } of KEY_EXAMPLES) {
    expect(document.info.description).toContain(`/api${path}`)
    expect(document.info.description).toContain(`\`${scope}\``)
  }
})

test('no key can access accounts, devices, remote credit or keys', () => {
  const open = ENDPOINTS.filter((endpoint) => scopeFor(endpoint) !== null).map(({ path }) => path)
  expect(
    open.filter(
      (path) =>
        /account|oauth|sync|register|billing\/|api-keys|telemetry|restart|credits$|imports?\b/.test(path) && path !== '/passes/credits',
    ),
  ).toEqual([])
  const writes = ENDPOINTS.filter((endpoint) => endpoint.method !== 'GET' && scopeFor(endpoint) !== null).map(({ path }) => path)
  expect(writes.filter((path) => /subscription|devices|groups|servicemen|users|company|cash/.test(path))).toEqual([])
  expect(KEY_SCOPES).not.toContain('sales:write')
  const needed = new Set(ENDPOINTS.map(scopeFor))
  expect(KEY_SCOPES.filter((scope) => !needed.has(scope))).toEqual([])
})
