import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { WarehouseChange } from '#contract/warehouse.ts'
import { SECOND, toIso } from '#domain/time.ts'
import { aMachine, aProduct, inWarehouse } from '../../../tests/support/fleet.ts'
import { aClock } from '../../../tests/support/test-context.ts'
import { type TwoCompanies, twoCompanies } from '../../../tests/support/two-companies.ts'
import { rowsOf } from '../../db/client.ts'
import { foldedLevels } from '../../ledger/ledger.store.ts'
import { pageOfChanges } from './changes.store.ts'

let world: TwoCompanies
let cola: number
let bar: number
let beans: number
let espresso: number
let foreign: number
const clock = aClock()

beforeAll(async () => {
  world = await twoCompanies({ now: clock.now })
  const { ctx, company, rivalCompany } = world
  cola = await aProduct(ctx, company, { name: 'Cola', packaging: 'CAN' })
  bar = await aProduct(ctx, company, { name: 'Nut bar' })
  beans = await aProduct(ctx, company, { name: 'Beans', packaging: 'INGREDIENT', volume: 1000 })
  espresso = await aProduct(ctx, company, { name: 'Espresso', packaging: 'COFFEE' })
  foreign = await aProduct(ctx, rivalCompany, { name: 'Rival nuts' })
  await inWarehouse(ctx, rivalCompany, foreign, 9)
  await aMachine(ctx, company, { slots: [{ number: '11', product: cola, max: 10, quantity: 4 }] })
  await aMachine(ctx, company, { slots: [{ number: '11', product: cola, max: 10, quantity: 3 }] })
})
afterAll(() => world.close())

const change = (type: WarehouseChange['type'], items: [product: number, quantity: number][], headers: Record<string, string> = {}) =>
  world.manager.call(
    'POST',
    '/inventory/changes',
    { type, note: '', items: items.map(([productId, quantity]) => ({ productId, quantity })) },
    headers,
  )
const stored = async (query = '', person = world.manager): Promise<Record<string, [number, number, number]>> => {
  const { data } = (await person.call('GET', `/inventory/products${query}`)).json()
  type Row = { product: { name: string }; inWarehouse: number; inMachines: number; total: number }
  return Object.fromEntries(data.map((row: Row) => [row.product.name, [row.inWarehouse, row.inMachines, row.total]]))
}
const history = async (query = '', person = world.manager) => (await person.call('GET', `/inventory/changes${query}`)).json()
const figures = ({ data }: { data: { quantityBeforeChange: number; quantityChange: number; type: string }[] }) =>
  data.map((row) => [row.type, row.quantityBeforeChange, row.quantityChange])

beforeEach(async () => {
  clock.pass(SECOND)
  await change('SET', [
    [cola, 100],
    [bar, 50],
    [beans, 0],
  ])
  clock.pass(SECOND)
})

describe('warehouse stock', () => {
  test('is listed with machine stock for every storable product', async () => {
    expect(await stored()).toEqual({ Beans: [0, 0, 0], Cola: [100, 7, 107], 'Nut bar': [50, 0, 50] })
    expect(await stored('?query=nut')).toEqual({ 'Nut bar': [50, 0, 50] })
    expect(await stored('', world.rival)).toEqual({ 'Rival nuts': [9, 0, 9] })
    const { pageDetails } = (await world.manager.call('GET', '/inventory/products?size=2&page=1')).json()
    expect(pageDetails).toEqual({ page: 1, size: 2, totalPages: 2, totalElements: 3, hasNext: false })
    expect((await world.manager.call('GET', '/inventory/products')).json().pageDetails.size).toBe(10)
  })

  test('increases by receipts and adjustments, decreases by picks and losses', async () => {
    const answer = await change('RECEIVE', [
      [cola, 24],
      [bar, 1],
    ])
    expect(answer.json().data).toEqual({
      operationId: expect.any(String),
      items: [
        { productId: cola, quantityBeforeChange: 100, inWarehouse: 124 },
        { productId: bar, quantityBeforeChange: 50, inWarehouse: 51 },
      ],
      warnings: [],
    })
    await change('PICK', [[cola, 20]])
    await change('LOSS', [[cola, 4]])
    await change('ADJUST', [[cola, -10]])
    await change('ADJUST', [[cola, 5]])
    expect((await stored()).Cola?.[0]).toBe(95)
  })

  test('is shown with the shortages of machines', async () => {
    await change('PICK', [[cola, 60]])
    const { data } = (await world.manager.call('GET', '/machines/inventory')).json()
    expect(data.find((row: { product: { id: number } }) => row.product.id === cola).inWarehouse).toBe(40)
  })
})

