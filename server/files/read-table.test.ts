import { describe, expect, test } from 'vitest'
import { MINUTE } from '#domain/time.ts'
import { HOSTILE_KINDS, hostileFiles, lying, workbook } from '../../tests/support/hostile-sheets.ts'
import { isLong } from '../../tests/support/long.ts'
// @ts-expect-error: the reader runs in a thread without a compiler, and has no types.
import { csvRows } from './read-csv.js'
import { readTable as readWithin, SMALL, streamTable } from './read-table.ts'
import { writeSheet } from './sheet.ts'

/** Far more than a busy machine needs, so that only the limits on the content can end a file. */
const limits = { ...SMALL, patience: 2 * MINUTE }
const readTable = (bytes: Buffer) => readWithin(bytes, limits)

const cellsOf = (...texts: string[]) => texts.map((text, index) => ({ number: index + 1, cells: [text] }))
const read = (text: string) => readTable(Buffer.from(text))

test.each([
  ['SYLK', 'ID;PWXL;N;E\nP;PGeneral\nC;Y1;X1;K"Machine"\nC;X2;K"Price"\nE\n'],
  ['DIF', 'TABLE\r\n0,1\r\n"EXCEL"\r\nVECTORS\r\n0,2\r\n""\r\n'],
])('%s is refused, because its lines are not rows', async (_, text) => {
  expect(await read(text)).toEqual({ unreadable: 'NO_TABLE' })
})

test('a file whose first column is ID is no SYLK', async () => {
  for (const text of ['ID;Price\nC;1.50\nF;2.00\n', 'ID;Product;Price\nA;Cola;1.50\nC;X1;2.00\n']) expect(await read(text)).toHaveLength(3)
})

test('a flat OpenDocument file is refused with its reason', async () => {
  const flat = '<?xml version="1.0"?><office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"/>'
  expect(await readTable(Buffer.from(flat))).toEqual({ unreadable: 'OPEN_DOCUMENT' })
})

describe('CSV', () => {
  test('is read with any separator, with or without quotes, in every language', async () => {
    for (const separator of [',', ';', '\t', '|'])
      expect(await read(`Name${separator}"Address"\r\nŻabka${separator}"Main ${separator} ""1""\nback"`)).toEqual([
        { number: 1, cells: ['Name', 'Address'] },
        { number: 2, cells: ['Żabka', `Main ${separator} "1"\nback`] },
      ])
    for (const separator of [',', ';', '\t', '|'])
      expect(await read(`"Name"${separator}"Address"\n"Hall"${separator}"1"`)).toEqual([
        { number: 1, cells: ['Name', 'Address'] },
        { number: 2, cells: ['Hall', '1'] },
      ])
  })

  test('commas of addresses and amounts do not divide a file with semicolons', async () => {
    const rows = [
      'Datum;Automat;Betrag',
      'Halle A, 70173, Stuttgart',
      '16.04.2026 10:00;Druckerei, Tor 2;1,50',
      'Halle B, 70174, Stuttgart',
      '16.04.2026 11:00;Hof, Tor 1;2,00',
    ]
    const found = (await read(rows.join('\n'))) as { cells: string[] }[]
    expect(found.map(({ cells }) => cells.length)).toEqual([3, 1, 3, 1, 3])
    const commas = (await read('Date,Machine,Products\n1,Foyer,Cola;Nuts\n2,Hall,Cola;Water')) as { cells: string[] }[]
    expect(commas.map(({ cells }) => cells.length)).toEqual([3, 3, 3])
  })

  test('is read with single quotes if its texts are in them', async () => {
    expect(await read("'Name';'Note'\n'Foyer; left';'It''s \"open\"'\n'Hall';'O\\'Brien'\n")).toEqual([
      { number: 1, cells: ['Name', 'Note'] },
      { number: 2, cells: ['Foyer; left', 'It\'s "open"'] },
      { number: 3, cells: ['Hall', "O'Brien"] },
    ])
    expect(await read("Name;Note\n't Hof;5'\n'Hall;'s\n\"'x'\";'y'")).toEqual([
      { number: 1, cells: ['Name', 'Note'] },
      { number: 2, cells: ["'t Hof", "5'"] },
      { number: 3, cells: ["'Hall", "'s"] },
      { number: 4, cells: ["'x'", "'y'"] },
    ])
    expect(await read("'Name','Note'\n'Foyer','never ends\n'Hall','x'\n")).toEqual({ unreadable: 'OPEN_QUOTE' })
  })

  test('is read with a byte order mark, in UTF-16 and in older code pages', async () => {
    expect(await readTable(Buffer.from('\ufeffName\nŁódź'))).toEqual(cellsOf('Name', 'Łódź'))
    expect(await readTable(Buffer.from('\ufeffName\nŁódź', 'utf16le'))).toEqual(cellsOf('Name', 'Łódź'))
    expect(await readTable(Buffer.from([0x4e, 0x0a, 0xa3, 0xf3, 0x64, 0x9f]))).toEqual(cellsOf('N', 'Łódź'))
  })

  test('with invalid content is reported', async () => {
    expect(await readTable(Buffer.from([1, 0, 2, 0]))).toEqual({ unreadable: 'NO_TABLE' })
    expect(await read('"never ends')).toEqual({ unreadable: 'NO_TABLE' })
    expect(await read('')).toEqual({ unreadable: 'NO_TABLE' })
  })

  test('with an open quote is refused, because it would swallow rows', async () => {
    const open = ['When,Price,Note', '1,2,"stuck', '2,2,', '3,2,"door open"', '4,2,']
    expect(await read(open.join('\r\n'))).toEqual({ unreadable: 'OPEN_QUOTE' })
    expect(await read(open.with(3, '3,2," door open"').join('\n'))).toEqual({ unreadable: 'OPEN_QUOTE' })
    expect(await read(open.with(3, '3,2,door open').join('\r'))).toEqual({ unreadable: 'OPEN_QUOTE' })
    expect(await read('When,Note\n1,"first\nsecond" \n2,5" pipe')).toEqual([
      { number: 1, cells: ['When', 'Note'] },
      { number: 2, cells: ['1', 'first\nsecond'] },
      { number: 3, cells: ['2', '5" pipe'] },
    ])
  })
})

