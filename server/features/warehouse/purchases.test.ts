import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PurchaseBody } from '#contract/purchases.ts'
import { toIso } from '#domain/time.ts'
import { aProduct } from '../../../tests/support/fleet.ts'
import { aClock } from '../../../tests/support/test-context.ts'
import { type TwoCompanies, twoCompanies } from '../../../tests/support/two-companies.ts'

let world: TwoCompanies
let supplier: number
let cola: number
let beans: number
let espresso: number
const foreign = { product: 0, supplier: 0, purchase: 0 }
const clock = aClock()

const dataOf = (answer: { json(): { data: never } }) => answer.json().data as Record<string, never>
const addSupplier = async (name: string, person = world.manager): Promise<number> =>
  dataOf(await person.call('POST', '/suppliers', { name })).identifier as unknown as number

beforeAll(async () => {
  world = await twoCompanies({ now: clock.now })
  const { ctx, company, rivalCompany, rival } = world
  supplier = await addSupplier('Kaffee Nord')
  cola = await aProduct(ctx, company, { name: 'Cola', packaging: 'CAN', lastCost: 30 })
  beans = await aProduct(ctx, company, { name: 'Beans', packaging: 'INGREDIENT', volume: 1000 })
  espresso = await aProduct(ctx, company, { name: 'Espresso', packaging: 'COFFEE' })
  foreign.product = await aProduct(ctx, rivalCompany, { name: 'Rival nuts' })
  foreign.supplier = await addSupplier('Rival mills', rival)
  const theirs = { ...a({}), supplier: { identifier: foreign.supplier }, items: [{ productId: foreign.product, quantity: 1, unitCost: 1 }] }
  foreign.purchase = dataOf(await rival.call('POST', '/purchases', theirs)).identifier as unknown as number
})
afterAll(() => world.close())

const a = (more: Partial<PurchaseBody>): PurchaseBody => ({
  supplier: { identifier: supplier },
  invoiceNumber: 'RE-2026-17',
  status: 'PLANNED',
  orderedAt: '2026-02-20T09:00:00.000Z',
  deliveredAt: '2026-02-27T09:00:00.000Z',
  note: '',
  items: [{ productId: cola, quantity: 24, unitCost: 0.39 }],
  ...more,
})
const add = (more: Partial<PurchaseBody> = {}) => world.manager.call('POST', '/purchases', a(more))
const put = (id: number, more: Partial<PurchaseBody> = {}, headers: Record<string, string> = {}) =>
  world.manager.call('PUT', `/purchases/${id}`, a(more), headers)
const added = async (more: Partial<PurchaseBody> = {}): Promise<number> => dataOf(await add(more)).identifier as unknown as number
const inWarehouse = async (name: string): Promise<number> => {
  const [row] = (await world.manager.call('GET', `/inventory/products?query=${name}`)).json().data
  return row.inWarehouse
}
const received = async () => (await world.manager.call('GET', '/inventory/changes?type=RECEIVE')).json().pageDetails.totalElements