describe('warehouse change', () => {
  test('is atomic and rejected by product if stock would be negative', async () => {
    const before = await stored()
    const refused = await change('PICK', [
      [cola, 10],
      [bar, 51],
      [beans, 1],
    ])
    expect(refused.statusCode).toBe(422)
    expect(refused.json()).toMatchObject({ code: 'NEGATIVE_STOCK', detail: expect.stringMatching(/Nut bar \(-1\), Beans \(-1\)/) })
    expect(refused.json().details.products).toEqual([
      { productId: bar, name: 'Nut bar', inWarehouse: 50, wouldBe: -1 },
      { productId: beans, name: 'Beans', inWarehouse: 0, wouldBe: -1 },
    ])
    expect(await stored()).toEqual(before)
    expect((await change('PICK', [[bar, 50]])).statusCode).toBe(200)
  })

  test("accepts each product once, and only the company's storable products", async () => {
    const twice = await change('RECEIVE', [
      [cola, 1],
      [bar, 1],
      [cola, 2],
    ])
    expect([twice.statusCode, twice.json().code, twice.json().detail]).toEqual([422, 'DUPLICATED_PRODUCT', expect.stringContaining('Cola')])
    const others = await Promise.all([change('RECEIVE', [[foreign, 1]]), change('SET', [[999_999, 1]]), change('RECEIVE', [[espresso, 1]])])
    expect(others.map((answer) => [answer.statusCode, answer.json().code])).toEqual([
      [404, 'PRODUCT_NOT_FOUND'],
      [404, 'PRODUCT_NOT_FOUND'],
      [422, 'PRODUCT_TYPE_MISMATCH'],
    ])
  })

  test.each([
    ['RECEIVE', 0, 'items.0.quantity: must be greater than 0'],
    ['PICK', -1, 'items.0.quantity: must be greater than 0'],
    ['LOSS', 100_001, 'items.0.quantity: must be at most 100000'],
    ['ADJUST', -100_001, 'items.0.quantity: must be at least -100000'],
    ['SET', -1, 'items.0.quantity: must be at least 0'],
    ['SET', 1.5, 'items.0.quantity: must be a whole number'],
    ['SOLD', 1, 'type: must be one of "RECEIVE", "PICK", "LOSS", "ADJUST", "SET"'],
  ])('of type %s with %s is rejected', async (type, quantity, detail) => {
    const answer = await change(type as WarehouseChange['type'], [[cola, quantity]])
    expect([answer.statusCode, answer.json().detail]).toEqual([422, detail])
    expect((await stored()).Cola?.[0]).toBe(100)
  })

  test('requires items and a note of limited length', async () => {
    const say = (body: unknown) => world.manager.call('POST', '/inventory/changes', body)
    expect((await say({ type: 'SET', items: [] })).statusCode).toBe(422)
    expect((await say({ type: 'SET', note: 'x'.repeat(2001), items: [{ productId: cola, quantity: 1 }] })).statusCode).toBe(422)
  })

  test('counts once per idempotency key and replays the response', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const [first, second] = [await change('PICK', [[cola, 7]], headers), await change('PICK', [[cola, 7]], headers)]
    expect(second.json()).toEqual(first.json())
    expect(second.headers['idempotency-replayed']).toBe('true')
    expect((await stored()).Cola?.[0]).toBe(93)
    expect((await change('PICK', [[cola, 8]], headers)).json().code).toBe('IDEMPOTENCY_KEY_REUSED')
  })

  test('counts at its own time, whenever it arrives', async () => {
    const before = { 'occurred-at': toIso(clock.now() - SECOND - 1) }
    const late = await change('PICK', [[cola, 30]], before)
    expect(late.statusCode).toBe(200)
    expect((await stored()).Cola?.[0]).toBe(100)
    clock.pass(SECOND)
    await change('PICK', [[cola, 30]])
    await change('SET', [[cola, 80]], { 'occurred-at': toIso(clock.now() - 2) })
    expect((await stored()).Cola?.[0]).toBe(50)
    const tooFew = await change('SET', [[cola, 29]], { 'occurred-at': toIso(clock.now() - 1) })
    expect(tooFew.json().code).toBe('NEGATIVE_STOCK')
  })

  test('cannot be undone as an operation of a machine', async () => {
    const key = randomUUID()
    await change('PICK', [[cola, 30]], { 'idempotency-key': key })
    const [machine] = (await world.manager.call('GET', '/machines')).json().data
    expect((await world.manager.call('POST', `/machines/${machine.id}/voids`, { operationId: key })).statusCode).toBe(404)
    expect((await stored()).Cola?.[0]).toBe(70)
  })

  test('is published on the live channel', async () => {
    await change('PICK', [[cola, 1]])
    const [last] = await rowsOf<{ event: { data: unknown } }>(
      world.ctx.database.owner,
      sql`select event from live_events where company_id = ${world.company} order by seq desc limit 1`,
    )
    expect(last?.event.data).toMatchObject({ activity: 'INVENTORY_CHANGED', machineId: null, changed: ['warehouse', 'activity'] })
  })

  test('is limited to managers', async () => {
    const body = { type: 'SET', items: [{ productId: cola, quantity: 1 }] }
    expect((await world.serviceman.call('POST', '/inventory/changes', body)).statusCode).toBe(403)
    expect((await world.serviceman.call('GET', '/inventory/changes')).statusCode).toBe(403)
    expect((await world.serviceman.call('GET', '/inventory/products')).statusCode).toBe(403)
  })
})

