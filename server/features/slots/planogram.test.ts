import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { fold, type Movement, UNCOUNTED } from '#domain/stock/ledger.ts'
import { SECOND } from '#domain/time.ts'
import { aMachine, aProduct, assign, type StandingMachine } from '../../../tests/support/fleet.ts'
import { aClock } from '../../../tests/support/test-context.ts'
import { type TwoCompanies, twoCompanies } from '../../../tests/support/two-companies.ts'
import { rowsOf } from '../../db/client.ts'

const clock = aClock(Date.parse('2026-05-04T09:00:00.000Z'))
let world: TwoCompanies
let machine: StandingMachine
let coffee: StandingMachine
let [crisps, cola, gone, espresso, beans, milk] = [0, 0, 0, 0, 0, 0]

beforeAll(async () => {
  world = await twoCompanies({ now: clock.now })
  const { ctx, company } = world
  crisps = await aProduct(ctx, company, { name: 'Crisps' })
  cola = await aProduct(ctx, company, { name: 'Cola', packaging: 'CAN' })
  gone = await aProduct(ctx, company, { name: 'Withdrawn', deleted: true })
  espresso = await aProduct(ctx, company, { name: 'Espresso', packaging: 'COFFEE' })
  beans = await aProduct(ctx, company, { name: 'Beans', packaging: 'INGREDIENT' })
  milk = await aProduct(ctx, company, { name: 'Milk', packaging: 'INGREDIENT' })
})
beforeEach(async () => {
  const { ctx, company, serviceman } = world
  clock.pass(SECOND)
  machine = await aMachine(ctx, company, {
    slots: [
      { number: '11', product: crisps, max: 10, price: 150, quantity: 4 },
      { number: '12', product: cola, max: 8, price: 200, quantity: 3 },
    ],
  })
  coffee = await aMachine(ctx, company, {
    slots: [{ number: '1', product: espresso, price: 200 }],
    canisters: [{ product: beans, max: 1_000, quantity: 400 }],
  })
  await assign(ctx, company, machine.id, serviceman.id)
})
afterAll(() => world.close())

const rows = <T extends Record<string, unknown>>(query: ReturnType<typeof sql>) =>
  world.ctx.database.withTenant(world.company, (db) => rowsOf<T>(db, query))
const slotsOf = async (of = machine) => (await world.manager.call('GET', `/machines/${of.id}/slots`)).json().data
const settingsOf = async (of = machine) =>
  (await slotsOf(of)).map(({ slotNumber, product, vendPrice, maxQuantity }: Record<string, { id: number } | null>) => ({
    slotNumber,
    productId: product?.id ?? null,
    vendPrice,
    maxQuantity,
  }))
const add = (slot: object, of = machine.id, person = world.manager, headers = {}) =>
  person.call('POST', `/machines/${of}/slots`, slot, headers)
const remove = (number: string, stock = '', person = world.manager, of = machine) =>
  person.call('DELETE', `/machines/${of.id}/slots/${of.slot(number).slotId}${stock}`)
const copy = (from: number, body?: object, of = machine.id, person = world.manager) =>
  person.call('PUT', `/machines/${of}/slots/${from}`, body)
const balanceOf = async (point: number) =>
  (await rows<{ balance: number }>(sql`select balance::float8 as balance from stock_points where id = ${point}`))[0]?.balance
const inWarehouse = async (product: number) =>
  (
    await rows<{ balance: number }>(
      sql`select balance::float8 as balance from stock_points where kind = 'WAREHOUSE' and product_id = ${product}`,
    )
  )[0]?.balance ?? 0
const reviews = () =>
  rows<{ kind: string; stockPointId: number; details: unknown }>(
    sql`select kind, stock_point_id::float8 as "stockPointId", details from review_items where machine_id = ${machine.id} order by stock_point_id`,
  )
const codeOf = (answer: Awaited<ReturnType<typeof add>>) => `${answer.statusCode} ${answer.json().code ?? ''}`.trim()

/** Verifies that every balance of the company equals the sum of its ledger. */
async function expectSoundLedger() {
  const points = await rows<{ id: number; balance: number }>(sql`select id::float8 as id, balance::float8 as balance from stock_points`)
  const movements =
    await rows<Movement>(sql`select stock_point_id::float8 as point, (extract(epoch from effective_at) * 1000)::float8 as at,
    operation_id::text as operation, line, kind, quantity::float8 as quantity from movements where not voided`)
  const folded = points.map(
    ({ id }) =>
      fold(
        UNCOUNTED,
        movements.filter(({ point }) => point === id),
      ).quantity,
  )
  expect(points.map(({ balance }) => balance)).toEqual(folded)
}