test('spreadsheet is read with dates and numbers as written', async () => {
  const file = await writeSheet({
    name: 'Sheet',
    columns: [
      { head: 'Name', kind: 'text', width: 10 },
      { head: 'Price', kind: 'amount', width: 10 },
      { head: 'When', kind: 'moment', width: 10 },
    ],
    rows: [['Łódź', 1.5, Date.UTC(2026, 2, 1, 12, 30, 15)]],
    decimals: 2,
  })
  expect(await readTable(file)).toEqual([
    { number: 1, cells: ['Name', 'Price', 'When'] },
    { number: 2, cells: ['Łódź', 1.5, expect.any(Date)] },
  ])
})

describe('an attack by xlsx', () => {
  const hostile = hostileFiles(isLong ? 1_500 : HOSTILE_KINDS, Number(process.env.TEST_SEED ?? 1))

  test('content limits end each hostile file: refused or read to its short end', { timeout: 900_000 }, async () => {
    let [read, refused] = [0, 0]
    for (const { name, bytes } of hostile) {
      const table = await readTable(bytes)
      if ('unreadable' in table) {
        refused++
        expect(['TOO_SLOW', 'OUT_OF_MEMORY'], name).not.toContain(table.unreadable)
        continue
      }
      read++
      expect(table.length, name).toBeLessThanOrEqual(SMALL.rows)
      for (const { cells } of table) for (const cell of cells) expect(String(cell ?? '').length, name).toBeLessThanOrEqual(32_767)
    }
    expect(read).toBeLessThan(refused / 4)
  })

  test('file that no content limit ends is ended with its thread', async () => {
    const many = Buffer.from(`a;b\n${'1;2\n'.repeat(9_000)}`)
    expect(await readWithin(many, { ...SMALL, patience: 0 })).toEqual({ unreadable: 'TOO_SLOW' })
  })

  test.each([
    [
      'one text of 15 MB',
      workbook(
        `<worksheet><sheetData><row r="1"><c t="inlineStr" r='A1'><is><t>${'a'.repeat(15_000_000)}</t></is></c></row></sheetData></worksheet>`,
      ),
      'TOO_LARGE_INSIDE',
    ],
    ['a row far below', workbook("<worksheet><sheetData><row\tr='1048576'><c><v>1</v></c></row></sheetData></worksheet>"), 'TOO_MANY_ROWS'],
    [
      'a distant column with reordered attributes',
      workbook('<worksheet><sheetData><row r="1"><c t="n" r="XFD1"><v>1</v></c></row></sheetData></worksheet>'),
      'TOO_MANY_COLUMNS',
    ],
    ['parts that are inflated to 400 MB, by their declared size,', lying(workbook('<worksheet/>'), 400_000_000), 'TOO_LARGE_INSIDE'],
    ['an external entity', workbook('<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><worksheet>&a;</worksheet>'), 'HAS_DTD'],
  ])('%s is refused', async (_, file, why) => {
    expect(await readTable(file)).toEqual({ unreadable: why })
  })

  test('too many short rows are refused before the rest of their chunk is read', async () => {
    const rows = Buffer.from('a\n'.repeat(400_000))
    const read = csvRows({ bytes: rows }, { ...SMALL, rows: 10 })
    await expect(read.next()).rejects.toMatchObject({ why: 'TOO_MANY_ROWS' })
  })

  test('abandoned reader stops reading', async () => {
    const many = Buffer.from(`a;b\n${'1;2\n'.repeat(9_000)}`)
    let taken = 0
    await streamTable({ bytes: many }, limits, (lines) => {
      taken += lines.length
      return false
    })
    expect(taken).toBeLessThan(1_000)
  })
})