describe('suppliers', () => {
  test('are created, changed, searched and archived', async () => {
    const words = {
      name: 'Getränke Süd',
      phone: '+49 711 1234',
      email: 'office@sued.example',
      address: 'Hafenstraße 1',
      note: 'Ring twice',
    }
    const made = await world.manager.call('POST', '/suppliers', words)
    const { identifier } = made.json().data
    expect([made.statusCode, made.json().data]).toEqual([201, { identifier, ...words, minimumOrder: null, leadDays: null }])
    const changed = await world.manager.call('PUT', `/suppliers/${identifier}`, { name: 'Getränke Süd KG', phone: '' })
    const nothing = { phone: null, email: null, address: null, note: null, minimumOrder: null, leadDays: null }
    const bare = { identifier, name: 'Getränke Süd KG', ...nothing }
    expect(changed.json().data).toEqual(bare)
    const list = async () => (await world.manager.call('GET', '/suppliers?query=getr')).json().data
    expect(await list()).toEqual([bare])
    expect((await world.manager.call('DELETE', `/suppliers/${identifier}`)).statusCode).toBe(200)
    expect(await list()).toEqual([])
    expect((await world.manager.call('DELETE', `/suppliers/${identifier}`)).json().code).toBe('SUPPLIER_NOT_FOUND')
  })

  test('keep minimum and lead time unless they are changed', async () => {
    const made = await world.manager.call('POST', '/suppliers', { name: 'Kiosk', minimumOrder: 99.5, leadDays: 4 })
    const change = (body: object) => world.manager.call('PUT', `/suppliers/${made.json().data.identifier}`, { name: 'Kiosk', ...body })
    expect((await change({})).json().data).toMatchObject({ minimumOrder: 99.5, leadDays: 4 })
    expect((await change({ minimumOrder: null, leadDays: 0 })).json().data).toMatchObject({ minimumOrder: null, leadDays: 0 })
    const refused = (await change({ minimumOrder: 1.005 })).json()
    expect([refused.code, refused.errors[0].path]).toEqual(['INVALID', 'minimumOrder'])
  })

  test.each([
    ['no name', { name: ' ' }],
    ['a long phone number', { name: 'A', phone: '1'.repeat(21) }],
    ['a long e-mail', { name: 'A', email: 'x'.repeat(201) }],
    ['an invalid e-mail address', { name: 'A', email: 'nomail' }],
    ['a long address', { name: 'A', address: 'x'.repeat(201) }],
    ['a long note', { name: 'A', note: 'x'.repeat(2001) }],
  ])('with %s are rejected', async (_what, words) => {
    expect((await world.manager.call('POST', '/suppliers', words)).statusCode).toBe(422)
  })

  test('that are archived keep their purchases and accept no new ones', async () => {
    const identifier = await addSupplier('Gone soon')
    const id = await added({ supplier: { identifier } })
    await world.manager.call('DELETE', `/suppliers/${identifier}`)
    expect((await add({ supplier: { identifier } })).json().code).toBe('SUPPLIER_NOT_FOUND')
    expect((await put(id, { supplier: { identifier }, note: 'still' })).json().data.supplier).toEqual({ identifier, name: 'Gone soon' })
  })
})

