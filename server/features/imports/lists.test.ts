import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aMachine, aProduct } from '../../../tests/support/fleet.ts'
import { workbook } from '../../../tests/support/hostile-sheets.ts'
import { type TwoCompanies, twoCompanies } from '../../../tests/support/two-companies.ts'
import { rowsOf } from '../../db/client.ts'

let world: TwoCompanies
beforeAll(async () => {
  world = await twoCompanies()
  const { ctx, company } = world
  const cola = await aProduct(ctx, company, { sku: 'COLA', name: 'Cola', packaging: 'PIECE' })
  await aMachine(ctx, company, { name: 'Foyer', slots: [{ number: '1', product: cola, price: 150 }] })
})
afterAll(() => world.close())

const bring = async (kind: string, rows: readonly string[], more: object = {}) => {
  const content = Buffer.from(rows.join('\r\n')).toString('base64')
  return (await world.manager.call('POST', '/imports', { kind, content, ...more })).json().data
}
const problemsOf = ({ problems }: { problems: { field: string; code: string }[] }) => problems.map(({ field, code }) => `${field} ${code}`)
const doubtsOf = ({ doubts }: { doubts: { doubt: string }[] }) => doubts.map(({ doubt }) => doubt)
const one = async <T>(query: ReturnType<typeof sql>) => rowsOf<T & Record<string, unknown>>(world.ctx.database.owner, query)

test('positions with a decimal comma are read at any number of digits', async () => {
  await bring('MACHINES', ['Name;Type;Latitude;Longitude', 'North;snack;52,123;21,5', "South;snack;33°30' S;2,24 W"], { confirm: true })
  const found = await one(
    sql`select name, lat::float8 as lat, lng::float8 as lng from machines where company_id = ${world.company} and name in ('North', 'South') order by name`,
  )
  expect(found).toEqual([
    { name: 'North', lat: 52.123, lng: 21.5 },
    { name: 'South', lat: -33.5, lng: -2.24 },
  ])
})

test('a position in one cell is read, by its header or its content', async () => {
  const header = 'Name;Type;GPS (lat, lng)'
  const rows = ['East;snack;-33.8651, 151.2099', 'West;snack;40,7128, -74,0060', 'None;snack;']
  await bring('MACHINES', [header, ...rows], { confirm: true })
  await bring('MACHINES', ['Name;Type;Location', 'Quay;snack;51.5072,-0.1276', 'Pier;snack;51.5033,-0.1195'], { confirm: true })
  const found = await one(
    sql`select name, lat::float8 as lat, lng::float8 as lng from machines where company_id = ${world.company} and name in ('East', 'West', 'None', 'Quay', 'Pier') order by name`,
  )
  expect(found).toEqual([
    { name: 'East', lat: -33.8651, lng: 151.2099 },
    { name: 'None', lat: null, lng: null },
    { name: 'Pier', lat: 51.5033, lng: -0.1195 },
    { name: 'Quay', lat: 51.5072, lng: -0.1276 },
    { name: 'West', lat: 40.7128, lng: -74.006 },
  ])
  const rest = ['Gate;snack;52.1, 21.2', 'Dock;snack;52.3, 21.4', 'Hall;snack;near the lake']
  expect(problemsOf(await bring('MACHINES', [header, ...rest]))).toEqual(['position NOT_A_POSITION'])
})

const slots = () =>
  one(
    sql`select slot_number as slot, vend_price_minor::int as price from slots where company_id = ${world.company} and slot_number like 'X%' and removed_at is null order by 1`,
  )

test('prices of a planogram are in cents if their header or size indicates it', async () => {
  const named = await bring('PLANOGRAMS', ['Machine;Slot;Product;Price (ct)', 'Foyer;X1;Cola;150'], { confirm: true })
  expect(await slots()).toEqual([{ slot: 'X1', price: 150 }])
  await world.manager.call('POST', `/imports/${named.importId}/undo`)
  const large = await bring('PLANOGRAMS', ['Machine;Slot;Product;Price', 'Foyer;X1;Cola;150', 'Foyer;X2;Cola;120'], { confirm: true })
  expect(doubtsOf(large)).toEqual(['SCALE'])
  expect(await slots()).toEqual([
    { slot: 'X1', price: 150 },
    { slot: 'X2', price: 120 },
  ])
  await world.manager.call('POST', `/imports/${large.importId}/undo`)
  const units = await bring('PLANOGRAMS', ['Machine;Slot;Product;Price', 'Foyer;X1;Cola;2', 'Foyer;X2;Cola;3'])
  expect([units.inMinor, doubtsOf(units)]).toEqual([false, []])
})

