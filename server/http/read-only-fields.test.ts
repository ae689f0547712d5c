import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aMachine, aProduct } from '../../tests/support/fleet.ts'
import { type TwoCompanies, twoCompanies } from '../../tests/support/two-companies.ts'

let world: TwoCompanies
let machine: { id: number }

beforeAll(async () => {
  world = await twoCompanies()
  const { ctx, company } = world
  machine = await aMachine(ctx, company, { name: 'Lobby' })
  const products = [await aProduct(ctx, company, { name: 'Bar' }), await aProduct(ctx, company, { name: 'Roll' })]
  const { identifier } = (await world.manager.call('POST', '/suppliers', { name: 'Foods' })).json().data
  const lines = products.map((productId) => ({ productId, cases: 2, piecesPerCase: 6, unitCost: 0.4 }))
  await world.manager.call('POST', '/supplier-orders', { supplier: { identifier }, lines })
  const items = products.map((productId) => ({ productId, quantity: 12, unitCost: 0.4 }))
  await world.manager.call('POST', '/purchases', { supplier: { identifier }, status: 'PLANNED', items })
})
afterAll(() => world.close())

const read = async (path: string) => {
  const { data } = (await world.manager.call('GET', path)).json()
  return Array.isArray(data) ? data[0] : data
}
const put = async (path: string, body: object) => world.manager.call('PUT', path, body)
const employee = async () =>
  (await world.manager.call('GET', '/users?size=100'))
    .json()
    .data.find((user: { companyRole: string }) => user.companyRole === 'ROLE_EMPLOYEE')
const patch = async (path: string, body: object, headers: Record<string, string> = {}) => world.manager.call('PATCH', path, body, headers)

describe('object that is sent back whole with a PATCH', () => {
  test.each([
    ['machine', () => `/machines/${machine.id}`, () => `/machines/${machine.id}`, { note: 'Second floor' }],
    ['product', () => '/products', ({ sku }: { sku: string }) => `/products/${sku}`, { name: 'Oat bar' }],
    ['order with its lines', () => '/supplier-orders', ({ id }: { id: number }) => `/supplier-orders/${id}`, { note: 'Rear door' }],
    ['own profile', () => '/accounts/me', () => '/accounts/me', { firstName: 'Ute' }],
    ['own settings', () => '/accounts/me/settings', () => '/accounts/me/settings', { weeklyEmails: false }],
    ['company', () => '/company', () => '/company', { city: 'Ulm' }],
  ])('%s: changes the one field that differs', async (_kind, from, to, change) => {
    const before = await read(from())
    const answer = await patch(to(before), { ...before, ...change })
    expect([answer.statusCode, answer.json().errors]).toEqual([200, undefined])
    const { version } = answer.json().data
    expect(await read(from())).toEqual({ ...before, ...change, ...(version ? { version } : {}) })
  })

  test('with another read-only value inside a list: refused by its place', async () => {
    const before = await read('/supplier-orders')
    const [one, two] = before.lines
    const lines = [two, { ...one, cases: 9, received: 5 }]
    const answer = await patch(`/supplier-orders/${before.id}`, { version: before.version, lines })
    expect([answer.statusCode, answer.json().errors]).toEqual([422, [{ path: 'lines.1.received', message: 'cannot be changed' }]])
    expect(await read('/supplier-orders')).toEqual(before)
    const inOtherOrder = { version: before.version, lines: [two, { ...one, cases: 9 }] }
    expect((await patch(`/supplier-orders/${before.id}`, inOtherOrder)).statusCode).toBe(200)
  })

  test('order with other cases: its earlier total is no change of the total', async () => {
    const before = await read('/supplier-orders')
    const [one, ...others] = before.lines
    const lines = [{ ...one, cases: one.cases + 5 }, ...others]
    const wrong = await patch(`/supplier-orders/${before.id}`, { ...before, lines, totalNetCost: 1 })
    expect([wrong.statusCode, wrong.json().errors]).toEqual([422, [{ path: 'totalNetCost', message: 'cannot be changed' }]])
    const after = await patch(`/supplier-orders/${before.id}`, { ...before, lines })
    expect(after.statusCode).toBe(200)
    expect(after.json().data.totalNetCost).toBeGreaterThan(before.totalNetCost)
  })

  test('employee: changes the one field that differs, and nothing if a read-only one differs', async () => {
    const before = await employee()
    const refused = await patch(`/users/${before.userId}`, {
      ...before,
      firstName: 'Ada',
      login: 'other_12345',
      roles: ['ROLE_SUPER_ADMIN'],
    })
    expect(refused.json().errors).toEqual([
      { path: 'login', message: 'cannot be changed' },
      { path: 'roles', message: 'cannot be changed' },
    ])
    expect(await employee()).toEqual(before)
    const answer = await patch(`/users/${before.userId}`, { ...before, firstName: 'Ada' })
    expect([answer.statusCode, answer.json().data]).toEqual([200, { ...before, firstName: 'Ada' }])
    expect(await employee()).toEqual({ ...before, firstName: 'Ada' })
  })

  test.each([
    ['/accounts/me', { firstName: 'Ada', companyRole: 'ROLE_EMPLOYEE' }, 'companyRole'],
    ['/accounts/me/settings', { weeklyEmails: true, tosAccepted: 'later' }, 'tosAccepted'],
    ['/accounts/me/settings', { weeklyEmails: true, branches: [{ identifier: '1', name: 'x' }] }, 'branches'],
  ])('%s with another value in a read-only field: refused, and nothing is changed', async (path, body, field) => {
    const before = await read(path)
    const answer = await patch(path, body)
    expect([answer.statusCode, answer.json().errors]).toEqual([422, [{ path: field, message: 'cannot be changed' }]])
    expect(await read(path)).toEqual(before)
  })

  test('with another value in a read-only field: refused by name, and nothing is changed', async () => {
    const before = await read('/products')
    const answer = await patch(`/products/${before.sku}`, { ...before, name: 'Nut bar', sku: 'OTHER', id: before.id + 1 })
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'INVALID'])
    expect(answer.json().errors).toEqual([
      { path: 'id', message: 'cannot be changed' },
      { path: 'sku', message: 'cannot be changed' },
    ])
    expect(await read('/products')).toEqual(before)
  })

  test('with a field that no response contains: refused by name', async () => {
    const answer = await patch(`/machines/${machine.id}`, { ...(await read(`/machines/${machine.id}`)), colour: 'red' })
    expect([answer.statusCode, answer.json().errors]).toEqual([422, [{ path: 'colour', message: 'unknown field' }]])
  })

  test('to an action, whose response is no object: refused by name', async () => {
    const answer = await patch('/passes/credits', { total: 0 })
    expect([answer.statusCode, answer.json().errors]).toEqual([422, [{ path: 'total', message: 'unknown field' }]])
  })

  test('with the same key and another read-only value: not taken for a repetition', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const before = await read('/products')
    expect((await patch(`/products/${before.sku}`, { ...before, name: 'Fig bar' }, headers)).statusCode).toBe(200)
    const other = await patch(`/products/${before.sku}`, { ...before, name: 'Fig bar', id: 4711 }, headers)
    expect(other.json().code).toBe('IDEMPOTENCY_KEY_REUSED')
  })
})

