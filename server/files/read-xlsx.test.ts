import { expect, test } from 'vitest'
import { MINUTE } from '#domain/time.ts'
import { workbook } from '../../tests/support/hostile-sheets.ts'
import { readSheet, SMALL } from './read-table.ts'

const limits = { ...SMALL, patience: 2 * MINUTE }
const sheet = (rows: readonly string[]) =>
  `<worksheet><sheetData>${rows.map((row) => `<row>${row}</row>`).join('')}</sheetData></worksheet>`
const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`
const number = (value: string, style = 0) => `<c s="${style}"><v>${value}</v></c>`
const styles = (...formats: string[]) =>
  `<styleSheet><numFmts>${formats.map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${code}"/>`).join('')}</numFmts>
    <cellXfs><xf numFmtId="0"/>${formats.map((_, at) => `<xf numFmtId="${164 + at}"/>`).join('')}</cellXfs></styleSheet>`
const cellsIn = async (bytes: Buffer) => {
  const result = await readSheet(bytes, limits)
  return 'unreadable' in result ? result : result.table.map(({ cells }) => cells)
}

test('characters that a workbook writes as codes are read', async () => {
  const rows = sheet([text('Machine_x000D_\nname') + text('_x005F_x0041_') + text('A_x20'), '<c t="s"><v>0</v></c>'])
  const shared = '<sst><si><t>Foyer_x000D_</t></si></sst>'
  expect(await cellsIn(workbook(rows, { 'xl/sharedStrings.xml': shared }))).toEqual([['Machine\r\nname', '_x0041_', 'A_x20'], ['Foyer']])
})

test('an amount in the format Standard is no date', async () => {
  const rows = sheet([number('1.5', 1) + number('46089.5', 2)])
  expect(await cellsIn(workbook(rows, { 'xl/styles.xml': styles('Standard', 'TT.MM.JJJJ hh:mm') }))).toEqual([
    [1.5, new Date('2026-03-08T12:00Z')],
  ])
})

test('currencies in number formats are beside the numbers', async () => {
  const formats = [
    '[$¥-411]#,##0;[Red]-[$¥-411]#,##0',
    '"Sum "0.00\\ "zł"',
    '_-* #,##0.00 "€"_-',
    '$0.00',
    '#,##0.00\\ \\k\\r',
    '[$-409]0.0',
    '0 "]"',
  ]
  const rows = sheet([formats.map((_, at) => number('1.5', at + 1)).join('') + text('x'), number('1', 7)])
  const result = await readSheet(
    workbook(rows, { 'xl/styles.xml': styles(...formats.map((code) => code.replaceAll('"', '&quot;'))) }),
    limits,
  )
  expect('unreadable' in result ? result : result.table).toEqual([
    {
      number: 1,
      cells: [1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 'x'],
      currencies: { 0: '[$¥-411]', 1: 'Sum', 2: '€', 3: '$', 4: 'kr', 6: ']' },
    },
    { number: 2, cells: [1], currencies: { 0: ']' } },
  ])
})

test('times with few digits are rounded to seconds, exact ones are kept', async () => {
  const serials = ['46089.41666', '46089.4166666', '46089.416667', '46089.416666672453', '0.41666']
  const rows = sheet([serials.map((serial) => number(serial, 1)).join('')])
  const [cells] = (await cellsIn(workbook(rows, { 'xl/styles.xml': styles('yyyy-mm-dd hh:mm:ss') }))) as Date[][]
  expect(cells?.map((at) => at.toISOString().slice(11))).toEqual([
    '09:59:59.000Z',
    '10:00:00.000Z',
    '10:00:00.000Z',
    '10:00:00.001Z',
    '09:59:59.000Z',
  ])
})

test('a date in ISO 8601 is rounded to the millisecond', async () => {
  const at = (date: string) => `<c t="d"><v>${date}</v></c>`
  const rows = sheet([at('2026-03-17T09:59:59.9999999') + at('2026-03-17T10:00Z') + at('2026-03-17') + at('2026-03-17T12:00+02:00')])
  expect(await cellsIn(workbook(rows))).toEqual([
    [new Date('2026-03-17T10:00Z'), new Date('2026-03-17T10:00Z'), new Date('2026-03-17T00:00Z'), new Date('2026-03-17T10:00Z')],
  ])
})

test('the largest sheet with columns is read, and no cover', async () => {
  const names = ['Info', 'Data', 'Legend']
  const book = (data: string) =>
    workbook(sheet(Array.from({ length: 100 }, () => text('a note') + text('of two cells'))), {
      'xl/workbook.xml': `<workbook><sheets>${names.map((name, at) => `<sheet name="${name}" sheetId="${at}" r:id="r${at}"/>`).join('')}</sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': `<Relationships>${names.map((_, at) => `<Relationship Id="r${at}" Target="worksheets/sheet${at + 1}.xml"/>`).join('')}</Relationships>`,
      'xl/worksheets/sheet2.xml': data,
      'xl/worksheets/sheet3.xml': sheet([text('K') + text('Card')]),
    })
  const chosen = async (data: string) => ((await readSheet(book(data), limits)) as { sheets: { sheet: string } }).sheets.sheet
  expect(await chosen(sheet([text('Date') + text('Machine') + text('Amount')]))).toBe('Data')
  expect(await chosen(sheet([text('Machine') + text('Amount')]))).toBe('Info')
})