test('prices and costs in another currency are refused unless the user overrides it', async () => {
  expect(problemsOf(await bring('PLANOGRAMS', ['Machine;Slot;Product;Price', 'Foyer;X1;Cola;$1.50']))).toEqual(['price OTHER_CURRENCY'])
  expect(problemsOf(await bring('PLANOGRAMS', ['Machine;Slot;Price;Currency', 'Foyer;X1;1.50;USD']))).toEqual(['price OTHER_CURRENCY'])
  expect(problemsOf(await bring('PRODUCTS', ['SKU;Name;Cost (USD)', 'N1;Nuts;1.20']))).toEqual(['cost OTHER_CURRENCY'])
  expect(problemsOf(await bring('PRODUCTS', ['SKU;Name;Cost (USD)', 'N1;Nuts;1.20'], { ownCurrency: true }))).toEqual([])
})

test('currencies in number formats of a workbook are compared with the company’s', async () => {
  const sheet = async (format: string, prices: readonly number[], more: object = {}) => {
    const row = (cells: readonly (string | number)[]) =>
      `<row>${cells.map((cell) => (typeof cell === 'number' ? `<c s="1"><v>${cell}</v></c>` : `<c t="inlineStr"><is><t>${cell}</t></is></c>`)).join('')}</row>`
    const rows = [row(['Machine', 'Slot', 'Product', 'Price']), ...prices.map((price, at) => row(['Foyer', `X${at}`, 'Cola', price]))]
    const styles = `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="${format.replaceAll('"', '&quot;')}"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>`
    const content = workbook(`<worksheet><sheetData>${rows.join('')}</sheetData></worksheet>`, { 'xl/styles.xml': styles })
    return (await world.manager.call('POST', '/imports', { kind: 'PLANOGRAMS', content: content.toString('base64'), ...more })).json().data
  }
  const valuesIn = ({ problems }: { problems: { field: string; code: string; value: string }[] }) =>
    problems.map(({ field, code, value }) => `${field} ${code} ${value}`)
  const yen = await sheet('[$¥-411]#,##0', [130, 150])
  expect([valuesIn(yen), yen.inMinor, doubtsOf(yen)]).toEqual([['price OTHER_CURRENCY JPY', 'price OTHER_CURRENCY JPY'], null, []])
  expect(valuesIn(await sheet('"$"#,##0.00', [1.5]))).toEqual(['price OTHER_CURRENCY $'])
  const chosen = await sheet('[$¥-411]#,##0', [130, 150], { ownCurrency: true })
  expect([valuesIn(chosen), chosen.inMinor, doubtsOf(chosen)]).toEqual([[], true, ['SCALE']])
  // A number that shows the company's currency is in units, however large it is.
  const own = await sheet('_-* #,##0 [$€-407]_-', [130, 150])
  expect([valuesIn(own), own.inMinor, doubtsOf(own)]).toEqual([[], null, []])
  expect(valuesIn(await sheet('0 "pcs"', [1.5]))).toEqual([])
})

test('names and numbers that no screen can open are refused', async () => {
  const rows = [`${'S'.repeat(101)};Nuts;1`, '..;Nuts;1', `N1;${'n'.repeat(101)};1`, `${'S'.repeat(100)};Nuts;1`]
  const found = await bring('PRODUCTS', ['SKU;Name;Cost', ...rows])
  expect([problemsOf(found), found.counts.new]).toEqual([['sku TOO_LONG', 'sku MISSING', 'name TOO_LONG'], 1])
  const numbers = ['Machine;Slot;Product', `Foyer;${'9'.repeat(21)};Cola`, `Foyer;${'9'.repeat(20)};Cola`]
  expect(problemsOf(await bring('PLANOGRAMS', numbers))).toEqual(['slot TOO_LONG'])
})

const products = () =>
  one(
    sql`select sku, tax_basis_points::int as tax, last_cost_minor::int as cost from products where company_id = ${world.company} and sku like 'N%' and not deleted order by 1`,
  )

test('costs are in cents by their header; large whole ones are doubted', async () => {
  const named = await bring('PRODUCTS', ['SKU;Name;Cost (ct)', 'N1;Nuts;120'], { confirm: true })
  expect(await products()).toEqual([{ sku: 'N1', tax: 0, cost: 120 }])
  await world.manager.call('POST', `/imports/${named.importId}/undo`)
  const whole = await bring('PRODUCTS', ['SKU;Name;Cost', 'N1;Nuts;120'])
  expect([whole.inMinor, doubtsOf(whole)]).toEqual([false, ['SCALE']])
})

