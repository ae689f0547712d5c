import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FIELDS } from '#domain/imports/fields.ts'
import { mappingBy } from '#domain/imports/heads.ts'
import { numberIn } from '#domain/imports/numbers.ts'
import type { ImportKind } from '#domain/imports.ts'
import { aMachine, aProduct } from '../../../tests/support/fleet.ts'
import { aClock } from '../../../tests/support/test-context.ts'
import { type TwoCompanies, twoCompanies } from '../../../tests/support/two-companies.ts'
import { rowsOf } from '../../db/client.ts'
import { momentIn } from '../../files/read-rows.ts'
import { rebuildDailySales } from '../../self-check/daily-sales.store.ts'

const clock = aClock(Date.parse('2026-05-04T10:00:00.000Z'))
let world: TwoCompanies

beforeAll(async () => {
  world = await twoCompanies({ now: clock.now })
  const { ctx, company } = world
  await aProduct(ctx, company, { sku: 'COLA', name: 'Cola', packaging: 'CAN' })
  await aProduct(ctx, company, { sku: 'LATTE', name: 'Latte', packaging: 'COFFEE' })
  await aMachine(ctx, company, { name: 'Foyer' })
})
afterAll(() => world.close())

const bring = (kind: ImportKind, text: string, more: object = {}, person = world.manager) =>
  person.call('POST', '/imports', { kind, content: Buffer.from(text).toString('base64'), ...more })
const count = async (table: string) => {
  const [row] = await rowsOf<{ count: number }>(
    world.ctx.database.owner,
    sql`select count(*)::int as count from ${sql.identifier(table)} where company_id = ${world.company}`,
  )
  return row?.count ?? 0
}
const lines = (...of: string[]) => of.join('\n')

