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
  await aProduct(ctx, company, { name: 'Bar' })
})
afterAll(() => world.close())

const read = async (path: string) => {
  const { data } = (await world.manager.call('GET', path)).json()
  return Array.isArray(data) ? data[0] : data
}
const patch = async (path: string, body: object, headers: Record<string, string> = {}) => world.manager.call('PATCH', path, body, headers)

describe('object that is sent back whole with a PATCH', () => {
  test.each([
    ['machine', () => `/machines/${machine.id}`, () => `/machines/${machine.id}`, { note: 'Second floor' }],
    ['product', () => '/products', ({ sku }: { sku: string }) => `/products/${sku}`, { name: 'Oat bar' }],
    ['company', () => '/company', () => '/company', { city: 'Ulm' }],
  ])('%s: changes the one field that differs', async (_kind, from, to, change) => {
    const before = await read(from())
    const answer = await patch(to(before), { ...before, ...change })
    expect([answer.statusCode, answer.json().errors]).toEqual([200, undefined])
    expect(await read(from())).toEqual({ ...before, ...change })
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
    expect([answer.statusCode, answer.json().errors]).toEqual([422, [{ path: 'colour', message: 'cannot be changed' }]])
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
