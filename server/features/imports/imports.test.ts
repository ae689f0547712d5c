import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ImportKind } from '#domain/imports.ts'
import { aMachine, aProduct } from '../../../tests/support/fleet.ts'
import { aClock } from '../../../tests/support/house.ts'
import { type TwoCompanies, twoCompanies } from '../../../tests/support/two-companies.ts'
import { rowsOf } from '../../database/database.ts'
import { momentIn, numberIn } from '../../files/read-rows.ts'
import { proposeMapping } from './fields.ts'

const clock = aClock(Date.parse('2026-05-04T10:00:00.000Z'))
let world: TwoCompanies

beforeAll(async () => {
  world = await twoCompanies({ now: clock.now })
  const { house, company } = world
  await aProduct(house, company, { sku: 'COLA', name: 'Cola', packaging: 'CAN' })
  await aProduct(house, company, { sku: 'LATTE', name: 'Latte', packaging: 'COFFEE' })
  await aMachine(house, company, { name: 'Foyer' })
})
afterAll(() => world.close())

const bring = (kind: ImportKind, text: string, more: object = {}, person = world.manager) =>
  person.call('POST', '/imports', { kind, content: Buffer.from(text).toString('base64'), ...more })
const count = async (table: string) => {
  const [row] = await rowsOf<{ count: number }>(
    world.house.database.owner,
    sql`select count(*)::int as count from ${sql.identifier(table)} where company_id = ${world.company}`,
  )
  return row?.count ?? 0
}
const lines = (...of: string[]) => of.join('\n')

