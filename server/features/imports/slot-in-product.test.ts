import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aMachine, aProduct } from '../../../tests/support/fleet.ts'
import { type TwoCompanies, twoCompanies } from '../../../tests/support/two-companies.ts'
import { rowsOf } from '../../db/client.ts'

let world: TwoCompanies
beforeAll(async () => {
  world = await twoCompanies()
  const { ctx, company } = world
  const cola = await aProduct(ctx, company, { sku: 'COLA', name: 'Cola', packaging: 'PIECE' })
  await aProduct(ctx, company, { sku: '7UP', name: '7 Up', packaging: 'PIECE' })
  await aMachine(ctx, company, {
    name: 'Foyer',
    slots: ['A5', '7', '12'].map((number) => ({ number, product: cola, price: 150 })),
  })
})
afterAll(() => world.close())

const bring = async (rows: readonly string[], more: object = {}) => {
  const content = Buffer.from(rows.join('\r\n')).toString('base64')
  return (await world.manager.call('POST', '/imports', { kind: 'SALES', content, ...more })).json().data
}

test('a slot before a product in one cell is that of the sale', async () => {
  const heads = 'Time;Machine;Line Item;Price'
  const cells = ['A5 Cola', 'A5: Cola', '12 - Cola', '7 Up', '7 7 Up'].map((cell, at) => `2025-03-13 10:0${at};Foyer;${cell};1.50`)
  const { counts, problems } = await bring([heads, ...cells], { confirm: true })
  expect({ counts, problems }).toMatchObject({ counts: { new: 5, refused: 0 }, problems: [] })
  const sales = await rowsOf<{ slot: string; name: string }>(
    world.ctx.database.owner,
    sql`select t.slot_number as slot, p.name from transactions t join products p on p.company_id = t.company_id and p.id = t.product_id
      where t.company_id = ${world.company} order by t.at`,
  )
  expect(sales.map(({ slot, name }) => `${slot} ${name}`)).toEqual(['A5 Cola', 'A5 Cola', '12 Cola', ' 7 Up', '7 7 Up'])
})

test.each([
  ['of an unknown slot', 'Line Item', 'A6 Cola', ''],
  ['of an unknown product', 'Line Item', 'A5 Water', ''],
  ['beside another slot', 'Article', 'A5 Cola', '12'],
])('a product %s is refused', async (_, head, cell, slot) => {
  const { counts, problems } = await bring([`Time;Machine;${head};Price;Slot`, `2025-03-14 10:00;Foyer;${cell};1.50;${slot}`])
  expect({ refused: counts.refused, codes: problems.map(({ code }: { code: string }) => code) }).toEqual({
    refused: 1,
    codes: ['UNKNOWN_PRODUCT'],
  })
})
