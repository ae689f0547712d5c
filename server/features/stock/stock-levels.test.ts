import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aMachine, aProduct, assign, inWarehouse, type StandingMachine } from '../../../tests/support/fleet.ts'
import { type TwoCompanies, twoCompanies } from '../../../tests/support/two-companies.ts'

let world: TwoCompanies
let snacks: StandingMachine
let coffee: StandingMachine
let crisps: number
let cola: number
let beans: number

beforeAll(async () => {
  world = await twoCompanies()
  const { ctx, company, rivalCompany, serviceman } = world
  crisps = await aProduct(ctx, company, { name: 'Salted crisps' })
  cola = await aProduct(ctx, company, { name: 'Cola', packaging: 'CAN' })
  beans = await aProduct(ctx, company, { name: 'Beans', packaging: 'INGREDIENT' })
  const espresso = await aProduct(ctx, company, { name: 'Espresso', packaging: 'COFFEE' })
  snacks = await aMachine(ctx, company, {
    name: 'Snacks',
    slots: [
      { number: '21', product: cola, max: 6, quantity: 9 },
      { number: '12', product: crisps, max: 8, quantity: -1 },
      { number: '2', product: crisps, max: 10, quantity: 4 },
      { number: '30' },
    ],
  })
  coffee = await aMachine(ctx, company, {
    name: 'Coffee',
    slots: [{ number: '1', product: espresso }],
    canisters: [{ product: beans, max: 3000, quantity: 1250 }],
  })
  await inWarehouse(ctx, company, crisps, 40)
  await assign(ctx, company, coffee.id, serviceman.id)
  const theirs = await aProduct(ctx, rivalCompany, { name: 'Rival nuts' })
  await aMachine(ctx, rivalCompany, { slots: [{ number: '1', product: theirs, max: 5, quantity: 0 }] })
})
afterAll(() => world.close())

const dataOf = async (path: string, person = world.manager) => {
  const answer = await person.call('GET', path)
  expect(answer.statusCode).toBe(200)
  return answer.json().data
}

describe('shortages of all machines', () => {
  test('are summed by product, largest first, with warehouse stock', async () => {
    expect(await dataOf('/machines/inventory')).toEqual([
      expect.objectContaining({
        product: expect.objectContaining({ id: beans, name: 'Beans' }),
        currentShortage: 1750,
        currentQuantity: 1250,
        maxQuantity: 3000,
        inWarehouse: 0,
      }),
      expect.objectContaining({
        product: expect.objectContaining({ id: crisps }),
        currentShortage: 14,
        currentQuantity: 3,
        maxQuantity: 18,
        inWarehouse: 40,
      }),
      expect.objectContaining({
        product: expect.objectContaining({ id: cola }),
        currentShortage: 0,
        currentQuantity: 9,
        maxQuantity: 6,
        inWarehouse: 0,
      }),
    ])
  })

  test("are limited to a serviceman's machines and to the company", async () => {
    const names = async (person: typeof world.manager) =>
      (await dataOf('/machines/inventory', person)).map(({ product }: { product: { name: string } }) => product.name)
    expect(await names(world.serviceman)).toEqual(['Beans'])
    expect(await names(world.rival)).toEqual(['Rival nuts'])
  })
})

describe('inventory of a snack machine', () => {
  test('by slot has one line per filled slot, with a shortage up to the maximum', async () => {
    const lines = await dataOf(`/machines/${snacks.id}/inventory?groupBy=slot`)
    expect(
      lines.map((line: Record<string, unknown>) => [
        line.slotNumber,
        line.productId,
        line.currentQuantity,
        line.maxQuantity,
        line.currentShortage,
      ]),
    ).toEqual([
      ['2', crisps, 4, 10, 6],
      ['12', crisps, -1, 8, 8],
      ['21', cola, 9, 6, 0],
    ])
    expect(lines[0]).toMatchObject({ productInstallationId: snacks.slot('2').point, product: { name: 'Salted crisps' } })
    expect(Date.parse(lines[0].asOf)).toBeGreaterThan(0)
  })

  test('by product sums its slots and names a single one', async () => {
    for (const query of ['', '?groupBy=product']) {
      expect(await dataOf(`/machines/${snacks.id}/inventory${query}`)).toEqual([
        expect.objectContaining({ productId: cola, currentQuantity: 9, slotNumber: '21', productInstallationId: snacks.slot('21').point }),
        expect.objectContaining({
          productId: crisps,
          currentQuantity: 3,
          maxQuantity: 18,
          currentShortage: 14,
          slotNumber: null,
          productInstallationId: null,
        }),
      ])
    }
  })
})

test('inventory of a coffee machine lists its canisters in both groupings', async () => {
  for (const groupBy of ['slot', 'product']) {
    expect(await dataOf(`/machines/${coffee.id}/inventory?groupBy=${groupBy}`, world.serviceman)).toEqual([
      expect.objectContaining({
        productId: beans,
        productInstallationId: coffee.canister(beans),
        slotNumber: null,
        currentQuantity: 1250,
        maxQuantity: 3000,
        currentShortage: 1750,
      }),
    ])
  }
})

test("inventory of another user's machine is not found", async () => {
  for (const person of [world.serviceman, world.rival]) {
    const answer = await person.call('GET', `/machines/${snacks.id}/inventory`)
    expect(answer.statusCode).toBe(404)
    expect(answer.json().code).toBe('MACHINE_NOT_FOUND')
  }
  expect((await world.manager.call('GET', `/machines/${snacks.id}/inventory?groupBy=colour`)).json()).toMatchObject({
    code: 'MALFORMED',
    errors: [{ path: 'groupBy' }],
  })
})
