import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY, SECOND, toIso } from '#domain/time.ts'
import { aDevice, aMachine, aProduct } from '../../../tests/support/fleet.ts'
import { aClock } from '../../../tests/support/test-context.ts'
import { type TwoCompanies, twoCompanies } from '../../../tests/support/two-companies.ts'
import { rowsOf } from '../../db/client.ts'

const clock = aClock(Date.parse('2026-06-10T09:00:00.000Z'))
let world: TwoCompanies
let beans: number
let milk: number

beforeAll(async () => {
  world = await twoCompanies({ now: clock.now })
  const { ctx, company } = world
  beans = await aProduct(ctx, company, { name: 'Beans', packaging: 'INGREDIENT' })
  milk = await aProduct(ctx, company, { name: 'Milk', packaging: 'INGREDIENT' })
})
beforeEach(() => clock.pass(SECOND))
afterAll(() => world.close())

const BAR = { name: 'Bar', volume: 50, volumeType: 'GRAM', packaging: 'PIECE', tax: 7, lastCost: 0.6 }
const LATTE = { name: 'Latte', volume: 180, volumeType: 'MILLILITRE', packaging: 'COFFEE', tax: 19 }
const add = async (product: object = BAR, headers: Record<string, string> = {}) => world.manager.call('POST', '/products', product, headers)
const added = async (product: object = BAR) => (await add(product)).json().data
const change = (sku: string, body?: object, person = world.manager) => person.call('PATCH', `/products/${sku}`, body)
const problemsOf = (answer: Awaited<ReturnType<typeof add>>) => [answer.statusCode, answer.json().errors]