describe('purchase', () => {
  test('contains items, supplier and costs', async () => {
    const items = [
      { productId: cola, quantity: 24, unitCost: 0.39 },
      { productId: beans, quantity: 3, unitCost: 13.9 },
    ]
    const made = await add({ status: 'ON_ORDER', items, note: 'By lorry' })
    expect(made.statusCode).toBe(201)
    expect(made.json().data).toEqual({
      identifier: expect.any(Number),
      supplier: { identifier: supplier, name: 'Kaffee Nord' },
      invoiceNumber: 'RE-2026-17',
      status: 'ON_ORDER',
      orderedAt: '2026-02-20T09:00:00.000Z',
      deliveredAt: null,
      note: 'By lorry',
      items: items.map((item) => ({ ...item, product: expect.objectContaining({ id: item.productId }) })),
      units: 27,
      totalNetCost: 51.06,
    })
    const found = (await world.manager.call('GET', '/purchases?query=lorry')).json()
    expect(found.data).toEqual([made.json().data])
    expect(found.pageDetails.size).toBe(100)
  })

  test('that is planned is neither ordered nor delivered', async () => {
    const id = await added({ status: 'ON_ORDER' })
    expect((await put(id, { status: 'PLANNED' })).json().data).toMatchObject({ status: 'PLANNED', orderedAt: null, deliveredAt: null })
  })

  test('delivery adds stock once and updates product costs', async () => {
    const items = [
      { productId: cola, quantity: 48, unitCost: 0.41 },
      { productId: beans, quantity: 2, unitCost: 12.5 },
    ]
    const id = await added({ status: 'ON_ORDER', items })
    const [before, beansBefore, changes] = [await inWarehouse('Cola'), await inWarehouse('Beans'), await received()]
    const key = { 'idempotency-key': randomUUID() }
    const first = await put(id, { status: 'DELIVERED', items }, key)
    expect(first.json().data).toMatchObject({ status: 'DELIVERED', deliveredAt: '2026-02-27T09:00:00.000Z' })
    // A retry after a lost response, a second save, or a corrected invoice number.
    expect((await put(id, { status: 'DELIVERED', items }, key)).json()).toEqual(first.json())
    await put(id, { status: 'DELIVERED', items })
    expect((await put(id, { status: 'DELIVERED', items, invoiceNumber: 'RE-18' })).json().data.invoiceNumber).toBe('RE-18')
    expect(await inWarehouse('Cola')).toBe(before + 48)
    expect(await inWarehouse('Beans')).toBe(beansBefore + 2000)
    expect(await received()).toBe(changes + 2)
    const { data } = (await world.manager.call('GET', '/products')).json()
    const costs = Object.fromEntries(data.map(({ name, lastCost }: { name: string; lastCost: number }) => [name, lastCost]))
    expect(costs).toMatchObject({ Cola: 0.41, Beans: 12.5 })
  })

  test('can be created as delivered, with today as default date', async () => {
    const before = await inWarehouse('Cola')
    const made = await add({ status: 'DELIVERED', deliveredAt: null })
    expect(made.json().data.deliveredAt).toBe(toIso(clock.now()))
    expect(await inWarehouse('Cola')).toBe(before + 24)
  })

  test('contains no deleted product, unless it did before', async () => {
    const product = await aProduct(world.ctx, world.company, { name: 'Discontinued', sku: 'OLD-1' })
    const items = [{ productId: product, quantity: 24, unitCost: 0.41 }]
    const id = await added({ items })
    await world.manager.call('DELETE', '/products/OLD-1')
    for (const refused of [await add({ items }), await put(await added(), { items })])
      expect(refused.json()).toMatchObject({ code: 'PRODUCT_NOT_FOUND', detail: expect.stringContaining('Discontinued') })
    expect((await put(id, { items, status: 'DELIVERED' })).statusCode).toBe(200)
    expect(await inWarehouse('Discontinued')).toBe(24)
  })

  test('cannot change items or status or be deleted after delivery', async () => {
    const id = await added({ status: 'DELIVERED' })
    const more = [{ productId: cola, quantity: 25, unitCost: 0.39 }]
    const refused = await Promise.all([
      put(id, { status: 'DELIVERED', items: more }),
      put(id, { status: 'ON_ORDER' }),
      world.manager.call('DELETE', `/purchases/${id}`),
    ])
    expect(refused.map((answer) => [answer.statusCode, answer.json().code])).toEqual(refused.map(() => [409, 'PURCHASE_DELIVERED']))
  })

  test('can be cancelled before delivery', async () => {
    const id = await added({ status: 'ON_ORDER' })
    expect((await world.manager.call('DELETE', `/purchases/${id}`)).statusCode).toBe(200)
    expect((await put(id)).json().code).toBe('PURCHASE_NOT_FOUND')
  })

  test('is isolated from other companies', async () => {
    const id = await added()
    const answers = await Promise.all([
      add({ supplier: { identifier: foreign.supplier } }),
      add({ items: [{ productId: foreign.product, quantity: 1, unitCost: 1 }] }),
      put(foreign.purchase),
      world.manager.call('DELETE', `/purchases/${foreign.purchase}`),
      world.manager.call('PUT', `/suppliers/${foreign.supplier}`, { name: 'Ours now' }),
      world.manager.call('DELETE', `/suppliers/${foreign.supplier}`),
      world.rival.call('DELETE', `/purchases/${id}`),
    ])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 404))
    expect((await world.rival.call('GET', '/purchases')).json().data.map(({ identifier }: { identifier: number }) => identifier)).toEqual([
      foreign.purchase,
    ])
  })

  const line = (more: Partial<PurchaseBody['items'][number]>) => ({ items: [{ productId: cola, quantity: 1, unitCost: 1, ...more }] })
  test.each([
    ['no items', () => ({ items: [] })],
    ['101 items', () => ({ items: Array.from({ length: 101 }, (_, index) => ({ productId: index + 1, quantity: 1, unitCost: 1 })) })],
    ['a product twice', () => ({ items: [cola, cola].map((productId) => ({ productId, quantity: 1, unitCost: 1 })) })],
    ['a hot drink', () => line({ productId: espresso })],
    ['a quantity of zero', () => line({ quantity: 0 })],
    ['a cost of zero', () => line({ unitCost: 0 })],
    ['a cost with too many decimals', () => line({ unitCost: 0.395 })],
    ['a long invoice number', () => ({ invoiceNumber: 'x'.repeat(41) })],
    ['a long note', () => ({ note: 'x'.repeat(1001) })],
    ['a date before February 2018', () => ({ status: 'ON_ORDER' as const, orderedAt: '2018-01-30T12:00:00.000Z' })],
    ['a future date', () => ({ status: 'ON_ORDER' as const, orderedAt: '2026-03-04T12:00:00.000Z' })],
  ])('with %s is rejected', async (_what, more) => {
    expect((await add(more())).statusCode).toBe(422)
  })
})