test('tax rates as fractions are read as percent, with a note', async () => {
  const fractions = await bring('PRODUCTS', ['SKU;Name;VAT', 'N1;Nuts;0,23', 'N2;Bar;0,055', 'N3;Tea;0'], { confirm: true })
  expect(doubtsOf(fractions)).toEqual(['TAX_PARTS'])
  expect((await products()).map(({ tax }) => tax)).toEqual([2_300, 550, 0])
  await world.manager.call('POST', `/imports/${fractions.importId}/undo`)
  const percent = await bring('PRODUCTS', ['SKU;Name;VAT', 'N1;Nuts;23 %', 'N2;Bar;5,5', 'N3;Tea;0.5'], { confirm: true })
  expect(doubtsOf(percent)).toEqual(['TAX_SMALL'])
  expect((await products()).map(({ tax }) => tax)).toEqual([2_300, 550, 50])
  await world.manager.call('POST', `/imports/${percent.importId}/undo`)
})

test('volumes have their unit in the cell or header; other fractions are refused', async () => {
  const rows = ['SKU;Name;Packaging;Volume', 'N1;Cola;can;330 ml', 'N2;Water;bottle;0,5 l', 'N3;Tea;bottle;1,5']
  const bad = await bring('PRODUCTS', rows, { confirm: true, leaveOut: true })
  expect(problemsOf(bad)).toEqual(['volume NOT_A_NUMBER'])
  expect(await volumes()).toEqual([330, 500])
  await world.manager.call('POST', `/imports/${bad.importId}/undo`)
  await bring('PRODUCTS', ['SKU;Name;Packaging;Volume (l)', 'N1;Cola;can;0,33', 'N2;Water;bottle;1,5'], { confirm: true })
  expect(await volumes()).toEqual([330, 1_500])
})

test('a product name that several products have is doubted, a SKU is not', async () => {
  const { ctx, company } = world
  for (const sku of ['TEA-CAN', 'TEA-BOTTLE']) await aProduct(ctx, company, { sku, name: 'Iced tea', packaging: 'PIECE' })
  const named = await bring('SALES', [
    'Date;Machine;Product;Amount',
    '2026-03-13 10:05;Foyer;Iced Tea;1,50',
    '2026-03-14 10:05;Foyer;Cola;1,50',
  ])
  expect(named.doubts).toEqual([{ doubt: 'SHARED_NAMES', text: 'Iced Tea', rows: [] }])
  expect(doubtsOf(await bring('PLANOGRAMS', ['Machine;Slot;Product', 'Foyer;X1;Iced tea']))).toEqual(['SHARED_NAMES'])
  expect(doubtsOf(await bring('SALES', ['Date;Machine;Product;Amount', '2026-03-13 10:05;Foyer;TEA-CAN;1,50']))).toEqual([])
})

const volumes = async () =>
  (
    await one<{ volume: number }>(
      sql`select volume::int as volume from products where company_id = ${world.company} and sku like 'N%' and not deleted order by sku`,
    )
  ).map(({ volume }) => volume)

test('rounded bar codes are refused, and their lost zeros are restored', async () => {
  const rounded = await bring('PRODUCTS', ['SKU;Name;EAN', 'R1;Orange;4,90123E+12', 'R2;Lemon;5,449E+12'])
  expect(problemsOf(rounded)).toEqual(['ean WRONG_CODE', 'ean WRONG_CODE'])
  await bring('PRODUCTS', ['SKU;Name;UPC', 'Z1;Orange;49000028911', 'Z2;Lemon;49000028904'], { confirm: true })
  const found = await one(
    sql`select p.sku, c.code from product_codes c join products p on p.company_id = c.company_id and p.id = c.product_id where p.company_id = ${world.company} order by 1`,
  )
  expect(found).toEqual([
    { sku: 'Z1', code: '049000028911' },
    { sku: 'Z2', code: '049000028904' },
  ])
})

test('a German price list is read with its abbreviations', async () => {
  const list = await bring('PRODUCTS', [
    'Preisliste 2026',
    '',
    'Art.-Nr.;Bezeichnung;Inhalt;EK netto;MwSt;EAN;VPE',
    '00123;Fanta;330 ml;0,45;19%;5449000000996;24',
    '00124;Mars;51 g;0,40;7%;;32',
  ])
  expect(list.mapping).toEqual({ sku: 0, name: 1, volume: 2, cost: 3, tax: 4, ean: 5, case: 6 })
  expect(list.counts).toMatchObject({ new: 2, refused: 0 })
})