test('workbooks of other programs are read: prefixes, no references, split texts', async () => {
  const sheet =
    '<x:worksheet xmlns:x="urn:x"><x:sheetData><x:row><x:c t="inlineStr"><x:is><x:r><x:t>Na</x:t></x:r><x:r><x:t>me</x:t></x:r></x:is></x:c><x:c t="str"><x:v>Price  </x:v></x:c></x:row><x:row r="4"><x:c t="s"><x:v>0</x:v></x:c><x:c><x:v>1.5</x:v></x:c></x:row></x:sheetData></x:worksheet>'
  const texts = '<sst><si><t>Łódź &amp; more</t><rPh><t>no</t></rPh></si></sst>'
  expect(await readTable(workbook(sheet, { 'xl/sharedStrings.xml': texts }))).toEqual([
    { number: 1, cells: ['Name', 'Price'] },
    { number: 4, cells: ['Łódź & more', 1.5] },
  ])
})

describe('code pages', () => {
  test.each([
    ['windows-1252', 'Señorío', [0x53, 0x65, 0xf1, 0x6f, 0x72, 0xed, 0x6f]],
    ['windows-1250', 'Łódź', [0xa3, 0xf3, 0x64, 0x9f]],
    [
      'windows-1250',
      'Gdańsk Częstochowa',
      [0x47, 0x64, 0x61, 0xf1, 0x73, 0x6b, 0x20, 0x43, 0x7a, 0xea, 0x73, 0x74, 0x6f, 0x63, 0x68, 0x6f, 0x77, 0x61],
    ],
    ['windows-1252', 'Cartão', [0x43, 0x61, 0x72, 0x74, 0xe3, 0x6f]],
    ['windows-1250', 'Částka Měna', [0xc8, 0xe1, 0x73, 0x74, 0x6b, 0x61, 0x20, 0x4d, 0xec, 0x6e, 0x61]],
    ['Shift-JIS', '売上金額コラム', [0x94, 0x84, 0x8f, 0xe3, 0x8b, 0xe0, 0x8a, 0x7a, 0x83, 0x52, 0x83, 0x89, 0x83, 0x80]],
    ['windows-1251', 'Номер', [0xcd, 0xee, 0xec, 0xe5, 0xf0]],
    ['windows-1250', 'śruba', [0x9c, 0x72, 0x75, 0x62, 0x61]],
    ['windows-1250', 'Śledź', [0x8c, 0x6c, 0x65, 0x64, 0x9f]],
    ['windows-1252', 'bœuf', [0x62, 0x9c, 0x75, 0x66]],
    ['windows-1252', '3 € …', [0x33, 0x20, 0x80, 0x20, 0x85]],
    // Half-width letters have the bytes of other alphabets.
    [
      'Shift-JIS',
      'ｱｲｽコーヒー 売上金額',
      [0xb1, 0xb2, 0xbd, 0x83, 0x52, 0x81, 0x5b, 0x83, 0x71, 0x81, 0x5b, 0x20, 0x94, 0x84, 0x8f, 0xe3, 0x8b, 0xe0, 0x8a, 0x7a],
    ],
    ['Shift-JIS', 'ｺｰﾋｰ ｱｲｽ', [0xba, 0xb0, 0xcb, 0xb0, 0x20, 0xb1, 0xb2, 0xbd]],
    [
      'Shift-JIS',
      '日付 ﾎｯﾄｺｺｱ ｵﾚﾝｼﾞ',
      [0x93, 0xfa, 0x95, 0x74, 0x20, 0xce, 0xaf, 0xc4, 0xba, 0xba, 0xb1, 0x20, 0xb5, 0xda, 0xdd, 0xbc, 0xde],
    ],
    ['Shift-JIS', 'ｶｰﾄﾞ 10円 ｹﾞﾝｷﾝ', [0xb6, 0xb0, 0xc4, 0xde, 0x20, 0x31, 0x30, 0x89, 0x7e, 0x20, 0xb9, 0xde, 0xdd, 0xb7, 0xdd]],
    ['windows-1251', 'НОМЕР ЦЕНА', [0xcd, 0xce, 0xcc, 0xc5, 0xd0, 0x20, 0xd6, 0xc5, 0xcd, 0xc0]],
    ['windows-1250', 'ŻÓŁTY SĄCZÓW', [0xaf, 0xd3, 0xa3, 0x54, 0x59, 0x20, 0x53, 0xa5, 0x43, 0x5a, 0xd3, 0x57]],
    [
      'GB18030',
      '设备编号 金额 支付方式',
      [0xc9, 0xe8, 0xb1, 0xb8, 0xb1, 0xe0, 0xba, 0xc5, 0x20, 0xbd, 0xf0, 0xb6, 0xee, 0x20, 0xd6, 0xa7, 0xb8, 0xb6, 0xb7, 0xbd, 0xca, 0xbd],
    ],
    ['EUC-JP', 'カード払い', [0xa5, 0xab, 0xa1, 0xbc, 0xa5, 0xc9, 0xca, 0xa7, 0xa4, 0xa4]],
    ['GB18030', '设备编号', [0xc9, 0xe8, 0xb1, 0xb8, 0xb1, 0xe0, 0xba, 0xc5]],
    ['windows-1254', 'Şişli Kağıthane', [0xde, 0x69, 0xfe, 0x6c, 0x69, 0x20, 0x4b, 0x61, 0xf0, 0xfd, 0x74, 0x68, 0x61, 0x6e, 0x65]],
    ['windows-1255', 'תאריך ושעה מכונה', [0xfa, 0xe0, 0xf8, 0xe9, 0xea, 0x20, 0xe5, 0xf9, 0xf2, 0xe4, 0x20, 0xee, 0xeb, 0xe5, 0xf0, 0xe4]],
    [
      'windows-1253',
      'Ώρα 05:20 π.μ. 06:10 μ.μ. 07:15 μ.μ.',
      [
        0xbf, 0xf1, 0xe1, 0x20, 0x30, 0x35, 0x3a, 0x32, 0x30, 0x20, 0xf0, 0x2e, 0xec, 0x2e, 0x20, 0x30, 0x36, 0x3a, 0x31, 0x30, 0x20, 0xec,
        0x2e, 0xec, 0x2e, 0x20, 0x30, 0x37, 0x3a, 0x31, 0x35, 0x20, 0xec, 0x2e, 0xec, 0x2e,
      ],
    ],
    ['windows-874', 'ตู้น้ำดื่ม', [0xb5, 0xd9, 0xe9, 0xb9, 0xe9, 0xd3, 0xb4, 0xd7, 0xe8, 0xc1]],
    ['windows-1256', 'الجهاز الكل', [0xc7, 0xe1, 0xcc, 0xe5, 0xc7, 0xd2, 0x20, 0xc7, 0xe1, 0xdf, 0xe1]],
    ['windows-874', 'ราคาขาย สาขา', [0xc3, 0xd2, 0xa4, 0xd2, 0xa2, 0xd2, 0xc2, 0x20, 0xca, 0xd2, 0xa2, 0xd2]],
    ['ISO 8859-6', 'التاريخ والمبلغ', [0xc7, 0xe4, 0xca, 0xc7, 0xd1, 0xea, 0xce, 0x20, 0xe8, 0xc7, 0xe4, 0xe5, 0xc8, 0xe4, 0xda]],
    ['either', 'Gerät', [0x47, 0x65, 0x72, 0xe4, 0x74]],
  ])('%s is detected from its bytes: %s', async (_, text, bytes) => {
    expect(await readTable(Buffer.from([0x4e, 0x0a, ...bytes]))).toEqual([
      { number: 1, cells: ['N'] },
      { number: 2, cells: [text] },
    ])
  })

  test('file of several chunks is read in one code page to its end', async () => {
    const line = Buffer.from([0x62, 0x9c, 0x75, 0x66, 0x20, 0x80, 0x0a])
    const table = await readTable(Buffer.concat(Array.from({ length: 9_000 }, () => Buffer.concat([Buffer.from('x'.repeat(60)), line]))))
    expect('unreadable' in table ? table : [table.length, new Set(table.map(({ cells }) => cells[0]))]).toEqual([
      9_000,
      new Set([`${'x'.repeat(60)}bœuf €`]),
    ])
  })

  test('UTF-16 in both byte orders, with a byte order mark or without', async () => {
    const wide = Buffer.from('Name\nŁódź', 'utf16le')
    const table = [
      { number: 1, cells: ['Name'] },
      { number: 2, cells: ['Łódź'] },
    ]
    expect(await readTable(wide)).toEqual(table)
    expect(await readTable(Buffer.from(wide).swap16())).toEqual(table)
    expect(await readTable(Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(wide).swap16()]))).toEqual(table)
  })
})