describe('a file that somebody brings', () => {
  test('is shown as it is understood, with every bad row, and nothing is done', async () => {
    const before = await count('machines')
    const answer = await bring(
      'MACHINES',
      lines(
        'Nazwa;Rodzaj;Adres;Szerokość',
        'Hala;Kawa;ul. Długa 1;52,2297',
        ';Snack;;',
        'Foyer;Snack;;',
        'Hala;Snack;;',
        'Dworzec;Okno;;95',
      ),
    )
    expect(answer.json().data).toEqual({
      heads: ['Nazwa', 'Rodzaj', 'Adres', 'Szerokość'],
      fields: expect.arrayContaining([{ name: 'name', required: true }]),
      mapping: { name: 0, type: 1, address: 2, lat: 3 },
      rows: 5,
      sample: expect.arrayContaining([['Hala', 'Kawa', 'ul. Długa 1', '52,2297']]),
      problems: [
        { row: 3, field: 'name', code: 'MISSING', value: '' },
        { row: 4, field: 'name', code: 'ALREADY_THERE', value: 'Foyer' },
        { row: 5, field: 'name', code: 'TWICE', value: 'Hala' },
        { row: 6, field: 'type', code: 'UNKNOWN_WORD', value: 'Okno' },
      ],
      done: false,
    })
    expect(await count('machines')).toBe(before)
  })

  test('is taken in as a whole or not at all', async () => {
    const before = await count('machines')
    const refused = await bring('MACHINES', lines('Name;Type', 'One;Snack', 'Two;'), { confirm: true })
    expect([refused.statusCode, refused.json().code]).toEqual([422, 'IMPORT_INVALID'])
    expect(refused.json().details.problems).toEqual([{ row: 3, field: 'type', code: 'MISSING', value: '' }])
    expect(await count('machines')).toBe(before)
    const done = await bring('MACHINES', lines('Name;Type', 'One;Snack', 'Two;Coffee'), { confirm: true })
    expect(done.json().data).toMatchObject({ rows: 2, problems: [], done: true })
    const { data } = (await world.manager.call('GET', '/machines')).json()
    expect(data.map(({ name, type }: { name: string; type: string }) => [name, type])).toEqual([
      ['Foyer', 'SNACK'],
      ['One', 'SNACK'],
      ['Two', 'COFFEE'],
    ])
  })

  test('is heard of by the devices, and stands in the audit trail', async () => {
    const { owner } = world.house.database
    const feed = async () =>
      (await rowsOf<{ seq: number }>(owner, sql`select feed_seq::float8 as seq from companies where id = ${world.company}`))[0]?.seq ?? 0
    const before = await feed()
    await bring('PRODUCTS', lines('SKU;Name;Packaging;Volume;Unit;Cost;VAT', 'CRISPS;Crisps;Snack;0,05;kg;0,45;23'), { confirm: true })
    expect(await feed()).toBe(before + 1)
    const [entry] = await rowsOf<{ content: object }>(
      owner,
      sql`select content from audit_entries where company_id = ${world.company} order by seq desc limit 1`,
    )
    expect(entry?.content).toMatchObject({
      action: 'imported',
      of: { kind: 'import', id: 'PRODUCTS' },
      after: { rows: 1 },
      userId: world.manager.id,
    })
    const { data } = (await world.manager.call('GET', '/products?query=crisps')).json()
    expect(data).toEqual([
      expect.objectContaining({ sku: 'CRISPS', packaging: 'PIECE', volume: 50, volumeType: 'GRAM', lastCost: 0.45, tax: 23 }),
    ])
  })

  test('brings case sizes along, and says which are none', async () => {
    const text = lines(
      'SKU;Name;Packaging;Volume;Unit;Case size',
      'CASED;Cased;Can;330;ml;24',
      'ODD;Odd;Can;330;ml;1',
      'LOOSE;Loose;Can;330;ml;',
    )
    const { data } = (await bring('PRODUCTS', text)).json()
    expect(data.problems).toEqual([expect.objectContaining({ row: 3, field: 'case', code: 'NOT_A_NUMBER' })])
    await bring('PRODUCTS', lines('SKU;Name;Packaging;Volume;Unit;Units per case', 'CASED;Cased;Can;330;ml;24'), { confirm: true })
    expect((await world.manager.call('GET', '/products?query=cased')).json().data).toEqual([expect.objectContaining({ caseSize: 24 })])
  })

  test('is understood the next time as somebody said the last time', async () => {
    const text = (sku: string) => lines('A;B', `Word;${sku}`)
    expect((await bring('PRODUCTS', text('W1'))).json().data.mapping).toEqual({})
    await bring('PRODUCTS', text('W1'), { mapping: { sku: 1, name: 0 }, confirm: true })
    expect((await bring('PRODUCTS', text('W2'))).json().data).toMatchObject({ mapping: { sku: 1, name: 0 }, problems: [] })
    expect((await bring('PRODUCTS', text('W2'), {}, world.rival)).json().data.mapping).toEqual({})
  })

  test('of planograms fills new slots, and leaves those alone that are there', async () => {
    const text = lines('Machine;Slot;Product;Price;Max', 'Foyer;11;cola;1,50;8', 'foyer;12;;;', 'Two;1;LATTE;2;')
    expect((await bring('PLANOGRAMS', text, { confirm: true })).json().data).toMatchObject({ done: true })
    const { data: machines } = (await world.manager.call('GET', '/machines?query=Foyer')).json()
    const { data: slots } = (await world.manager.call('GET', `/machines/${machines[0].id}/slots`)).json()
    expect(slots).toEqual([
      expect.objectContaining({
        slotNumber: '11',
        product: expect.objectContaining({ sku: 'COLA' }),
        vendPrice: 1.5,
        maxQuantity: 8,
        productInstallationId: expect.any(Number),
      }),
      expect.objectContaining({ slotNumber: '12', product: null, productInstallationId: null }),
    ])
    const { data: told } = (await world.manager.call('GET', `/activity?types=SLOT_CREATED&machine=${machines[0].id}`)).json()
    expect(told).toMatchObject([{ type: 'SLOT_CREATED', machine: { name: 'Foyer' }, user: { id: world.manager.id } }])
    const again = await bring(
      'PLANOGRAMS',
      lines('Machine;Slot;Product', 'Foyer;11;cola', 'Nowhere;1;cola', 'Foyer;13;tea', 'Foyer;14;latte'),
    )
    expect(again.json().data.problems.map(({ row, code }: { row: number; code: string }) => [row, code])).toEqual([
      [2, 'ALREADY_THERE'],
      [3, 'UNKNOWN_MACHINE'],
      [4, 'UNKNOWN_PRODUCT'],
      [5, 'WRONG_PRODUCT'],
    ])
  })

  test('of past sales counts once, however often it is brought, and is in the figures of its days', async () => {
    const text = lines(
      'Date;Machine;Amount;Payment;Product',
      '28/03/2026 23:30:00;Foyer;1,50;Gotówka;Cola',
      '29/03/2026 00:30:00;Foyer;1,50;Karta;Cola',
      '29/03/2026 00:30:00;Foyer;1,50;Karta;Cola',
    )
    for (let times = 0; times < 2; times++) expect((await bring('SALES', text, { confirm: true })).json().data.done).toBe(true)
    expect(await count('transactions')).toBe(3)
    const days = await rowsOf<object>(
      world.house.database.owner,
      sql`select day::text as day, type, count, turnover_minor::float8 as turnover from daily_sales where company_id = ${world.company} order by day`,
    )
    expect(days).toEqual([
      { day: '2026-03-28', type: 'CASH', count: 1, turnover: 150 },
      { day: '2026-03-29', type: 'CREDIT_CARD', count: 2, turnover: 300 },
    ])
    const wrong = await bring('SALES', lines('Date;Machine;Amount', '05/05/2026 12:00;Foyer;1', 'soon;Foyer;1', '01/05/2026;Foyer;1,555'))
    expect(wrong.json().data.problems.map(({ row, field }: { row: number; field: string }) => [row, field])).toEqual([
      [2, 'at'],
      [3, 'at'],
      [4, 'amount'],
    ])
  })

  test('is for managers, and finds nothing of another company', async () => {
    expect((await bring('MACHINES', 'Name;Type', {}, world.serviceman)).statusCode).toBe(403)
    const { problems } = (await bring('PLANOGRAMS', lines('Machine;Slot', 'Foyer;11'), {}, world.rival)).json().data
    expect(problems).toEqual([{ row: 2, field: 'machine', code: 'UNKNOWN_MACHINE', value: 'Foyer' }])
  })

  test('that is no table, or too large, is refused', async () => {
    const unreadable = await world.manager.call('POST', '/imports', {
      kind: 'MACHINES',
      content: Buffer.from([1, 0, 2]).toString('base64'),
    })
    expect([unreadable.statusCode, unreadable.json().code, unreadable.json().details]).toEqual([
      422,
      'IMPORT_UNREADABLE',
      { why: 'NO_TABLE' },
    ])
    const large = await world.manager.call('POST', '/imports', {
      kind: 'MACHINES',
      content: Buffer.alloc(2_200_000, 65).toString('base64'),
    })
    expect([413, 422]).toContain(large.statusCode)
  })
})