describe('new product', () => {
  test('gets a unique number and appears on every phone', async () => {
    const { cursor } = (await world.serviceman.call('POST', '/sync/pull', {})).json().data
    const first = await add()
    expect(first.statusCode).toBe(201)
    const product = first.json().data
    expect(product).toMatchObject({ ...BAR, deleted: false, displayVolume: '50 g', ingredients: [] })
    const second = await added({ ...BAR, name: 'Other bar' })
    expect([product.sku, second.sku]).toEqual(['P0001', 'P0002'])
    const { changes } = (await world.serviceman.call('POST', '/sync/pull', { cursor })).json().data
    expect(changes.products.map(({ name }: { name: string }) => name)).toEqual(['Bar', 'Other bar'])
    expect(changes.products[0]).not.toHaveProperty('lastCost')
  })

  test('keeps a given number, which must be unique', async () => {
    expect((await added({ ...BAR, sku: 'BAR-50' })).sku).toBe('BAR-50')
    // Browsers remove such a part of an address.
    expect((await add({ ...BAR, sku: '..' })).statusCode).toBe(422)
    for (const sku of ['BAR-50', 'Bar-50']) {
      const again = await add({ ...BAR, sku })
      expect([again.statusCode, again.json().code]).toEqual([409, 'PRODUCT_EXISTS'])
      expect(again.json().detail).toContain('BAR-50')
    }
    expect((await world.rival.call('POST', '/products', { ...BAR, sku: 'BAR-50' })).statusCode).toBe(201)
  })

  test('with a long number of an earlier version can still be changed', async () => {
    const sku = 'S'.repeat(150)
    await aProduct(world.ctx, world.company, { sku, name: 'Imported', packaging: 'PIECE' })
    expect((await change(sku, { name: 'Renamed' })).statusCode).toBe(200)
  })

  test('is created once per idempotency key', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const [first, again] = [await add(BAR, headers), await add(BAR, headers)]
    expect(again.headers['idempotency-replayed']).toBe('true')
    expect(again.json()).toEqual(first.json())
  })

  test('is rejected with every invalid field', async () => {
    const outside = { name: '', volume: 50_001, tax: 101, lastCost: 100_000 }
    const [status, problems] = problemsOf(await add({ ...BAR, ...outside }))
    expect([status, problems.map(({ path }: { path: string }) => path)]).toEqual([422, Object.keys(outside)])
    expect(problemsOf(await add({ ...BAR, lastCost: 1_000, volumeType: 'GRAM', packaging: 'CAN' }))).toEqual([
      422,
      [
        { path: 'volumeType', message: 'must be "MILLILITRE" with the packaging "CAN"' },
        { path: 'lastCost', message: 'must be at least 0 and less than 1000' },
      ],
    ])
    expect(problemsOf(await add({ ...LATTE, lastCost: 0.5 }))[1]).toEqual([
      { path: 'lastCost', message: 'must be 0 or absent, because the cost of a hot drink follows from its ingredients' },
    ])
  })

  test('has bar codes, which belong to one product of the company', async () => {
    const codes = [
      { code: '10614141000415', pieces: 24 },
      { code: '036000291452', pieces: 1 },
    ]
    const { cursor } = (await world.serviceman.call('POST', '/sync/pull', {})).json().data
    const { sku, codes: stored } = await added({ ...BAR, codes })
    expect(stored).toEqual(codes.toReversed())
    const { changes } = (await world.serviceman.call('POST', '/sync/pull', { cursor })).json().data
    expect(changes.products[0].codes).toEqual(stored)
    // A client that does not know them keeps them.
    expect((await change(sku, { name: 'Long bar' })).json().data.codes).toEqual(stored)

    const taken = await add({ ...BAR, name: 'Other', codes: [{ code: '0036000291452' }] })
    expect([taken.statusCode, taken.json()]).toEqual([
      409,
      expect.objectContaining({ code: 'PRODUCT_CODE_TAKEN', errors: [expect.objectContaining({ path: 'codes.0.code' })] }),
    ])
    const other = await added({ ...BAR, name: 'Other' })
    expect((await change(other.sku, { codes: [{ code: '036000291452' }] })).json().code).toBe('PRODUCT_CODE_TAKEN')
    expect((await world.rival.call('POST', '/products', { ...BAR, codes })).statusCode).toBe(201)

    await world.manager.call('DELETE', `/products/${sku}`)
    expect((await change(other.sku, { codes: [{ code: '036000291452' }] })).json().data.codes).toEqual([
      { code: '036000291452', pieces: 1 },
    ])
    expect((await change(other.sku, { codes: [] })).json().data.codes).toEqual([])
  })

  test.each([
    ['a wrong check digit', [{ code: '036000291453' }], 'codes.0.code'],
    ['letters', [{ code: 'CODE-128' }], 'codes.0.code'],
    ['no pieces', [{ code: '036000291452', pieces: 0 }], 'codes.0.pieces'],
    ['the same code twice', [{ code: '036000291452' }, { code: '0036000291452' }], 'codes.1.code'],
  ])('is rejected if a bar code has %s', async (_, codes, path) => {
    const [status, problems] = problemsOf(await add({ ...BAR, codes }))
    expect([status, problems.map((problem: { path: string }) => problem.path)]).toEqual([422, [path]])
  })

  test('may have a case size, which drinks and ingredients may not', async () => {
    const { sku, caseSize } = await added({ ...BAR, caseSize: 24 })
    expect(caseSize).toBe(24)
    expect((await change(sku, { name: 'Long bar' })).json().data).toMatchObject({ caseSize: 24 })
    const { changes } = (await world.serviceman.call('POST', '/sync/pull', {})).json().data
    expect(changes.products.find((one: { sku: string }) => one.sku === sku)).toMatchObject({ caseSize: 24 })
    expect((await change(sku, { caseSize: null })).json().data).toMatchObject({ caseSize: null })
    expect((await add({ ...BAR, caseSize: 1 })).statusCode).toBe(422)
    expect((await add({ ...BAR, caseSize: 1.5 })).statusCode).toBe(422)
    expect(problemsOf(await add({ ...LATTE, caseSize: 12 }))).toEqual([
      422,
      [{ path: 'caseSize', message: 'is not possible with the packaging "COFFEE"' }],
    ])
  })

  test('accepts only ingredients of the same company', async () => {
    const theirs = await aProduct(world.ctx, world.rivalCompany, { packaging: 'INGREDIENT' })
    const { id: bar } = await added()
    for (const id of [theirs, bar, 999_999]) {
      const answer = await add({ ...LATTE, ingredients: [{ id, shareAmount: 8 }] })
      expect([answer.statusCode, answer.json().code]).toEqual([404, 'PRODUCT_NOT_FOUND'])
    }
  })

  test('only managers may create, change or delete', async () => {
    const { sku } = await added()
    const responses = [
      await world.serviceman.call('POST', '/products', BAR),
      await change(sku, { name: 'Mine' }, world.serviceman),
      await world.serviceman.call('DELETE', `/products/${sku}`),
      await world.serviceman.call('GET', `/products/${sku}?type=summary`),
    ]
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 403])
    const { sku: own } = await added({ ...BAR, sku: 'OURS-ALONE' })
    const rivals = [
      await change(own, { name: 'Theirs' }, world.rival),
      await world.rival.call('DELETE', `/products/${own}`),
      await world.rival.call('GET', `/products/${own}?type=summary`),
    ]
    expect(rivals.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404])
  })
})