describe('new slot', () => {
  test('is created empty and published to every phone', async () => {
    const { cursor } = (await world.serviceman.call('POST', '/sync/pull', {})).json().data
    const answer = await add({ slotNumber: ' 13 ', productId: crisps, maxQuantity: 12, vendPrice: 1.7 })
    expect(answer.statusCode).toBe(201)
    expect(answer.json().data).toMatchObject({ slotNumber: '13', product: { id: crisps }, maxQuantity: 12, vendPrice: 1.7 })
    const { changes } = (await world.serviceman.call('POST', '/sync/pull', { cursor })).json().data
    expect(changes.slots[0].slots.slotNumber).toEqual(['11', '12', '13'])
    expect(changes.inventory[0].stocks.balance).toEqual([4_000, 3_000, 0])
  })

  test('of a coffee machine holds no stock of its own', async () => {
    const answer = await add({ slotNumber: '2', productId: espresso, maxQuantity: 12 }, coffee.id)
    expect(answer.json().data).toMatchObject({ maxQuantity: null, vendPrice: null })
    expect((await world.manager.call('GET', `/machines/${coffee.id}/inventory?groupBy=slot`)).json().data).toHaveLength(1)
  })

  test('needs an unused number and a suitable product', async () => {
    const theirs = await aProduct(world.ctx, world.rivalCompany)
    const cases: [object, string][] = [
      [{ slotNumber: '11', productId: crisps }, '409 SLOT_EXISTS'],
      [{ slotNumber: '13', productId: espresso }, '422 PRODUCT_TYPE_MISMATCH'],
      [{ slotNumber: '13', productId: beans }, '422 PRODUCT_TYPE_MISMATCH'],
      [{ slotNumber: '13', productId: gone }, '404 PRODUCT_NOT_FOUND'],
      [{ slotNumber: '13', productId: theirs }, '404 PRODUCT_NOT_FOUND'],
      [{ slotNumber: ' ', productId: crisps }, '422 INVALID'],
      [{ slotNumber: '13', productId: 0 }, '422 INVALID'],
      [{ slotNumber: '13', productId: crisps, maxQuantity: 5_000_001 }, '422 INVALID'],
      [{ slotNumber: '13', productId: crisps, vendPrice: -1 }, '422 INVALID'],
      [{ slotNumber: '13', productId: crisps, vendPrice: 1.005 }, '422 INVALID'],
    ]
    for (const [slot, code] of cases) expect([slot, codeOf(await add(slot))]).toEqual([slot, code])
    expect(await slotsOf()).toHaveLength(2)
  })

  test('is created once per idempotency key', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const slot = { slotNumber: '13', productId: crisps }
    const [first, again] = [await add(slot, machine.id, world.manager, headers), await add(slot, machine.id, world.manager, headers)]
    expect([first.statusCode, again.statusCode, again.json()]).toEqual([201, 201, first.json()])
  })

  test('is created only by managers of the same company', async () => {
    const slot = { slotNumber: '13', productId: crisps }
    expect(codeOf(await add(slot, machine.id, world.serviceman))).toBe('403 FORBIDDEN')
    expect(codeOf(await add(slot, machine.id, world.rival))).toBe('404 MACHINE_NOT_FOUND')
  })
})