test('slots with a column for their row are named by both', async () => {
  const file = ['Machine,Row,Column,Product,Price', 'Foyer,A,1,Cola,1.50', 'Foyer,A,2,,1.50', 'Foyer,B,1,Cola,1.50']
  const done = await bring('PLANOGRAMS', file, { confirm: true })
  const found = await one(
    sql`select slot_number as slot from slots where company_id = ${world.company} and slot_number ~ '^[AB][12]$' and removed_at is null order by 1`,
  )
  await world.manager.call('POST', `/imports/${done.importId}/undo`)
  expect(found).toEqual([{ slot: 'A1' }, { slot: 'A2' }, { slot: 'B1' }])
})

test.each([
  ['German', 'Art.-Nr.;Bezeichnung;Inhalt;VPE;EK netto;MwSt.', 'D1;Wasser;0,5 l;12er;0,19;19 %'],
  ['French', "Réf.;Désignation;Contenu;Colisage;Prix d'achat HT;TVA", 'F1;Cristaline;50 cl;12;0,19;19'],
  ['Polish', 'Indeks;Nazwa towaru;Pojemność;Sztuk w kartonie;Cena zakupu netto;Stawka VAT', 'P1;Woda;0,5 l;12 szt.;0,19 zł;19%'],
  ['Italian', 'Cod. art.;Descrizione articolo;Pz. x conf.;Prezzo acq.;IVA', 'I1;Acqua;12;0,19;19%'],
  ['Japanese', '商品コード;商品名;入数;仕入単価;税率', 'J1;天然水;12本;0.19;19%'],
  ['American', 'Item #;Item Description;Case Pack;Unit Cost;Tax', 'U1;Water;12;0.19;19'],
])('a list of products as in %s is read with cost, case and tax', async (_, heads, row) => {
  const { counts, mapping, problems } = await bring('PRODUCTS', [heads, row.replace(' zł', '')])
  expect({ new: counts.new, problems, fields: Object.keys(mapping) }).toMatchObject({
    new: 1,
    problems: [],
    fields: expect.arrayContaining(['sku', 'name', 'cost', 'case', 'tax']),
  })
})

test.each([
  ['Japanese', '自販機番号;コラム番号;商品名;販売価格;満量', 'Foyer;9;Cola;1.60;24'],
  ['French', 'N° machine;Spirale;Produit;Prix TTC;Capacité', 'Foyer;9;Cola;1,60;24'],
  ['American', 'Asset #;Selection;Item;Retail;Par', 'Foyer;9;Cola;1.60;24'],
])('a planogram as in %s is read with price and maximum', async (_, heads, row) => {
  const { counts, mapping } = await bring('PLANOGRAMS', [heads, row])
  expect({ new: counts.new, fields: Object.keys(mapping).toSorted() }).toEqual({
    new: 1,
    fields: ['machine', 'maximum', 'price', 'product', 'slot'],
  })
})

test('the number of a machine decides before its name, and the review states both', async () => {
  await aMachine(world.ctx, world.company, { name: '4711' })
  const preview = await bring('SALES', [
    'Date,Machine Number,Machine Name,Amount,Status,Remark',
    '2026-03-01 10:00,4711,Entrance,1.50,Sold,x',
    '2026-03-01 10:05,99,Foyer,1.50,Sold,',
    '2026-03-01 10:10,4711,Foyer,1.20,Sold,',
    '2026-03-01 10:15,99,Entrance,1.20,Sold,',
  ])
  expect(preview.doubts.map(({ doubt, text, rows }: { doubt: string; text: string; rows: number[] }) => [doubt, text, rows])).toEqual([
    ['MACHINE_COLUMNS', 'Machine Number: 2, Machine Name: 1', []],
    ['OTHER_MACHINE', 'Machine Number', [4]],
  ])
  expect([problemsOf(preview), preview.unknown.machines, preview.leftOut]).toEqual([['machine UNKNOWN_MACHINE'], ['Entrance'], ['Remark']])
})

test('headings of lists in other languages are recognised', async () => {
  const planogram = await bring('PLANOGRAMS', ['Automat;Wahl-Nr.;Artikel;Max. Menge;Verkaufspreis', 'Foyer;W1;Cola;8;1,50'])
  expect(planogram.mapping).toEqual({ machine: 0, slot: 1, product: 2, maximum: 3, price: 4 })
  const machines = await bring('MACHINES', ['Nazwa;Typ automatu;Szer. geogr.;Dł. geogr.', 'Dworzec;kawa;51,7592;19,4560'])
  expect(machines.mapping).toEqual({ name: 0, type: 1, lat: 2, lng: 3 })
  const products = await bring('PRODUCTS', ['Réf.;Désignation;Contenance', 'EP50;Eau pétillante;50 cl'])
  expect(products.mapping).toMatchObject({ volume: 2 })
})