describe('update', () => {
  test('changes only given fields', async () => {
    const { sku } = await added()
    expect((await change(sku, { name: 'Bar XL', volume: 75 })).json().data).toMatchObject({ ...BAR, name: 'Bar XL', volume: 75 })
  })

  test('cannot turn packed goods into a hot drink or an ingredient', async () => {
    const { sku } = await added()
    expect(problemsOf(await change(sku, { packaging: 'COFFEE', volumeType: 'MILLILITRE' }))).toEqual([
      422,
      [{ path: 'packaging', message: 'cannot be changed to or from "COFFEE" or "INGREDIENT"' }],
    ])
    expect((await change(sku, { packaging: 'CAN', volumeType: 'MILLILITRE' })).statusCode).toBe(200)
  })

  test('of a recipe applies from then on; earlier sales use the old one', async () => {
    const { ctx, company } = world
    const latte = await added({ ...LATTE, ingredients: [{ id: beans, shareAmount: 7.5 }] })
    const machine = await aMachine(ctx, company, {
      slots: [{ number: '1', product: latte.id, price: 200 }],
      canisters: [
        { product: beans, quantity: 500 },
        { product: milk, quantity: 500 },
      ],
    })
    const device = await aDevice(ctx, company, { machine: machine.id })
    clock.pass(SECOND)
    const before = clock.now()
    clock.pass(SECOND)
    await change(latte.sku, { ingredients: [{ id: milk, shareAmount: 20 }] })
    clock.pass(SECOND)
    const between = clock.now()
    clock.pass(SECOND)
    expect((await change(latte.sku, { ingredients: [] })).json().data.ingredients).toEqual([])
    clock.pass(SECOND)
    const vend = (at: number) => ({ id: randomUUID(), type: 'VEND', at: toIso(at), selection: '1', price: 2, method: 'CASH' })
    const response = await world.app.inject({
      method: 'POST',
      url: `/api/telemetry/${device.imei}/events`,
      headers: device.signIn,
      payload: { events: [vend(clock.now()), vend(between), vend(before)] },
    })
    expect(response.statusCode).toBe(200)
    const stock = (await world.manager.call('GET', `/machines/${machine.id}/inventory?groupBy=product`)).json().data
    const taken = await ctx.database.withTenant(company, (db) =>
      rowsOf<{ balance: number }>(
        db,
        sql`select balance::float8 as balance from stock_points where machine_id = ${machine.id} and kind = 'CANISTER' order by product_id`,
      ),
    )
    expect(stock).toHaveLength(2)
    expect(taken.map(({ balance }) => balance)).toEqual([492_500, 480_000])
  })

  test('twice at the same time ends with the later recipe', async () => {
    const latte = await added({ ...LATTE, ingredients: [{ id: beans, shareAmount: 7.5 }] })
    await change(latte.sku, { ingredients: [{ id: beans, shareAmount: 8 }] })
    const { ingredients } = (await change(latte.sku, { ingredients: [{ id: beans, shareAmount: 9 }] })).json().data
    expect(ingredients).toMatchObject([{ id: beans, shareAmount: 9 }])
  })
})

