import { describe, expect, test } from 'vitest'
import { MINUTE } from '#domain/time.ts'
import { readSheet, readTable as readWithin, SMALL } from './read-table.ts'

const read = (text: string, encoding: BufferEncoding = 'utf8') =>
  readWithin(Buffer.from(text, encoding), { ...SMALL, patience: 2 * MINUTE })
const rows = async (text: string) => {
  const table = await read(text)
  return 'unreadable' in table ? table : table.map(({ cells }) => cells)
}

describe('a table of a web page, which programs save as .xls', () => {
  test('is read with entities, line breaks, and elements in its cells', async () => {
    const page = `<!DOCTYPE html><html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><title>Sales</title>
      <style>td { mso-number-format: "\\@"; }</style></head><body>
      <table border="1"><thead><tr><th>Machine<th>Price&nbsp;(&euro;)</tr></thead>
      <tr><td><a href="#">Łódź &amp; more</a></td><td align=right>1,50</td></tr>
      <tr><td>Line 1<br>Line
          2</td><td><select><option>1<option>2</select></td></tr>
      <TR><TD></TD><TD>&#8364; 2</TD></TR></table></body></html>`
    expect(await read(page)).toEqual([
      { number: 1, cells: ['Machine', 'Price (€)'] },
      { number: 2, cells: ['Łódź & more', '1,50'] },
      { number: 3, cells: ['Line 1\nLine 2'] },
      { number: 4, cells: [null, '€ 2'] },
    ])
    expect(await read(`\ufeff${page}`, 'utf16le')).toEqual(await read(page))
  })

  test('keeps the columns where cells cover several rows or columns', async () => {
    const page = `<table><tr><td rowspan=3>Lobby<td>A<td>1<tr><td colspan="2">B<td>2<tr><td>C<tr><td>Hall<td>D<td>3</table>`
    expect(await rows(page)).toEqual([
      ['Lobby', 'A', '1'],
      ['Lobby', 'B', null, '2'],
      ['Lobby', 'C'],
      ['Hall', 'D', '3'],
    ])
  })

  test('within the layout of a page is read as its own rows', async () => {
    const inner = '<table><tr><td>A<td>1</tr><tr><td>B<td>2</tr></table>'
    expect(await rows(`<table><tr><td>${inner}</td></tr></table>`)).toEqual([
      ['A', '1'],
      ['B', '2'],
    ])
  })

  test('without any row is no table', async () => {
    for (const page of ['<!DOCTYPE html><p>Sign in', '<table></table>', '<svg/>', '<?xml version="1.0"?><sales><sale price="1"/></sales>'])
      expect(await read(page)).toEqual({ unreadable: 'NO_TABLE' })
  })
})

test('XML workbook of Excel 2003 is read with types, gaps and its first full sheet', async () => {
  const cell = (type: string, text: string, more = '') => `<Cell${more}><Data ss:Type="${type}">${text}</Data></Cell>`
  const workbook = `<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?>
    <Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet">
    <Worksheet ss:Name="Cover"><Table><Row>${cell('String', 'Sales')}</Row></Table></Worksheet>
    <Worksheet ss:Name="Sales"><Table><Column ss:Width="80"/>
    <Row>${cell('String', 'When')}${cell('String', 'Machine', ' ss:MergeAcross="1"')}${cell('String', 'Price')}</Row>
    <Row ss:Index="4">${cell('DateTime', '2026-03-13T10:05:00.000')}<Cell/>
      <Cell ss:Index="3"><Data ss:Type="String">A &lt; B</Data><Comment><ss:Data>a note</ss:Data></Comment></Cell>${cell('Number', '1.5')}</Row>
    <Row>${cell('Error', '#N/A')}${cell('Boolean', '1')}</Row></Table></Worksheet>
    <Worksheet ss:Name="Later"><Table><Row>${cell('Number', '9')}</Row><Row>${cell('Number', '9')}</Row></Table></Worksheet></Workbook>`
  expect(await read(workbook)).toEqual([
    { number: 1, cells: ['Sales'] },
    { number: 2, cells: ['When', 'Machine', null, 'Price'] },
    { number: 4, cells: [new Date('2026-03-13T10:05:00Z'), null, 'A < B', 1.5] },
    { number: 5, cells: [null, 'true'] },
  ])
})

test('currencies of styles in an XML workbook are beside the numbers', async () => {
  const style = (id: string, format: string) => `<Style ss:ID="${id}"><NumberFormat ss:Format="${format}"/></Style>`
  const styles = style('s1', '[$¥-411]#,##0') + style('s2', 'Euro Currency') + style('s3', 'Short Date')
  const cell = (id: string, type = 'Number') => `<Cell ss:StyleID="${id}"><Data ss:Type="${type}">130</Data></Cell>`
  const cells = cell('s1') + cell('s2') + cell('s3') + cell('s1', 'String')
  const book = `<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"><Styles>${styles}</Styles><Worksheet><Table><Row>${cells}</Row></Table></Worksheet></Workbook>`
  expect(await read(book)).toEqual([{ number: 1, cells: [130, 130, 130, '130'], currencies: { 0: '[$¥-411]', 1: '[$EUR]' } }])
})