describe('deleted slot', () => {
  test('returns its stock to the warehouse', async () => {
    const before = await inWarehouse(crisps)
    expect((await remove('11', '?stock=WAREHOUSE')).statusCode).toBe(200)
    expect(await settingsOf()).toMatchObject([{ slotNumber: '12' }])
    expect([await balanceOf(machine.slot('11').point), (await inWarehouse(crisps)) - before]).toEqual([0, 4_000])
    expect(await reviews()).toEqual([])
    await expectSoundLedger()
  })

  test('writes off its stock if requested', async () => {
    const before = await inWarehouse(crisps)
    await remove('11', '?stock=LOST')
    expect([await balanceOf(machine.slot('11').point), (await inWarehouse(crisps)) - before]).toEqual([0, 0])
    const [loss] = await rows<{ cause: string; quantity: number }>(
      sql`select cause, quantity::float8 as quantity from movements where stock_point_id = ${machine.slot('11').point} and kind = 'delta'`,
    )
    expect(loss).toEqual({ cause: 'LOSS', quantity: -4_000 })
    await expectSoundLedger()
  })

  test('creates a review item if its stock is not resolved', async () => {
    await remove('11')
    const { point } = machine.slot('11')
    expect(await balanceOf(point)).toBe(4_000)
    expect(await reviews()).toMatchObject([
      { kind: 'CLOSED_INSTALLATION', stockPointId: point, details: { slotNumber: '11', quantity: 4 } },
    ])
    await expectSoundLedger()
  })

  test('includes a count with the same timestamp', async () => {
    const stocks = [{ productInstallationId: machine.slot('11').point, quantity: 7 }]
    await world.manager.call('POST', `/machines/${machine.id}/inventory`, { type: 'ADJUST', stocks })
    await remove('11', '?stock=LOST')
    expect(await balanceOf(machine.slot('11').point)).toBe(0)
    await expectSoundLedger()
  })

  test('records a late restock and creates a review item', async () => {
    await remove('11', '?stock=WAREHOUSE')
    const late = [{ productInstallationId: machine.slot('11').point, quantity: 5 }]
    const answer = await world.serviceman.call('POST', `/machines/${machine.id}/slots/restock`, late)
    expect(answer.json().data.warnings).toMatchObject([{ code: 'CLOSED_INSTALLATION', slotNumber: '11' }])
    await expectSoundLedger()
  })

  test('releases its number', async () => {
    await remove('11', '?stock=LOST')
    expect((await add({ slotNumber: '11', productId: cola })).statusCode).toBe(201)
    expect(await settingsOf()).toMatchObject([{ slotNumber: '11', productId: cola }, { slotNumber: '12' }])
    const edit = [{ slotId: machine.slot('11').slotId, vendPrice: 9 }]
    expect(codeOf(await world.manager.call('PATCH', `/machines/${machine.id}/slots`, edit))).toBe('404 SLOT_NOT_FOUND')
  })

  test('deletion cannot be undone like a stock movement', async () => {
    await remove('11', '?stock=LOST')
    const [row] = await rows<{ id: string }>(
      sql`select operation_id::text as id from movements where stock_point_id = ${machine.slot('11').point} and cause = 'LOSS'`,
    )
    const undo = await world.manager.call('POST', `/machines/${machine.id}/voids`, { operationId: row?.id })
    expect(undo.statusCode).toBe(404)
    expect(await balanceOf(machine.slot('11').point)).toBe(0)
  })

  test('is deleted once, by managers, and at its own machine', async () => {
    expect(codeOf(await remove('11', '', world.serviceman))).toBe('403 FORBIDDEN')
    expect(codeOf(await remove('11', '', world.rival))).toBe('404 MACHINE_NOT_FOUND')
    expect(codeOf(await world.manager.call('DELETE', `/machines/${coffee.id}/slots/${machine.slot('11').slotId}`))).toBe(
      '404 SLOT_NOT_FOUND',
    )
    expect([codeOf(await remove('11')), codeOf(await remove('11'))]).toEqual(['200', '404 SLOT_NOT_FOUND'])
  })
})

