import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aProduct } from '../../../tests/support/fleet.ts'
import { type TwoCompanies, twoCompanies } from '../../../tests/support/two-companies.ts'

let world: TwoCompanies

beforeAll(async () => {
  world = await twoCompanies()
  const { ctx, company, rivalCompany } = world
  const espresso = await aProduct(ctx, company, { name: 'Espresso', sku: 'HOT-1', packaging: 'COFFEE', volume: 40 })
  const beans = await aProduct(ctx, company, { name: 'Beans', sku: 'ING-1', packaging: 'INGREDIENT', volume: 1000, lastCost: 1234 })
  await aProduct(ctx, company, { name: 'Still water', sku: 'BOT-1', packaging: 'BOTTLE', volume: 1500 })
  await aProduct(ctx, company, { name: 'Withdrawn bar', deleted: true })
  await aProduct(ctx, rivalCompany, { name: 'Rival nuts', lastCost: 250 })
  await ctx.database.withTenant(company, (db) =>
    db.execute(sql`insert into recipe_lines (company_id, product_id, valid_from, ingredient_id, share)
      values (${company}, ${espresso}, '2020-01-01', ${beans}, 9000), (${company}, ${espresso}, '2021-01-01', ${beans}, 7500)`),
  )
})
afterAll(() => world.close())

const products = async (query = '', person = world.manager) => (await person.call('GET', `/products${query}`)).json().data
const names = async (query = '', person = world.manager) => (await products(query, person)).map(({ name }: { name: string }) => name)

describe('product catalogue', () => {
  test("lists the company's active products by name", async () => {
    expect(await names()).toEqual(['Beans', 'Espresso', 'Still water'])
    expect(await names('', world.rival)).toEqual(['Rival nuts'])
  })

  test('is filtered by packaging and searched by name and number', async () => {
    expect(await names('?productType=COFFEE,BOTTLE')).toEqual(['Espresso', 'Still water'])
    expect(await names('?query=ing-1')).toEqual(['Beans'])
    expect(await names(`?query=${encodeURIComponent('BÉANS ing')}`)).toEqual(['Beans'])
    expect((await world.manager.call('GET', '/products?productType=SOUP')).statusCode).toBe(400)
  })

  test('shows current recipes and formatted volumes', async () => {
    const [, espresso, water] = await products()
    expect(espresso.ingredients).toEqual([expect.objectContaining({ name: 'Beans', shareAmount: 7.5, volumeType: 'GRAM' })])
    expect(espresso.displayVolume).toBe('40 ml')
    expect(water.displayVolume).toBe('1.50 l')
  })

  test('shows costs only to managers, in their currency', async () => {
    expect((await products('?query=beans'))[0].lastCost).toBe(12.34)
    expect((await products('?query=beans', world.serviceman))[0]).not.toHaveProperty('lastCost')
  })
})