describe('warehouse history', () => {
  test('shows change, previous stock, user, time and note, latest first', async () => {
    const at = clock.now()
    await world.manager.call('POST', '/inventory/changes', {
      type: 'PICK',
      note: 'For the hospital',
      items: [{ productId: cola, quantity: 20 }],
    })
    clock.pass(SECOND)
    await change('SET', [[cola, 78]])
    const page = await history('?query=cola&size=3')
    expect(figures(page)).toEqual([
      ['SET', 80, -2],
      ['PICK', 100, -20],
      ['SET', expect.any(Number), expect.any(Number)],
    ])
    expect(page.data[1]).toEqual({
      id: expect.any(String),
      product: expect.objectContaining({ id: cola, name: 'Cola' }),
      type: 'PICK',
      quantityBeforeChange: 100,
      quantityChange: -20,
      user: { name: 'Ada Nowak' },
      createdAt: toIso(at),
      note: 'For the hospital',
    })
    expect(page.data[0].note).toBe(null)
  })

  test('is searchable by product, note and user, and filtered by type', async () => {
    await world.manager.call('POST', '/inventory/changes', {
      type: 'LOSS',
      note: 'Burst in the frost',
      items: [{ productId: bar, quantity: 1 }],
    })
    expect(figures(await history('?query=frost'))).toEqual([['LOSS', 50, -1]])
    expect((await history('?query=nowak')).pageDetails.totalElements).toBeGreaterThan(3)
    expect((await history('?type=LOSS&query=nut')).data.every(({ type }: { type: string }) => type === 'LOSS')).toBe(true)
    expect((await history('?query=100%25')).data).toEqual([])
    expect((await history('?query=frost', world.rival)).data).toEqual([])
    expect(figures(await history('', world.rival))).toEqual([['SET', 0, 9]])
  })

  test('shows late changes with the stock of their own time', async () => {
    await change('PICK', [[bar, 5]])
    await change('RECEIVE', [[bar, 3]], { 'occurred-at': toIso(clock.now() - 1) })
    expect(figures(await history('?query=nut&size=2'))).toEqual([
      ['PICK', 53, -5],
      ['RECEIVE', 50, 3],
    ])
  })
})

test('page of a long history is read without sorting older rows', async () => {
  const { ctx, rivalCompany } = world
  const seen = await ctx.database.withTenant(rivalCompany, async (db) => {
    await db.execute(sql`
      insert into movements (company_id, stock_point_id, effective_at, operation_id, line, kind, cause, quantity)
      select ${rivalCompany}, w.id, now() - at * interval '1 minute', gen_random_uuid(), 0, 'delta', 'RECEIVE', 1000
      from stock_points w, generate_series(1, 5000) at where w.company_id = ${rivalCompany} and w.kind = 'WAREHOUSE'`)
    const page = pageOfChanges(rivalCompany, { query: '', type: undefined, page: 1, size: 10 })
    const [row] = await rowsOf<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(db, sql`explain (analyze, format json) ${page}`)
    return row?.['QUERY PLAN'][0].Plan
  })
  const sorted = nodesOf(seen).flatMap((node) => (/Sort/.test(node['Node Type']) ? (node.Plans ?? []) : []))
  expect(sorted.length).toBeGreaterThan(0)
  // One stock point in that warehouse, and two pages of ten.
  expect(Math.max(...sorted.map((fed) => fed['Actual Rows']))).toBeLessThanOrEqual(20)
})

type PlanNode = { 'Node Type': string; 'Actual Rows': number; Plans?: PlanNode[] }
const nodesOf = (node: PlanNode | undefined): PlanNode[] => (node ? [node, ...(node.Plans ?? []).flatMap(nodesOf)] : [])

test('every balance equals the sum of its ledger', async () => {
  const { database } = world.ctx
  const points = await rowsOf<{ id: number; balance: number }>(
    database.owner,
    sql`select id::float8 as id, balance::float8 as balance from stock_points where company_id = ${world.company} and kind = 'WAREHOUSE'`,
  )
  const ids = points.map(({ id }) => id)
  const folded = await database.withTenant(world.company, (db) => foldedLevels(db, world.company, ids))
  expect(points.map(({ balance }) => balance)).toEqual(ids.map((id) => folded.get(id)?.quantity))
})