test('heads are known in several languages, whatever stands in brackets behind them', () => {
  expect(proposeMapping('SALES', ['Transaction date', 'Device', 'Total (EUR)', 'Payment method', 'Selection'])).toEqual({
    at: 0,
    machine: 1,
    amount: 2,
    type: 3,
    slot: 4,
  })
  expect(proposeMapping('SALES', ['Datum', 'Standort', 'Betrag', 'Zahlungsart', 'Artikel'])).toEqual({
    at: 0,
    machine: 1,
    amount: 2,
    type: 3,
    product: 4,
  })
})

test('numbers and times are read as people write them, and what is none is none', () => {
  expect(['1.50', '1,50', '1 234,50', '1,234.50', '€2', '3 zł', '-0,5', 'x', '1e5', ''].map(numberIn)).toEqual([
    1.5,
    1.5,
    1234.5,
    1234.5,
    2,
    3,
    -0.5,
    null,
    null,
    null,
  ])
  const iso = (text: string) => {
    const at = momentIn(text, 'Europe/Warsaw')
    return at === null ? null : new Date(at).toISOString()
  }
  expect(
    ['2026-07-01 12:00', '01.07.2026 12:00:05', '1/7/2026', '2026-07-01T12:00:00Z', '31/02/2026', '2026-07-01 25:00', 'soon'].map(iso),
  ).toEqual([
    '2026-07-01T10:00:00.000Z',
    '2026-07-01T10:00:05.000Z',
    '2026-06-30T22:00:00.000Z',
    '2026-07-01T12:00:00.000Z',
    null,
    null,
    null,
  ])
})