test('sheets of an XML workbook can be chosen, and those not read are named', async () => {
  const sheet = (name: string, ...texts: string[]) =>
    `<Worksheet ss:Name="${name}"><Table>${texts.map((text) => `<Row><Cell><Data>${text}</Data></Cell></Row>`).join('')}</Table></Worksheet>`
  const book = `<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet">${sheet('Cover', 'Sales')}${sheet('Foyer', 'a', 'b')}${sheet('Hall', 'c', 'd')}</Workbook>`
  const readBook = async (name?: string) => readSheet(Buffer.from(book), { ...SMALL, patience: 2 * MINUTE }, name)
  const cells = (...texts: string[]) => texts.map((text, index) => ({ number: index + 1, cells: [text] }))
  const names = ['Cover', 'Foyer', 'Hall']
  expect(await readBook()).toEqual({ table: cells('Sales', 'a', 'b'), sheets: { names, sheet: 'Foyer' } })
  expect(await readBook('Hall')).toEqual({ table: cells('c', 'd'), sheets: { names, sheet: 'Hall' } })
  expect(await readBook('Cover')).toEqual({ table: cells('Sales'), sheets: { names, sheet: 'Cover' } })
})

/** The beginning of an XML workbook with two rows, the second of which has these attributes. */
const xmlRow = (row: string, cell: string) =>
  `<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet><Table><Row><Cell><Data>1</Data></Cell></Row><Row${row}><Cell${cell}><Data>1</Data></Cell><Cell><Data>2</Data></Cell></Row></Table></Worksheet>`

describe('a hostile page', () => {
  const many = 2_000_000
  test.each([
    ['a text without end', `<table><tr><td>${'a'.repeat(40_000)}`, 'TOO_LARGE_INSIDE'],
    ['a comment without end', `<table><!--${'a'.repeat(many)}`, 'TOO_LARGE_INSIDE'],
    ['an attribute without end', `<table a="${'a'.repeat(many)}`, 'TOO_LARGE_INSIDE'],
    ['a name without end', `<table><${'a'.repeat(many)}`, 'TOO_LARGE_INSIDE'],
    [
      'thousands of attributes',
      `<table ${'a=1 '.repeat(20)}${Array.from({ length: 5_000 }, (_, at) => `b${at}=1`).join(' ')}>`,
      'TOO_LARGE_INSIDE',
    ],
    ['depth without end', '<div>'.repeat(300_000), 'TOO_LARGE_INSIDE'],
    ['tables within tables', '<table><tr><td>'.repeat(5_000), 'TOO_LARGE_INSIDE'],
    ['rows without values', '<table>'.concat('<tr><td></td></tr>'.repeat(100_000)), 'TOO_MANY_ROWS'],
    ['elements without values', '<table>'.concat('<i></i>'.repeat(100_000)), 'TOO_LARGE_INSIDE'],
    ['an endless row', `<table><tr>${'<td>1</td>'.repeat(100_000)}`, 'TOO_MANY_COLUMNS'],
    ['cells that cover everything', `<table><tr>${'<td colspan=9999999 rowspan=9999999></td>'.repeat(50_000)}`, 'TOO_MANY_COLUMNS'],
    ['too many rows', '<table>'.concat('<tr><td>1</td></tr>'.repeat(30_000)), 'TOO_MANY_ROWS'],
    ['too many cells', '<table>'.concat(`<tr>${'<td>1</td>'.repeat(200)}</tr>`.repeat(6_000)), 'TOO_MANY_ROWS'],
    ['a cell that is far to the right', xmlRow('', ' ss:Index="5000"'), 'TOO_MANY_COLUMNS'],
    ['a row that is far below', xmlRow(' ss:Index="9999999"', ''), 'TOO_MANY_ROWS'],
    ['a cell merged over thousands of columns', xmlRow('', ' ss:MergeAcross="9999"').repeat(9), 'TOO_MANY_COLUMNS'],
    [
      'sheets behind the one that is read',
      `${xmlRow('', '')}${'<Worksheet><Table><Row><Cell/></Row></Table></Worksheet>'.repeat(1_100_000)}`,
      'TOO_MANY_ROWS',
    ],
  ])('with %s is refused', async (_, page, why) => {
    expect(await read(page)).toEqual({ unreadable: why })
  })

  test('with an entity of its own keeps the text of the reference', async () => {
    expect(await rows('<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><table><tr><td>&a;</table>')).toEqual([['&a;']])
  })
})
