import { afterAll, beforeAll, expect, test } from 'vitest'
import { aMachine, aProduct } from '../../../tests/support/fleet.ts'
import { aClock } from '../../../tests/support/test-context.ts'
import { type TwoCompanies, twoCompanies } from '../../../tests/support/two-companies.ts'

const clock = aClock(Date.parse('2026-05-04T10:00:00.000Z'))
let world: TwoCompanies
beforeAll(async () => {
  world = await twoCompanies({ now: clock.now })
  const { ctx, company } = world
  await aProduct(ctx, company, { sku: 'COLA', name: 'Cola', packaging: 'PIECE' })
  await aMachine(ctx, company, { name: 'Foyer' })
})
afterAll(() => world.close())

const bring = async (rows: readonly string[], more: object = {}) => {
  const content = Buffer.from(rows.join('\r\n')).toString('base64')
  return (await world.manager.call('POST', '/imports', { kind: 'SALES', content, ...more })).json().data
}
type Preview = { heads: string[]; mapping: Record<string, number>; problems: { field: string; code: string }[] }
const headsOf = ({ heads, mapping }: Preview) => Object.fromEntries(Object.entries(mapping).map(([field, at]) => [field, heads[at]]))
const problemsOf = ({ problems }: Preview) => problems.map(({ field, code }) => `${field} ${code}`)

test('a Turkish time of day with a point is no amount', async () => {
  const found = await bring(['İşlem Tarihi;Satış Saati;Otomat Adı;Tutarı', '01.03.2026;18.49;Foyer;1,50', '02.03.2026;19.54;Foyer;2,00'])
  expect(headsOf(found)).toMatchObject({ at: 'İşlem Tarihi', time: 'Satış Saati', amount: 'Tutarı' })
  expect(found.period).toEqual({ from: expect.stringContaining(':49:00'), until: expect.stringContaining(':54:00') })
})

test('another currency behind a comma in a heading is refused', async () => {
  const rows = ['01.03.2026 10:00;Foyer;15,50', '01.03.2026 11:00;Foyer;16,50']
  expect(problemsOf(await bring(['Дата;Автомат;Сума, грн', ...rows]))).toEqual(['amount OTHER_CURRENCY', 'amount OTHER_CURRENCY'])
  expect(problemsOf(await bring(['Date;Machine;Amount, net', ...rows]))).toEqual([])
})

test('the point of an abbreviated currency is no decimal mark', async () => {
  const found = await bring(['Date,Machine,Amount', '2026-03-01 10:00,Foyer,Rs. 2.10', '2026-03-01 11:00,Foyer,Rs.3'], {
    ownCurrency: true,
  })
  expect([problemsOf(found), found.counts.new]).toEqual([[], 2])
})

test('amounts in thousandths of a dinar are no sums', async () => {
  const { ctx, rival, rivalCompany } = world
  expect((await rival.call('PATCH', '/company', { currency: 'KWD' })).statusCode).toBe(200)
  await aMachine(ctx, rivalCompany, { name: 'Foyer' })
  const rows = ['Date;Machine;Amount', '2026-03-01;Foyer;1250', '2026-03-02;Foyer;1500']
  const content = Buffer.from(rows.join('\r\n')).toString('base64')
  const found = (await rival.call('POST', '/imports', { kind: 'SALES', content })).json().data
  expect([found.inMinor, found.notes, found.counts.new]).toEqual([true, [], 2])
})

test('cells of dashes have no value, and are no product and no slot', async () => {
  const rows = ['Date;Machine;Product;Quantity;Amount', '2026-03-01 10:00;Foyer;–;-;1.50', '2026-03-01 11:00;Foyer;--;1;1.50']
  const found = await bring(rows, { createProducts: true })
  expect([problemsOf(found), found.unknown.products, found.counts]).toEqual([[], [], expect.objectContaining({ new: 2, products: 0 })])
  const required = await bring(['Date;Machine;Amount', '2026-03-01 10:00;-;1.50'])
  expect(problemsOf(required)).toEqual(['machine MISSING'])
})

test('long texts with emoji are shortened by whole characters', async () => {
  const name = `${'x'.repeat(99)}🥤🥤`
  const rows = ['Date;Machine;Product;Amount', `2026-03-01 10:00;Foyer;${name};1.50`, `${'x'.repeat(79)}🥤;Foyer;Cola;1.50`]
  const found = await bring(rows, { createProducts: true })
  expect(problemsOf(found)).toEqual(['at NOT_A_TIME'])
  expect(found.problems[0].value).toBe(`${'x'.repeat(79)}…`)
  const kept = await bring(rows.slice(0, 2), { createProducts: true, confirm: true })
  expect(kept).toMatchObject({ counts: { new: 1 } })
  const products = (await world.manager.call('GET', '/products')).json().data
  expect(products.map((product: { name: string }) => product.name)).toContain(`${'x'.repeat(99)}🥤`)
})