describe('deleted product', () => {
  test('is listed only on request and restored by an empty update', async () => {
    const { sku } = await added({ ...BAR, name: 'Withdrawn' })
    const listed = async (query: string) => (await world.manager.call('GET', `/products?query=withdrawn${query}`)).json().data.length
    expect((await world.manager.call('DELETE', `/products/${sku}`)).json().data.deleted).toBe(true)
    expect([await listed(''), await listed('&deleted=true')]).toEqual([0, 1])
    const refused = await change(sku, { name: 'Changed' })
    expect([refused.statusCode, refused.json().code]).toEqual([404, 'PRODUCT_NOT_FOUND'])
    expect((await change(sku)).json().data).toMatchObject({ name: 'Withdrawn', deleted: false })
    expect(await listed('')).toBe(1)
  })

  test('remains in existing recipes and cannot be added to new ones', async () => {
    const { id, sku } = await added({ ...BAR, name: 'Syrup', volumeType: 'MILLILITRE', packaging: 'INGREDIENT' })
    const latte = await added({ ...LATTE, ingredients: [{ id, shareAmount: 5 }] })
    await world.manager.call('DELETE', `/products/${sku}`)
    expect((await change(latte.sku, { ingredients: [{ id, shareAmount: 6 }] })).statusCode).toBe(200)
    expect((await add({ ...LATTE, ingredients: [{ id, shareAmount: 5 }] })).statusCode).toBe(404)
  })
})

test('summary shows where a product is and its sales of 30 days', async () => {
  const { ctx, company } = world
  const product = await added({ ...BAR, name: 'Everywhere' })
  const slots = ['10', '9'].map((number) => ({ number, product: product.id }))
  const machine = await aMachine(ctx, company, { name: 'Lobby', slots })
  const today = toIso(clock.now()).slice(0, 10)
  const sold = (days: number, count: number) =>
    sql`insert into product_days (company_id, day, product_id, type, count, turnover_minor)
      values (${company}, ${toIso(clock.now() - days * DAY).slice(0, 10)}, ${product.id}, 'CASH', ${count}, 100)`
  await ctx.database.withTenant(company, async (db) => {
    for (const [days, count] of [
      [0, 3],
      [29, 2],
      [30, 9],
    ] as const)
      await db.execute(sold(days, count))
  })
  const { inMachines, dateSales, name } = (await world.manager.call('GET', `/products/${product.sku}?type=summary`)).json().data
  expect(name).toBe('Everywhere')
  expect(inMachines).toEqual([{ machine: { id: machine.id, name: 'Lobby' }, slotNumbers: ['9', '10'] }])
  expect(dateSales).toHaveLength(30)
  expect([dateSales[0].sold, dateSales.at(-1)]).toEqual([2, { date: today, sold: 3 }])
})

describe('product library', () => {
  const library = async (query = '', person = world.manager) => (await person.call('GET', `/library/products${query}`)).json()
  const take = (id: number, person = world.manager) => person.call('PATCH', `/library/products/${id}`)

  test('is shared by companies, sorted, paginated, and searchable without accents', async () => {
    const { data, pageDetails } = await library()
    expect(pageDetails).toMatchObject({ size: 500, totalPages: 1 })
    expect(data.length).toBeGreaterThanOrEqual(150)
    expect(new Set(data.map(({ id }: { id: number }) => id)).size).toBe(data.length)
    expect((await library('', world.rival)).data).toEqual(data)
    expect((await library('?size=10&page=1')).data).toEqual(data.slice(10, 20))
    for (const name of ['query', 'search'])
      expect((await library(`?${name}=zywiec`)).data).toMatchObject([{ name: 'Żywiec Zdrój', volume: 500, packaging: 'BOTTLE' }])
    expect((await world.serviceman.call('GET', '/library/products')).statusCode).toBe(403)
  })

  test('imports a product once, and again after deletion', async () => {
    const [{ id, name }] = (await library('?query=snickers&size=1')).data
    const first = await take(id)
    expect([first.statusCode, first.json().data]).toEqual([200, expect.objectContaining({ name, tax: 0, deleted: false })])
    const { sku } = first.json().data
    expect((await library('?query=snickers&size=1')).data[0].sku).toBe(sku)
    const again = await take(id)
    expect([again.statusCode, again.json().code]).toEqual([409, 'PRODUCT_EXISTS'])
    await world.manager.call('DELETE', `/products/${sku}`)
    expect((await take(id)).json().data).toMatchObject({ sku, deleted: false })
    expect((await take(id, world.rival)).statusCode).toBe(200)
    expect((await take(999_999)).statusCode).toBe(404)
    expect((await take(id, world.serviceman)).statusCode).toBe(403)
  })
})
