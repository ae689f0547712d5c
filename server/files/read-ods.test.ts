import { readFileSync } from 'node:fs'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { MINUTE } from '#domain/time.ts'
import { readSheet, SMALL } from './read-table.ts'

const limits = { ...SMALL, patience: 2 * MINUTE }
const read = (bytes: Buffer, sheet?: string, all?: boolean) => readSheet(bytes, limits, sheet, all)

const archive = (content: string, manifest = '<manifest/>') =>
  Buffer.from(zipSync({ 'content.xml': strToU8(content), 'META-INF/manifest.xml': strToU8(manifest) }))
const document = (tables: string, styles = '') =>
  archive(`<office:document-content><office:automatic-styles>${styles}</office:automatic-styles>${tables}</office:document-content>`)
const table = (name: string, rows: string, style = '') =>
  `<table:table table:name="${name}" table:style-name="${style}">${rows}</table:table>`
const row = (...cells: string[]) => `<table:table-row>${cells.join('')}</table:table-row>`
const cell = (text: string, attributes = 'office:value-type="string"') =>
  `<table:table-cell ${attributes}><text:p>${text}</text:p></table:table-cell>`
const cellsIn = async (bytes: Buffer) => {
  const result = await read(bytes)
  return 'unreadable' in result ? result : result.table.map(({ cells }) => cells)
}

test('a file of LibreOffice is read with its dates, times, numbers and line breaks', async () => {
  const file = readFileSync(new URL('../../tests/data/spreadsheets/libreoffice.ods', import.meta.url))
  expect(await read(file)).toEqual({
    sheets: { names: ['s'], sheet: 's' },
    table: [
      { number: 1, cells: ['Sales report'] },
      { number: 2, cells: ['Date', 'Time', 'Machine', 'Product', 'Amount', 'Postal'] },
      { number: 3, cells: [new Date('2026-03-13T10:05Z'), new Date('1899-12-31T10:05Z'), 'Foyer', 'Cola', 1.5, '00123'] },
      { number: 4, cells: [new Date('2026-03-14T11:05Z'), new Date('1899-12-31T23:59:30Z'), 'Hall "A"\n\nB', 'Water & Sons', 1_234.5] },
      { number: 6, cells: [new Date('2026-03-15T00:00Z'), null, 'Foyer', 'two  spaces', 'true', 'x'] },
    ],
  })
})

test('values are read instead of their texts, except for zeros in front of a number', async () => {
  const cells = row(
    cell('00123', 'office:value-type="float" office:value="123"'),
    cell('1,50 €', 'office:value-type="currency" office:value="1.5"'),
    cell('23 %', 'office:value-type="percentage" office:value="0.23"'),
    cell('yes', 'office:value-type="boolean" office:boolean-value="true"'),
    cell('Err:502', 'office:value-type="string" office:string-value="" calcext:value-type="error"'),
    cell('13 March', 'office:value-type="date" office:date-value="2026-03-13"'),
    cell('0.5', 'office:value-type="float" office:value="0.5"'),
  )
  expect(await cellsIn(document(table('S', cells)))).toEqual([['00123', 1.5, 0.23, 'true', null, new Date('2026-03-13T00:00Z'), 0.5]])
})

test('currencies are beside the numbers, also of repeated cells and rows', async () => {
  const price = cell('¥130', 'office:value-type="currency" office:currency="JPY" office:value="130" table:number-columns-repeated="2"')
  const cells = row(cell('x'), price, cell('1', 'office:value-type="float" office:value="1"'))
  const result = await read(document(table('S', cells.replace('<table:table-row', '$& table:number-rows-repeated="2"'))))
  const line = { cells: ['x', 130, 130, 1], currencies: { 1: '[$JPY]', 2: '[$JPY]' } }
  expect('unreadable' in result ? result : result.table).toEqual([
    { number: 1, ...line },
    { number: 2, ...line },
  ])
})

test('a currency that is only a symbol is beside the number', async () => {
  const priced = (currency: string) => cell('130', `office:value-type="currency" office:currency="${currency}" office:value="130"`)
  const result = await read(document(table('S', row(...['¥', 'zł', '', 'a]b', 'US$'].map(priced)))))
  expect(result).toMatchObject({ table: [{ currencies: { 0: '[$¥]', 1: '[$zł]', 4: '[$US$]' } }] })
})

test('spaces, line breaks and remarks of a cell', async () => {
  const remark = '<office:annotation><text:p>a remark</text:p></office:annotation>'
  const text = `<table:table-cell office:value-type="string">${remark}<text:p>Cola<text:s text:c="2"/>0.5<text:line-break/>l</text:p></table:table-cell>`
  expect(await cellsIn(document(table('S', row(text, cell('<text:span>Bold</text:span> text')))))).toEqual([['Cola  0.5\nl', 'Bold text']])
})

