import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aProduct } from '../../../tests/support/fleet.ts'
import { type TwoCompanies, twoCompanies } from '../../../tests/support/two-companies.ts'
import { wordsOf } from '../../languages.ts'

let world: TwoCompanies
let [crisps, cola, espresso] = [0, 0, 0]

beforeAll(async () => {
  world = await twoCompanies()
  const { ctx, company, rivalCompany } = world
  crisps = await aProduct(ctx, company, { name: 'Crisps', sku: 'CR-1' })
  cola = await aProduct(ctx, company, { name: 'Cola', packaging: 'CAN', sku: 'CO-1' })
  espresso = await aProduct(ctx, company, { name: 'Espresso', packaging: 'COFFEE' })
  await aProduct(ctx, rivalCompany, { name: 'Theirs' })
})
afterAll(() => world.close())

const read = (text: string, more: object = {}, person = world.manager) =>
  person.call('POST', '/imports/planogram', { content: Buffer.from(text).toString('base64'), type: 'SNACK', ...more })
const slot = (slotNumber: string, productId: number | null, vendPrice: number | null, maxQuantity: number | null) => ({
  slotNumber,
  productId,
  vendPrice,
  maxQuantity,
})

describe('planogram file', () => {
  test('finds products by name or article number, and sorts by slot', async () => {
    const { data } = (await read('Slot,Product,Price,Maximum\n12,co-1,2.00,8\n11,Crisps,1.50,10\n13,,,\n')).json()
    expect(data).toMatchObject({ problems: [], decimal: '.', mapping: { slot: 0, product: 1, price: 2, maximum: 3 } })
    expect(data.slots).toEqual([slot('11', crisps, 1.5, 10), slot('12', cola, 2, 8), slot('13', null, null, null)])
  })

  test('detects the decimal comma over the whole column', async () => {
    const { data } = (await read('Slot;Product;Price\n11;Crisps;1.000\n12;Cola;2,50\n')).json()
    expect(data).toMatchObject({ decimal: ',', slots: [{ vendPrice: 1_000 }, { vendPrice: 2.5 }] })
  })

  test('reports each problem with its row, and returns the other rows', async () => {
    const { data } = (
      await read(
        'Slot,Product,Price,Maximum\n11,Crisps,1.5,10\n11,Cola,2,8\n12,Theirs,2,8\n13,Espresso,2,8\n14,Cola,much,8\n15,Cola,1,-3\n,Cola,1,1\n16,Cola,1.005,8\n',
      )
    ).json()
    expect(data.slots).toEqual([slot('11', crisps, 1.5, 10)])
    expect(data.problems.map(({ row, field, code }: Record<string, unknown>) => [row, field, code])).toEqual([
      [3, 'slot', 'TWICE'],
      [4, 'product', 'UNKNOWN_PRODUCT'],
      [5, 'product', 'WRONG_PRODUCT'],
      [6, 'price', 'NOT_A_NUMBER'],
      [7, 'maximum', 'NOT_A_NUMBER'],
      [8, 'slot', 'MISSING'],
      [9, 'price', 'NOT_A_NUMBER'],
    ])
  })

  test('reads the planogram of a coffee machine without maxima', async () => {
    const { data } = (await read('Slot,Product,Price,Maximum\n1,Espresso,1.5,10\n', { type: 'COFFEE' })).json()
    expect(data.slots).toEqual([slot('1', espresso, 1.5, null)])
  })

  test.for(['en', 'pl', 'es', 'pt', 'de', 'fr', 'it', 'ja'])('recognises the columns of an exported file in %s', async (language) => {
    const Head = v.object({ slot: v.string(), product: v.string(), price: v.string(), maximum: v.string() })
    const { slot: number, product, price, maximum } = wordsOf(language, 'slots', v.object({ sheet: Head })).sheet
    const { data } = (await read(`${number};${product};${price} (EUR);${maximum}\n11;Crisps;1,50;10\n`)).json()
    expect(data).toMatchObject({ problems: [], slots: [slot('11', crisps, 1.5, 10)] })
  })

  test('is refused if it is no table, and to employees', async () => {
    expect((await read('%PDF-1.4\u0000\u0001')).json().code).toBe('IMPORT_UNREADABLE')
    expect((await read('Slot\n11\n', {}, world.serviceman)).statusCode).toBe(403)
    expect((await read('Slot\n11\n', { more: 1 })).statusCode).toBe(422)
  })
})
