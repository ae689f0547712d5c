import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aProduct } from '../../../tests/support/fleet.ts'
import { aClock } from '../../../tests/support/test-context.ts'
import { type TwoCompanies, twoCompanies } from '../../../tests/support/two-companies.ts'
import { randomFrom } from '../../../tests/sync/simulation/random.ts'
import { rowsOf } from '../../db/client.ts'
import { foldedLevels } from '../../ledger/ledger.store.ts'

const WRITERS = 50
const PRODUCTS = 6
const START = 100

const clock = aClock()
let world: TwoCompanies
let products: number[] = []
let supplier: number

beforeAll(async () => {
  world = await twoCompanies({ now: clock.now })
  for (let index = 0; index < PRODUCTS; index++) products.push(await aProduct(world.ctx, world.company))
  supplier = (await world.manager.call('POST', '/suppliers', { name: 'Mills' })).json().data.identifier
  await change(
    'SET',
    products.map((productId) => ({ productId, quantity: START })),
  )
  products = products.toSorted((a, b) => a - b)
  clock.pass(1)
})
afterAll(() => world.close())

type Item = { productId: number; quantity: number }
const change = (type: string, items: readonly Item[]) => world.manager.call('POST', '/inventory/changes', { type, items })
const purchase = (status: string, items: readonly Item[]) => ({
  supplier: { identifier: supplier },
  status,
  items: items.map((item) => ({ ...item, unitCost: 1 })),
})

const levels = async () => {
  const rows = await rowsOf<{ id: number; product: number; balance: number }>(
    world.ctx.database.owner,
    sql`select id::float8 as id, product_id::float8 as product, balance::float8 as balance from stock_points
      where company_id = ${world.company} and kind = 'WAREHOUSE' order by product_id`,
  )
  const folded = await world.ctx.database.withTenant(world.company, (db) =>
    foldedLevels(
      db,
      world.company,
      rows.map(({ id }) => id),
    ),
  )
  return rows.map(({ id, product, balance }) => ({ product, balance: balance / 1000, fold: (folded.get(id)?.quantity ?? 0) / 1000 }))
}

test('fifty concurrent picks, receipts and deliveries leave the exact, non-negative stock', async () => {
  const random = randomFrom('warehouse', 'writers')
  const expected = new Map((await levels()).map(({ product, balance }) => [product, balance]))
  const changes = Array.from({ length: WRITERS }, (_, index) => {
    const items = products.filter(() => random.chance(0.5)).map((productId) => ({ productId, quantity: random.between(1, 40) }))
    const some = items.length > 0 ? items : [{ productId: products[0] ?? 0, quantity: 1 }]
    // Requests that name them in another order lock them in the same order.
    return { items: index % 2 ? some : some.toReversed(), type: (['PICK', 'PICK', 'RECEIVE', 'DELIVER'] as const)[index % 4] ?? 'PICK' }
  })
  const answers = await Promise.all(
    changes.map(({ type, items }) =>
      type === 'DELIVER' ? world.manager.call('POST', '/purchases', purchase('DELIVERED', items)) : change(type, items),
    ),
  )
  answers.forEach((answer, index) => {
    const { type = 'PICK', items = [] } = changes[index] ?? {}
    if (answer.statusCode >= 300) expect([type, answer.json().code]).toEqual(['PICK', 'NEGATIVE_STOCK'])
    else
      for (const { productId, quantity } of items)
        expected.set(productId, (expected.get(productId) ?? 0) + (type === 'PICK' ? -quantity : quantity))
  })
  const after = await levels()
  expect(after.map(({ product, balance }) => [product, balance])).toEqual([...expected])
  for (const { balance, fold } of after) expect([fold, balance >= 0]).toEqual([balance, true])
})

test('purchase delivered by fifty concurrent requests is received once', async () => {
  const items = products.map((productId) => ({ productId, quantity: 5 }))
  const { identifier } = (await world.manager.call('POST', '/purchases', purchase('ON_ORDER', items))).json().data
  const before = await levels()
  const answers = await Promise.all(
    Array.from({ length: WRITERS }, () => world.manager.call('PUT', `/purchases/${identifier}`, purchase('DELIVERED', items))),
  )
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  expect((await levels()).map(({ balance }) => balance)).toEqual(before.map(({ balance }) => balance + 5))
})

test('fifty concurrent picks succeed only as far as stock allows', async () => {
  const [productId = 0] = products
  clock.pass(1)
  await change('SET', [{ productId, quantity: 20 }])
  clock.pass(1)
  const answers = await Promise.all(Array.from({ length: WRITERS }, () => change('PICK', [{ productId, quantity: 1 }])))
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(20)
  expect((await levels()).find(({ product }) => product === productId)?.balance).toBe(0)
})