describe('object that is sent back whole with a PUT', () => {
  const [supplier, purchase] = ['/suppliers', '/purchases']
  const quiet = '/accounts/me/quiet-hours'

  test.each([
    ['supplier', supplier, { note: 'Calls before eight' }],
    ['purchase', purchase, { note: 'Rear door' }],
    ['quiet hours', quiet, { quietHours: { from: 1320, to: 360, days: [1, 2], urgentToo: false } }],
    ['history', '/company/history', { months: 24 }],
  ])('%s: changes the one field that differs', async (_kind, path, change) => {
    const before = await read(path)
    const to = 'identifier' in before ? `${path}/${before.identifier}` : path
    const answer = await put(to, { ...before, ...change })
    expect([answer.statusCode, answer.json().errors]).toEqual([200, undefined])
    expect(await read(path)).toEqual({ ...before, ...change })
  })

  test.each([
    [supplier, { identifier: 4711 }, 'identifier'],
    [purchase, { units: 1 }, 'units'],
    [quiet, { timezone: 'Asia/Tokyo' }, 'timezone'],
  ])('%s with another value in a read-only field: refused, and nothing is changed', async (path, change, field) => {
    const before = await read(path)
    const to = 'identifier' in before ? `${path}/${before.identifier}` : path
    const answer = await put(to, { ...before, ...change })
    expect([answer.statusCode, answer.json().errors]).toEqual([422, [{ path: field, message: 'cannot be changed' }]])
    expect(await read(path)).toEqual(before)
  })

  test('purchase with another quantity and supplier: its earlier figures and names are no changes', async () => {
    const before = await read(purchase)
    const { identifier } = (await world.manager.call('POST', '/suppliers', { name: 'Drinks' })).json().data
    const [one, ...others] = before.items
    const body = { ...before, supplier: { ...before.supplier, identifier }, items: [{ ...one, quantity: 30 }, ...others] }
    const answer = await put(`${purchase}/${before.identifier}`, body)
    expect([answer.statusCode, answer.json().errors]).toEqual([200, undefined])
    expect(answer.json().data).toMatchObject({ supplier: { name: 'Drinks' }, units: before.units - one.quantity + 30 })
  })

  test('purchase with another name of its supplier: refused by its place', async () => {
    const before = await read(purchase)
    const answer = await put(`${purchase}/${before.identifier}`, { ...before, supplier: { ...before.supplier, name: 'Else' } })
    expect([answer.statusCode, answer.json().errors]).toEqual([422, [{ path: 'supplier.name', message: 'cannot be changed' }]])
  })
})