test('repeated and merged cells and rows keep their places', async () => {
  const rows = [
    row('<table:table-cell table:number-columns-repeated="2"/>', cell('x', 'office:value-type="string" table:number-columns-repeated="2"')),
    '<table:table-row table:number-rows-repeated="7"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>',
    `<table:table-row table:number-rows-repeated="2">${cell('y')}<table:covered-table-cell/>${cell('z')}</table:table-row>`,
    '<table:table-row table:number-rows-repeated="1048566"><table:table-cell/></table:table-row>',
  ]
  expect(await read(document(table('S', rows.join(''))))).toMatchObject({
    table: [
      { number: 1, cells: [null, null, 'x', 'x'] },
      { number: 9, cells: ['y', null, 'z'] },
      { number: 10, cells: ['y', null, 'z'] },
    ],
  })
})

describe('sheets', () => {
  const heads = row(cell('Date'), cell('Machine'), cell('Amount'))
  const hidden = '<style:style style:name="h"><style:table-properties table:display="false"/></style:style>'
  const file = document(
    [
      table('Cover', row(cell('Report'))),
      table('March', heads + row(cell('a'), cell('b'), cell('c')).repeat(3)),
      table('April', heads + row(cell('d'), cell('e'), cell('f'))),
      table('Secret', row(cell('x')).repeat(50), 'h'),
    ].join(''),
    hidden,
  )
  test('the largest visible one is read unless another is named', async () => {
    expect(await read(file)).toMatchObject({ sheets: { names: ['Cover', 'March', 'April'], sheet: 'March' }, table: { length: 4 } })
    expect(await read(file, 'April')).toMatchObject({ sheets: { sheet: 'April' }, table: { length: 2 } })
  })
  test('all with the same headings are joined', async () => {
    const joined = await read(file, undefined, true)
    expect(joined).toMatchObject({ sheets: { leftOut: ['Cover'] }, table: { length: 8 } })
    const firstCells = 'table' in joined ? joined.table.map(({ number, cells: [first] }) => `${number} ${first}`) : []
    expect([firstCells[0], firstCells[5]]).toEqual(['1 Machine: March', '6 Machine: April'])
  })
})

test.each([
  ['a cell repeated a million times', row(cell('x', 'table:number-columns-repeated="1000000"')), 'TOO_MANY_COLUMNS'],
  [
    'a row repeated a thousand million times',
    `<table:table-row table:number-rows-repeated="1000000000">${cell('x')}</table:table-row>`,
    'TOO_MANY_ROWS',
  ],
  ['rows repeated minus once', `<table:table-row table:number-rows-repeated="-1">${cell('x')}</table:table-row>`, 'NO_TABLE'],
  ['spaces repeated without end', row(cell('<text:s text:c="1000000000"/>'.repeat(40))), 'TOO_LARGE_INSIDE'],
  ['empty cells without end', row('<table:table-cell/>'.repeat(100_000)), 'TOO_LARGE_INSIDE'],
  ['no sheet', '', 'NO_TABLE'],
])('%s is refused', async (_, rows, unreadable) => {
  expect(await read(document(rows === '' ? '' : table('S', rows)))).toEqual({ unreadable })
})

test('a file with a password is refused as such', async () => {
  const manifest = '<manifest:manifest><manifest:file-entry><manifest:encryption-data/></manifest:file-entry></manifest:manifest>'
  expect(await read(archive('encrypted', manifest))).toEqual({ unreadable: 'HAS_PASSWORD' })
})

test('texts of pictures and shapes are not part of their cell', async () => {
  const shape = '<draw:custom-shape><text:p>arrow</text:p></draw:custom-shape>'
  const picture = '<draw:frame><draw:image/><svg:title>logo</svg:title><svg:desc>of the company</svg:desc></draw:frame>'
  const text = `<table:table-cell office:value-type="string">${shape}<text:p>Foyer</text:p>${picture}</table:table-cell>`
  expect(await cellsIn(document(table('S', row(text, cell('Cola')))))).toEqual([['Foyer', 'Cola']])
})

test('dates with fractions beyond milliseconds are rounded', async () => {
  const at = (date: string) => cell('x', `office:value-type="date" office:date-value="${date}"`)
  const cells = row(at('2026-04-01T09:59:59.999999991'), at('2026-04-01T10:00:00.000000209'), at('2026-04-01T10:00:00.5'))
  expect(await cellsIn(document(table('S', cells)))).toEqual([
    [new Date('2026-04-01T10:00Z'), new Date('2026-04-01T10:00Z'), new Date('2026-04-01T10:00:00.500Z')],
  ])
})

test('the largest sheet with columns is read, and no cover', async () => {
  const cover = table('Cover', row(cell('a note')).repeat(20))
  expect(await read(document(`${cover}${table('Data', row(cell('a'), cell('b'), cell('c')))}`))).toMatchObject({
    sheets: { sheet: 'Data' },
  })
  expect(await read(document(`${cover}${table('Data', row(cell('a'), cell('b')))}`))).toMatchObject({ sheets: { sheet: 'Cover' } })
})
