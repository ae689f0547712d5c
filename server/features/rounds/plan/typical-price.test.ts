import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SECOND } from '#domain/time.ts'
import { aMachine, aProduct, type StandingMachine, setInService } from '../../../../tests/support/fleet.ts'
import { aClock } from '../../../../tests/support/test-context.ts'
import { type TwoCompanies, twoCompanies } from '../../../../tests/support/two-companies.ts'
import { machinesToPlan } from './plan-input.store.ts'
import { typicalPriceOf } from './problem.ts'
import { slotPrices, slotPricesByFeed, typicalPrice } from './typical-price.store.ts'

const clock = aClock()
let world: TwoCompanies
let snack: StandingMachine
let coffee: StandingMachine

beforeAll(async () => {
  world = await twoCompanies({ now: clock.now })
  const { ctx, company, rivalCompany } = world
  const [cola, crisps] = [await aProduct(ctx, company, { sku: 'COLA' }), await aProduct(ctx, company)]
  snack = await aMachine(ctx, company, {
    slots: [
      { number: '11', product: cola, max: 10, price: 100 },
      { number: '12', product: crisps, max: 10, price: 200 },
      { number: '13', product: crisps, max: 10, price: 210 },
      { number: '14', product: crisps, max: 10 },
      { number: '15' },
    ],
  })
  const [beans, milk] = [
    await aProduct(ctx, company, { packaging: 'INGREDIENT' }),
    await aProduct(ctx, company, { packaging: 'INGREDIENT' }),
  ]
  const [latte, mocha] = [await aProduct(ctx, company, { packaging: 'COFFEE' }), await aProduct(ctx, company, { packaging: 'COFFEE' })]
  coffee = await aMachine(ctx, company, {
    slots: [
      { number: '1', product: latte, price: 300 },
      { number: '2', product: mocha, price: 500 },
    ],
    canisters: [{ product: beans }, { product: milk }],
  })
  await ctx.database.withTenant(company, (db) =>
    db.execute(sql`insert into recipe_lines (company_id, product_id, valid_from, ingredient_id, share) values
      (${company}, ${latte}, '2026-01-01', ${beans}, 7500), (${company}, ${mocha}, '2026-01-01', ${beans}, 7500),
      (${company}, ${latte}, '2025-01-01', ${milk}, 9000)`),
  )
  await aMachine(ctx, rivalCompany, { slots: [{ number: '1', product: await aProduct(ctx, rivalCompany), price: 9_000 }] })
})
afterAll(() => world.close())

async function call(method: 'PATCH' | 'POST', path: string, body: unknown) {
  const answer = await world.manager.call(method, path, body, { 'idempotency-key': randomUUID() })
  expect(answer.statusCode, answer.body).toBeLessThan(300)
}
const change = (number: string, changed: object) =>
  call('PATCH', `/machines/${snack.id}/slots`, [{ slotId: snack.slot(number).slotId, ...changed }])

test('typical price kept by the feed equals that of the planner after each change', async () => {
  const { ctx, company } = world
  const kept = slotPricesByFeed()
  const prices = () =>
    ctx.database.withTenant(
      company,
      async (db) => ({
        planner: typicalPriceOf(await machinesToPlan(db, company, '2026-03-02')),
        read: await typicalPrice(db, company, await slotPrices(db, company, clock.now())),
        kept: await typicalPrice(db, company, await kept(db, company, clock.now())),
      }),
      { snapshot: true },
    )
  const seen: number[] = []
  for (const next of [
    async () => {},
    () => change('13', { vendPrice: 2.5 }),
    () => change('12', { vendPrice: 2.6 }),
    () => change('14', { vendPrice: 2.4 }),
    () => call('PATCH', '/products/COLA', { tax: 19 }),
    () => change('12', { vendPrice: 0.5 }),
    () => setInService(ctx, company, false, [coffee.id]),
    () => setInService(ctx, company, true, [coffee.id]),
    () => setInService(ctx, company, false, [coffee.id, snack.id]),
  ]) {
    clock.pass(SECOND)
    await next()
    const { planner, read, kept } = await prices()
    expect(read).toBeCloseTo(planner, 6)
    expect(kept).toBe(read)
    seen.push(planner)
  }
  expect(new Set(seen).size).toBeGreaterThan(4)
  expect(seen.at(-1)).toBe(0)
})