describe('planogram copy', () => {
  let source: StandingMachine
  beforeEach(async () => {
    source = await aMachine(world.ctx, world.company, {
      slots: [
        { number: '9', product: cola, max: 6, price: 250, quantity: 6 },
        { number: '11', product: cola, max: 10, price: 150, quantity: 1 },
        { number: '13', product: gone, max: 5, price: 100 },
      ],
    })
  })

  test('matches its preview and moves stock as requested', async () => {
    const before = [await inWarehouse(crisps), await inWarehouse(cola)]
    const preview = (await copy(source.id, { preview: true })).json().data
    expect(preview).toMatchObject({
      done: false,
      created: [
        { slotNumber: '9', productId: cola, vendPrice: 2.5, maxQuantity: 6 },
        { slotNumber: '13', productId: null, vendPrice: 1 },
      ],
      changed: [{ slotNumber: '11', from: { productId: crisps, vendPrice: 1.5 }, to: { productId: cola, vendPrice: 1.5 } }],
      removed: [{ slotNumber: '12', productId: cola, vendPrice: 2 }],
      left: [
        { slotNumber: '11', productId: crisps, quantity: 4 },
        { slotNumber: '12', productId: cola, quantity: 3 },
      ],
    })
    expect(await settingsOf()).toHaveLength(2)
    const done = (await copy(source.id, { stock: 'WAREHOUSE', version: preview.version })).json().data
    expect(done).toEqual({ ...preview, done: true })
    const wanted = (await settingsOf(source)).map((slot: { productId: number }) => ({
      ...slot,
      productId: slot.productId === gone ? null : slot.productId,
    }))
    expect(await settingsOf()).toEqual(wanted)
    expect([(await inWarehouse(crisps)) - (before[0] ?? 0), (await inWarehouse(cola)) - (before[1] ?? 0)]).toEqual([4_000, 3_000])
    await expectSoundLedger()
    expect((await copy(source.id, { preview: true })).json().data).toMatchObject({ created: [], changed: [], removed: [], left: [] })
  })

  test('creates review items for unresolved stock', async () => {
    await copy(source.id)
    expect(await reviews()).toMatchObject([
      { kind: 'CLOSED_INSTALLATION', details: { slotNumber: '11', quantity: 4 } },
      { kind: 'CLOSED_INSTALLATION', details: { slotNumber: '12', quantity: 3 } },
    ])
    await expectSoundLedger()
  })

  test('from a machine without slots is rejected', async () => {
    const empty = await aMachine(world.ctx, world.company, {})
    const before = await settingsOf()
    expect(codeOf(await copy(empty.id, { preview: true }))).toBe('422 SOURCE_HAS_NO_SLOTS')
    expect(codeOf(await copy(empty.id, { stock: 'WAREHOUSE' }))).toBe('422 SOURCE_HAS_NO_SLOTS')
    expect(before).not.toEqual([])
    expect(await settingsOf()).toEqual(before)
  })

  test('is rejected if the preview is outdated', async () => {
    const { version } = (await copy(source.id, { preview: true })).json().data
    await world.manager.call('PATCH', `/machines/${machine.id}/slots`, [{ slotId: machine.slot('12').slotId, vendPrice: 9 }])
    expect(codeOf(await copy(source.id, { version }))).toBe('409 PREVIEW_OUTDATED')
    expect(await settingsOf()).toMatchObject([{ slotNumber: '11' }, { slotNumber: '12', vendPrice: 9 }])
  })

  test('includes the canisters of a coffee machine', async () => {
    const other = await aMachine(world.ctx, world.company, {
      slots: [{ number: '1', product: espresso, price: 250 }],
      canisters: [
        { product: beans, max: 2_000 },
        { product: milk, max: 500 },
      ],
    })
    const preview = (await copy(other.id, { preview: true }, coffee.id)).json().data
    expect(preview.ingredients).toEqual([
      { productId: beans, from: 1_000, to: 2_000 },
      { productId: milk, from: null, to: 500 },
    ])
    await copy(other.id, { version: preview.version }, coffee.id)
    const stock = (await world.manager.call('GET', `/machines/${coffee.id}/inventory?groupBy=product`)).json().data
    expect(stock).toMatchObject([
      { productId: beans, maxQuantity: 2_000, currentQuantity: 400 },
      { productId: milk, maxQuantity: 500, currentQuantity: 0 },
    ])
  })

  test('requires machines of the same type and company, and a manager', async () => {
    const theirs = await aMachine(world.ctx, world.rivalCompany, {})
    expect(codeOf(await copy(coffee.id))).toBe('422 WRONG_MACHINE_TYPE')
    expect(codeOf(await copy(theirs.id))).toBe('404 MACHINE_NOT_FOUND')
    expect(codeOf(await copy(source.id, {}, machine.id, world.rival))).toBe('404 MACHINE_NOT_FOUND')
    expect(codeOf(await copy(source.id, {}, machine.id, world.serviceman))).toBe('403 FORBIDDEN')
  })
})

describe('ingredients of a machine', () => {
  const set = (body: object, of = coffee.id, person = world.manager) => person.call('PATCH', `/machines/${of}/ingredients`, body)

  test('get maximums; new canisters start empty', async () => {
    const answer = await set([
      { productId: beans, maxQuantity: 1_500 },
      { productId: milk, maxQuantity: null },
    ])
    expect(answer.json().data).toMatchObject([
      { productId: beans, maxQuantity: 1_500, productInstallationId: coffee.canister(beans) },
      { productId: milk, maxQuantity: null },
    ])
    expect(await balanceOf(coffee.canister(beans))).toBe(400_000)
  })

  test('must be ingredients, in a coffee machine, each once', async () => {
    const all = [{ productId: beans, maxQuantity: 1 }]
    expect(codeOf(await set([{ productId: crisps, maxQuantity: 1 }]))).toBe('422 PRODUCT_TYPE_MISMATCH')
    expect(codeOf(await set([{ productId: 999_999, maxQuantity: 1 }]))).toBe('404 PRODUCT_NOT_FOUND')
    expect(codeOf(await set([...all, ...all]))).toBe('422 DUPLICATED_STOCK_POINT')
    expect(codeOf(await set(all, machine.id))).toBe('422 WRONG_MACHINE_TYPE')
    expect(codeOf(await set(all, coffee.id, world.rival))).toBe('404 MACHINE_NOT_FOUND')
    expect(codeOf(await set(all, coffee.id, world.serviceman))).toBe('403 FORBIDDEN')
  })
})