describe('file import', () => {
  test('preview shows the mapping and every bad row and writes nothing', async () => {
    const before = await count('machines')
    const answer = await bring(
      'MACHINES',
      lines('Nazwa;Rodzaj;Adres;Szerokość', 'Hala;Kawa;ul. Długa 1;', ';Snack;;', 'Foyer;Snack;;', 'Hala;Snack;;', 'Dworzec;Okno;;95'),
    )
    expect(answer.json().data).toMatchObject({
      heads: ['Nazwa', 'Rodzaj', 'Adres', 'Szerokość'],
      fields: expect.arrayContaining([{ name: 'name', required: true }]),
      mapping: { name: 0, type: 1, address: 2, lat: 3 },
      rows: 5,
      sample: expect.arrayContaining([['Hala', 'Kawa', 'ul. Długa 1', '']]),
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

  test('accepts west and south positions, rejects missing coordinates', async () => {
    const answer = await bring(
      'MACHINES',
      lines('Name;Type;Latitude;Longitude', 'Salford;Snack;53.48;-2.24', 'Lau;Snack;-17.3;-178.96', 'Half;Snack;53.48;'),
    )
    expect(answer.json().data.problems).toEqual([{ row: 4, field: 'lng', code: 'POSITION_HALF', value: '' }])
  })

  test('reads opening hours of machines, and reports unreadable ones', async () => {
    const text = lines(
      'Name;Typ;Öffnungszeiten',
      'Rathaus;Snackautomat;Mo-Do 8-12, 1-5',
      'Kita;Snackautomat;Mo-Do 8-12 und 14-17 Uhr',
      'Bad;Snackautomat;Mo-Do 8-17; Fr 8-12',
      'Messe;Kaffeeautomat;"Mo-Do 8-17; Fr 8-12"',
      'Hafen;Kaffeeautomat;',
    )
    const { data } = (await bring('MACHINES', text)).json()
    expect(data.mapping).toEqual({ name: 0, type: 1, openingHours: 2 })
    expect(data.problems).toEqual([
      { row: 2, field: 'openingHours', code: 'NOT_HOURS', value: 'Mo-Do 8-12, 1-5' },
      expect.objectContaining({ row: 4, code: 'TOO_MANY_CELLS' }),
    ])
    const done = await bring('MACHINES', text, { confirm: true, leaveOut: true })
    const machines = (await world.manager.call('GET', '/machines?size=100')).json().data
    const hoursOf = (name: string) => machines.find((one: { name: string }) => one.name === name)?.openingHours
    expect([hoursOf('Kita'), hoursOf('Messe'), hoursOf('Hafen')]).toEqual([
      'Mo-Th 08:00-12:00,14:00-17:00',
      'Mo-Th 08:00-17:00; Fr 08:00-12:00',
      null,
    ])
    await world.manager.call('POST', `/imports/${done.json().data.importId}/undo`)
  })

  test('is atomic', async () => {
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

  test('publishes changes to devices and is in the audit log', async () => {
    const { owner } = world.ctx.database
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

  test('imports case sizes and reports invalid ones', async () => {
    const text = lines(
      'SKU;Name;Packaging;Volume;Unit;Case size',
      'CASED;Cased;Can;330;ml;24',
      'LOOKALIKES;Odd;Can;330;ml;1,5',
      'LOOSE;Loose;Can;330;ml;',
    )
    const { data } = (await bring('PRODUCTS', text)).json()
    expect(data.problems).toEqual([expect.objectContaining({ row: 3, field: 'case', code: 'NOT_A_NUMBER' })])
    await bring('PRODUCTS', lines('SKU;Name;Packaging;Volume;Unit;Units per case', 'CASED;Cased;Can;330;ml;24'), { confirm: true })
    expect((await world.manager.call('GET', '/products?query=cased')).json().data).toEqual([expect.objectContaining({ caseSize: 24 })])
  })

  test('imports bar codes of pieces and cases, and reports wrong, known and repeated ones', async () => {
    const heads = 'Article number;Name;Case size;EAN;Case EAN'
    const good = lines(heads, 'CODED;Coded;24;5 901234 123457, 96385074;10614141000415')
    expect((await bring('PRODUCTS', good)).json().data).toMatchObject({ mapping: { sku: 0, ean: 3, caseEan: 4 }, problems: [] })
    await bring('PRODUCTS', good, { confirm: true })
    expect((await world.manager.call('GET', '/products?query=coded')).json().data[0].codes).toEqual([
      { code: '5901234123457', pieces: 1 },
      { code: '96385074', pieces: 1 },
      { code: '10614141000415', pieces: 24 },
    ])
    const bad = lines(
      heads,
      'WRONG;Wrong;;5901234123458;',
      'TAKEN;Taken;;96385074;',
      'FIRST;First;;4006381333931;',
      'AGAIN;Again;;04006381333931;',
      'LOOSE;Loose;;;036000291452',
    )
    expect((await bring('PRODUCTS', bad)).json().data.problems).toEqual([
      { row: 2, field: 'ean', code: 'WRONG_CODE', value: '5901234123458' },
      { row: 3, field: 'ean', code: 'CODE_TAKEN', value: '96385074' },
      { row: 5, field: 'ean', code: 'TWICE', value: '04006381333931' },
      { row: 6, field: 'case', code: 'MISSING', value: '' },
    ])
    expect((await bring('PRODUCTS', good, {}, world.rival)).json().data.problems).toEqual([])
  })

  test('recognises bar codes by content, and takes article numbers that are bar codes', async () => {
    const unnamed = lines('A;B;C', 'X1;One;4006381333931', 'X2;Two;5901234123457')
    expect((await bring('PRODUCTS', unnamed)).json().data).toMatchObject({ mapping: { ean: 2 }, byContent: ['ean'] })
    const only = lines('Barcode;Name', '4006381333931;One')
    expect((await bring('PRODUCTS', only)).json().data).toMatchObject({ mapping: { sku: 0, name: 1, ean: 0 }, byContent: ['ean'] })
  })

  test('reuses the mapping chosen the last time', async () => {
    const text = (sku: string) => lines('A;B', `Word;${sku}`)
    expect((await bring('PRODUCTS', text('W1'))).json().data.mapping).toEqual({})
    await bring('PRODUCTS', text('W1'), { mapping: { sku: 1, name: 0 }, confirm: true })
    expect((await bring('PRODUCTS', text('W2'))).json().data).toMatchObject({ mapping: { sku: 1, name: 0 }, problems: [] })
    expect((await bring('PRODUCTS', text('W2'), {}, world.rival)).json().data.mapping).toEqual({})
  })

  test('of planograms fills new slots and keeps existing ones', async () => {
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

  test('of past sales counts once and updates the daily figures', async () => {
    const text = lines(
      'Date;Machine;Amount;Payment;Product',
      '28/03/2026 23:30:00;Foyer;1,50;Gotówka;Cola',
      '29/03/2026 00:30:00;Foyer;1,50;Karta;Cola',
      '29/03/2026 00:30:00;Foyer;1,50;Karta;Cola',
    )
    for (let times = 0; times < 2; times++) expect((await bring('SALES', text, { confirm: true })).json().data.done).toBe(true)
    expect(await count('transactions')).toBe(3)
    const days = await rowsOf<object>(
      world.ctx.database.owner,
      sql`select day::text as day, type, count, turnover_minor::float8 as turnover from daily_sales where company_id = ${world.company} order by day`,
    )
    expect(days).toEqual([
      { day: '2026-03-28', type: 'CASH', count: 1, turnover: 150 },
      { day: '2026-03-29', type: 'CREDIT_CARD', count: 2, turnover: 300 },
    ])
    const wrong = await bring('SALES', lines('Date;Machine;Amount', '15/05/2026 12:00;Foyer;1', 'soon;Foyer;1', '01/05/2026;Foyer;1,55.5'))
    expect(
      wrong.json().data.problems.map(({ row, field, code }: { row: number; field: string; code: string }) => [row, field, code]),
    ).toEqual([
      [2, 'at', 'IN_FUTURE'],
      [3, 'at', 'NOT_A_TIME'],
      [4, 'amount', 'NOT_A_NUMBER'],
    ])
  })

  test('is limited to managers and to the same company', async () => {
    expect((await bring('MACHINES', 'Name;Type', {}, world.serviceman)).statusCode).toBe(403)
    const { problems } = (await bring('PLANOGRAMS', lines('Machine;Slot', 'Foyer;11'), {}, world.rival)).json().data
    expect(problems).toEqual([{ row: 2, field: 'machine', code: 'UNKNOWN_MACHINE', value: 'Foyer' }])
  })

  test('rejects files that are not tables or too large', async () => {
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

describe('sales of other systems', () => {
  const stored = async (importId: string) =>
    rowsOf<{ at: string; amount: number; type: string; product: string | null; slot: string }>(
      world.ctx.database.owner,
      sql`select to_char(t.at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as at, t.amount_minor::float8 as amount, t.type, p.name as product, t.slot_number as slot
        from transactions t left join products p on p.company_id = t.company_id and p.id = t.product_id
        where t.company_id = ${world.company} and t.import_id = ${importId} order by t.at, t.slot_number, p.name, t.amount_minor desc`,
    )
  const days = async () =>
    rowsOf<object>(
      world.ctx.database.owner,
      sql`select d.table_name, sum(d.count)::int as count, sum(d.turnover)::float8 as turnover from (
        select 'daily' as table_name, count, turnover_minor as turnover from daily_sales where company_id = ${world.company}
        union all select 'machine', count, turnover_minor from machine_days where company_id = ${world.company}
        union all select 'product', count, turnover_minor from product_days where company_id = ${world.company}
        union all select 'company', count, turnover_minor from sales_days where company_id = ${world.company}) d group by 1 order by 1`,
    )

  test('date order is detected from the column; ambiguous order requires a choice', async () => {
    const file = lines('Date,Machine,Amount', '1/2/2026 2:15 PM,Foyer,1.50', '1/13/2026 12:05 AM,Foyer,2.00')
    const { data } = (await bring('SALES', file)).json()
    expect(data.dates).toMatchObject({ order: 'MONTH_FIRST', isSure: true })
    expect(data.period).toEqual({ from: '2026-01-02T13:15:00.000Z', until: '2026-01-12T23:05:00.000Z' })
    const unclear = lines('Date,Machine,Amount', '1/2/2026,Foyer,1.50')
    expect((await bring('SALES', unclear)).json().data.dates).toMatchObject({
      isSure: false,
      example: { text: '1/2/2026', dayFirst: '2026-02-01T00:00:00.000Z', monthFirst: '2026-01-02T00:00:00.000Z' },
    })
    expect((await bring('SALES', unclear, { dateOrder: 'MONTH_FIRST' })).json().data).toMatchObject({
      dates: { order: 'MONTH_FIRST', isSure: true },
      period: { from: '2026-01-01T23:00:00.000Z' },
    })
  })

  test('remapped file adds nothing, equal sales count, undo removes all', async () => {
    const before = [await count('transactions'), await days()]
    const file = lines(
      'When,Where,Worth,How,What,Ref',
      ...['a1', 'a2', 'a3'].map((id) => `2026-02-03 10:00:05,Foyer,1.50,Card,Cola,${id}`),
      '2026-02-03 10:01:00,Foyer,1.50,Cash,Cola,a4',
    )
    const mapping = { at: 0, machine: 1, amount: 2, type: 3, product: 4, id: 5 }
    const first = (await bring('SALES', file, { mapping, confirm: true, name: 'february.csv' })).json().data
    expect(first.counts).toMatchObject({ records: 4, new: 4, known: 0 })
    for (const other of [
      mapping,
      { at: 0, machine: 1, amount: 2 },
      { at: 0, machine: 1, amount: 2, product: 4 },
      { at: 0, machine: 1, amount: 2, type: 3, slot: 5 },
    ])
      expect((await bring('SALES', file, { mapping: other, confirm: true })).json().data.counts, JSON.stringify(other)).toMatchObject({
        records: 4,
        new: 0,
        known: 4,
      })
    const more = lines('When,Where,Worth,How,What,Ref', '2026-02-03 10:00:05,Foyer,1.50,Card,Cola,a5')
    expect((await bring('SALES', more, { mapping })).json().data.counts).toMatchObject({ new: 1, known: 0 })
    const { data: list } = (await world.manager.call('GET', '/imports')).json()
    const entry = list.find(({ name }: { name: string }) => name === 'february.csv')
    expect(entry).toMatchObject({ kind: 'SALES', state: 'DONE', counts: { new: 4 }, by: expect.any(String) })
    expect((await world.rival.call('POST', `/imports/${entry.id}/undo`)).statusCode).toBe(404)
    expect((await world.manager.call('POST', `/imports/${entry.id}/undo`)).json().data).toMatchObject({ state: 'UNDONE' })
    expect([await count('transactions'), await days()]).toEqual(before)
    expect((await world.manager.call('POST', `/imports/${entry.id}/undo`)).json().code).toBe('IMPORT_INVALID')
  })

  test('device sales are recognized in a file with or without ids', async () => {
    const id = '7b0c1f0e-6f0d-4a53-9c55-2f1f4f6f0b77'
    await world.ctx.database.owner.execute(sql`
      insert into transactions (company_id, id, machine_id, at, amount_minor, type, slot_number, product_id, received_at)
      select ${world.company}, ${id}::uuid, m.id, '2026-02-05T09:00:07.345Z', 150, 'CREDIT_CARD', '11', p.id, '2026-02-05T09:00:08Z'
      from machines m, products p where m.company_id = ${world.company} and m.name = 'Foyer' and p.company_id = ${world.company} and p.sku = 'COLA'`)
    await rebuildDailySales(world.ctx.database.owner, world.company)
    const own = lines('Date,Machine,Product,Type,Slot,Amount (EUR),ID', `2026-02-05 10:00:07,Foyer,Cola,Credit card,11,1.50,${id}`)
    expect((await bring('SALES', own)).json().data.counts).toMatchObject({ new: 0, known: 1 })
    const bare = lines('Date,Machine,Amount', '2026-02-05 10:00,Foyer,1.50')
    expect((await bring('SALES', bare)).json().data.counts).toMatchObject({ new: 0, known: 1 })
    await world.ctx.database.owner.execute(sql`delete from transactions where company_id = ${world.company} and id = ${id}::uuid`)
    await rebuildDailySales(world.ctx.database.owner, world.company)
  })

  test('equal sales of one read-out are recognized, with and without ids', async () => {
    const ids = ['80d1-bdc6-1b484c02458a', '84c0-b358-a7e2c4a34055', '8d48-bdde-385462fb1f2e'].map((end) => `9b3582da-b454-${end}`)
    await world.ctx.database.owner.execute(sql`
      insert into transactions (company_id, id, machine_id, at, amount_minor, type, slot_number, received_at)
      select ${world.company}, own.id::uuid, m.id, '2026-02-06T09:00:00Z', 150, 'CASH', '11', '2026-02-06T09:00:08Z'
      from machines m, unnest(${`{${ids.join(',')}}`}::text[]) as own (id) where m.company_id = ${world.company} and m.name = 'Foyer'`)
    await rebuildDailySales(world.ctx.database.owner, world.company)
    const own = lines('Date,Machine,Type,Slot,Amount (EUR),ID', ...ids.map((id) => `2026-02-06 10:00:00,Foyer,Cash,11,1.50,${id}`))
    expect((await bring('SALES', own)).json().data.counts).toMatchObject({ new: 0, known: 3 })
    const bare = lines('Date,Machine,Amount', ...ids.map(() => '2026-02-06 10:00,Foyer,1.50'))
    expect((await bring('SALES', bare)).json().data.counts).toMatchObject({ new: 0, known: 3 })
    await world.ctx.database.owner.execute(
      sql`delete from transactions where company_id = ${world.company} and at = '2026-02-06T09:00:00Z'`,
    )
    await rebuildDailySales(world.ctx.database.owner, world.company)
  })

  test('Nayax report is imported with title, totals, product lists, cancelled rows', async () => {
    const head =
      'Site ID,Transaction ID,Currency,Machine Name,Settlement Value (Vend Price)  ,Product Selection Info,Payment Method (Source),Machine Settlement Time,Transaction Status ID,Card Type'
    const file = lines(
      '\u200b\u200bDynamic Transactions Monitor,,,,,,,,,',
      head,
      '7,100,EUR,Foyer,2.5000,"Cola(11  1.50)\r\nMint(12  1.00)\r\n",Credit,2/13/2026 3:04:05 PM,12,',
      '7,101,EUR,Foyer,1.5000,Cola(11  1.50),Cash,2/14/2026 3:04:05 PM,12,',
      '7,102,EUR,Foyer,1.5000,Cola(11  1.50),Cash,2/14/2026 3:05:05 PM,7,',
      '7,,Total,,5.5000,,,,,',
    )
    const { data } = (await bring('SALES', file)).json()
    expect(data).toMatchObject({
      header: 2,
      layout: { vendor: 'Nayax' },
      dates: { order: 'MONTH_FIRST' },
      unknown: { machines: [], products: ['Mint'] },
      notes: expect.arrayContaining([
        { note: 'TOTALS', count: 1 },
        { note: 'CANCELLED', count: 1 },
      ]),
      problems: [{ row: 3, field: 'product', code: 'UNKNOWN_PRODUCT', value: 'Mint' }],
      counts: { refused: 1, new: 1 },
    })
    expect(data.badRows).toContain('product: UNKNOWN_PRODUCT')
    expect((await bring('SALES', file, { confirm: true })).json().code).toBe('IMPORT_INVALID')
    const done = (await bring('SALES', file, { confirm: true, createProducts: true })).json().data
    expect(done.counts).toMatchObject({ new: 3, products: 1, refused: 0 })
    expect(await stored(done.importId)).toEqual([
      { at: '2026-02-13 14:04:05', amount: 150, type: 'CREDIT_CARD', product: 'Cola', slot: '11' },
      { at: '2026-02-13 14:04:05', amount: 100, type: 'CREDIT_CARD', product: 'Mint', slot: '12' },
      { at: '2026-02-14 14:04:05', amount: 150, type: 'CASH', product: 'Cola', slot: '11' },
    ])
    await world.manager.call('POST', `/imports/${done.importId}/undo`)
    expect((await world.manager.call('GET', '/products?query=mint')).json().data).toEqual([])
  })

  test('payouts, transfers and fees of a settlement are no payments without a sale', async () => {
    const stripe = lines(
      'id,Type,Source,Amount,Fee,Net,Currency,Created (UTC),Available On (UTC),Status,Description',
      'txn_1,charge,ch_1,1.50,0.10,1.40,eur,2026-02-20 08:00,2026-02-22 00:00,available,Cola',
      'txn_2,payout,po_1,-1.40,0.00,-1.40,eur,2026-02-23 00:00,2026-02-23 00:00,available,STRIPE PAYOUT',
      'txn_3,payout_failure,po_1,1.40,0.00,1.40,eur,2026-02-24 00:00,2026-02-24 00:00,available,',
      'txn_4,stripe_fee,,-2.00,0.00,-2.00,eur,2026-02-24 00:00,2026-02-24 00:00,available,Billing',
      'txn_5,transfer,tr_1,-2.00,0.00,-2.00,eur,2026-02-24 00:00,2026-02-24 00:00,available,',
    )
    const { data } = (await bring('SALES', stripe)).json()
    expect(data).toMatchObject({ holds: 'SETTLEMENT', rows: 1, problems: [] })
    expect(data.notes).toEqual([
      { note: 'PAYOUTS', count: 4 },
      { note: 'UNMATCHED', count: 1 },
    ])
    expect(data.badRows).not.toContain('po_1')
  })

  test('quantities, fixed machine, header row choice, and skipped bad rows', async () => {
    const file = lines('Day,Pieces,Money', 'x,y,z', '2026-02-20 08:00:00,3,4.00', 'broken,1,1.00')
    const choices = { header: 1, mapping: { at: 0, quantity: 1, amount: 2 }, fixed: { machine: 'Foyer' } }
    const { data } = (await bring('SALES', file, choices)).json()
    expect(data.counts).toMatchObject({ new: 3, refused: 2 })
    const done = (await bring('SALES', file, { ...choices, header: 2, leaveOut: true, confirm: true })).json().data
    expect(done.counts).toMatchObject({ new: 3, refused: 1 })
    expect((await stored(done.importId)).map(({ amount }) => amount)).toEqual([134, 133, 133])
  })

  test('card payments are matched with sales and never added', async () => {
    await bring('SALES', lines('Date,Machine,Amount,Transaction ID', '2026-02-21 08:00:00,Foyer,1.50,pay_1'), { confirm: true })
    const before = await count('transactions')
    const { data } = (
      await bring(
        'SALES',
        lines(
          'id,Type,Amount,Fee,Net,Created (UTC)',
          'pay_1,charge,1.50,0.05,1.45,2026-02-21 07:00',
          'pay_2,charge,2.00,0.05,1.95,2026-02-21 07:05',
        ),
      )
    ).json()
    expect(data).toMatchObject({ holds: 'SETTLEMENT', counts: { known: 1, new: 0 }, notes: [{ note: 'UNMATCHED', count: 1 }] })
    expect(await count('transactions')).toBe(before)
  })

  test('payments without ids match by amount, time and card', async () => {
    const times = ['08:00:00', '08:01:00', '08:30:00']
    const sold = await bring(
      'SALES',
      lines(
        'Date,Machine,Amount,Payment',
        ...times.map((time) => `2026-02-25 ${time},Foyer,1.50,Card`),
        '2026-02-25 09:00:00,Foyer,1.50,Cash',
      ),
      { confirm: true },
    )
    const before = await count('transactions')
    const file = lines(
      'Payment id,Created (UTC),Amount,Fee,Net',
      'p1,2026-02-25 07:00:40,1.50,0.05,1.45',
      'p2,2026-02-25 07:01:10,1.50,0.05,1.45',
      'p3,2026-02-25 07:01:20,1.50,0.05,1.45',
      'p4,2026-02-25 07:30:10,2.50,0.05,2.45',
      'p5,2026-02-25 08:00:00,1.50,0.05,1.45',
    )
    const { data } = (await bring('SALES', file)).json()
    expect(data).toMatchObject({
      holds: 'SETTLEMENT',
      counts: { known: 2, new: 0 },
      notes: [{ note: 'UNMATCHED', count: 3 }],
      problems: [],
    })
    expect(data.badRows.split('\r\n')).toHaveLength(4)
    expect((await bring('SALES', file, {}, world.rival)).json().data.counts).toMatchObject({ known: 0 })
    expect(await count('transactions')).toBe(before)
    await world.manager.call('POST', `/imports/${sold.json().data.importId}/undo`)
  })

  test('mapping for a file without headers is not reused', async () => {
    const first = lines('2026-02-24 08:00:00,Foyer,1.50,9', '2026-02-24 08:01:00,Foyer,1.50,9')
    await bring('SALES', first, { header: null, mapping: { at: 0, machine: 1, amount: 3 }, confirm: true })
    const other = lines('2026-02-24 09:00:00,Foyer,1.50,Card', '2026-02-24 09:01:00,Foyer,2.50,Cash')
    expect((await bring('SALES', other)).json().data.mapping).toEqual({ at: 0, machine: 1, amount: 2, type: 3 })
  })

  test('unknown machines in a file are created on request', async () => {
    const file = lines('Date,Machine,Amount', '2026-02-22 08:00:00,Brand new,1.50')
    expect((await bring('SALES', file)).json().data).toMatchObject({ unknown: { machines: ['Brand new'] }, counts: { refused: 1 } })
    const done = (await bring('SALES', file, { createMachines: true, confirm: true })).json().data
    expect(done.counts).toMatchObject({ machines: 1, new: 1 })
    expect((await world.manager.call('GET', '/machines?query=brand')).json().data).toHaveLength(1)
    await world.manager.call('POST', `/imports/${done.importId}/undo`)
    expect((await world.manager.call('GET', '/machines?query=brand')).json().data).toHaveLength(0)
  })

  test('products with the same name are found by their labels', async () => {
    for (const volume of [330, 1500])
      await aProduct(world.ctx, world.company, {
        sku: `TWIN-${volume}`,
        name: 'Twin',
        packaging: 'BOTTLE',
        volume,
        volumeType: 'MILLILITRE',
      })
    const sold = (product: string) => `2026-02-20 08:00:00,Foyer,1.50,${product}`
    const file = lines('Date,Machine,Amount,Product', sold('Twin 330 ml'), sold('Twin 1.50 l'), sold('"Twin 1,50 l"'))
    expect((await bring('SALES', file)).json().data).toMatchObject({ counts: { new: 3 }, unknown: { products: [] }, problems: [] })
  })

  test('two-line product names are created with a single line', async () => {
    const file = lines('Date,Machine,Amount,Product', '2026-02-21 08:00:00,Foyer,1.50,"Two\nlines"')
    const done = (await bring('SALES', file, { createProducts: true, confirm: true })).json().data
    expect((await world.manager.call('GET', '/products?query=lines')).json().data).toMatchObject([{ name: 'Two lines' }])
    await world.manager.call('POST', `/imports/${done.importId}/undo`)
  })

  test('"Credit" means card; same name elsewhere is another machine; decimals vary', async () => {
    const machines = lines(
      'Name;Type;Address;Lat;Lng',
      'Canteen;Snack;First street;52.12345678901234;-2.5',
      'Canteen;Snack;Second street;53.1;-2.5',
    )
    expect((await bring('MACHINES', machines)).json().data).toMatchObject({ problems: [], counts: { new: 2 } })
    const sales = await bring('SALES', lines('Date,Machine,Amount,Credit Card type', '2026-02-23 08:00:00,Foyer,1.50,Credit'), {
      mapping: { at: 0, machine: 1, amount: 2, type: 3 },
      confirm: true,
    })
    expect(await stored(sales.json().data.importId)).toMatchObject([{ type: 'CREDIT_CARD' }])
  })

  test('mapping is stored under its name', async () => {
    await bring('SALES', lines('P,Q,R', '2026-02-24 08:00:00,Foyer,1.50'), {
      mapping: { at: 0, machine: 1, amount: 2 },
      saveAs: 'Old system',
      confirm: true,
    })
    expect((await bring('SALES', lines('S,T,U', '2026-02-24 08:00:00,Foyer,1.50'))).json().data.saved).toEqual([
      { name: 'Old system', mapping: { at: 0, machine: 1, amount: 2 } },
    ])
  })

  test('file cannot change the text direction of the preview or of names', async () => {
    const file = lines('Name;Type;Address', '\u202eFoyer;Snack;', 'Gate\u200f;\u202ehcnuL;Hall\u2066 1')
    const answer = await bring('MACHINES', file)
    expect(answer.json().data).toMatchObject({
      sample: [
        ['Foyer', 'Snack', ''],
        ['Gate', 'hcnuL', 'Hall 1'],
      ],
      problems: [
        { row: 2, field: 'name', code: 'ALREADY_THERE', value: 'Foyer' },
        { row: 3, field: 'type', code: 'UNKNOWN_WORD', value: 'hcnuL' },
      ],
    })
    const sales = await bring('SALES', lines('Date;Machine;Product;Amount', '2026-05-01 10:00;\u202eenihcaM;Cola;1.50'))
    expect(sales.json().data.unknown.machines).toEqual(['enihcaM'])
  })

  test('response never repeats a whole cell, and unknown keys are rejected', async () => {
    const { problems, firstRows } = (await bring('SALES', lines('Date,Machine,Amount', `2026-02-24,${'x'.repeat(5_000)},1`))).json().data
    expect(problems[0].value.length).toBeLessThan(100)
    expect(JSON.stringify(firstRows).length).toBeLessThan(500)
    expect((await bring('SALES', 'a', { confrim: true })).statusCode).toBe(422)
  })
})

test('headers are recognized in several languages, ignoring brackets', () => {
  expect(mappingBy(FIELDS.SALES, ['Transaction date', 'Device', 'Total (EUR)', 'Payment method', 'Selection'])).toEqual({
    at: 0,
    machine: 1,
    amount: 2,
    type: 3,
    slot: 4,
  })
  expect(mappingBy(FIELDS.SALES, ['Datum', 'Standort', 'Betrag', 'Zahlungsart', 'Artikel'])).toEqual({
    at: 0,
    machine: 1,
    amount: 2,
    type: 3,
    product: 4,
  })
})

test('numbers and times are parsed in common formats; others are rejected', () => {
  expect(
    ['1.50', '1,50', '1 234,50', '1,234.50', '€2', '3 zł', '-0,5', 'x', '1e5', '', '1,55.5', '1.5.2026'].map((text) => numberIn(text)),
  ).toEqual([1.5, 1.5, 1234.5, 1234.5, 2, 3, -0.5, null, null, null, null, null])
  const iso = (text: string) => {
    const at = momentIn(text, { timezone: 'Europe/Warsaw' })
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
