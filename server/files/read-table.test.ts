import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { readTable } from './read-table.ts'
import { writeSheet } from './sheet.ts'

const read = (text: string) => readTable(Buffer.from(text))

describe('CSV', () => {
  test('is read whatever separates it, quoted or not, with the signs of every language', async () => {
    for (const separator of [',', ';', '\t', '|'])
      expect(await read(`Name${separator}"Address"\r\nŻabka${separator}"Main ${separator} ""1""\nback"`)).toEqual([
        ['Name', 'Address'],
        ['Żabka', `Main ${separator} "1"\nback`],
      ])
  })

  test('is read with a mark at its beginning, in UTF-16 and as older spreadsheets write it', async () => {
    expect(await readTable(Buffer.from('\ufeffName\nŁódź'))).toEqual([['Name'], ['Łódź']])
    expect(await readTable(Buffer.from('\ufeffName\nŁódź', 'utf16le'))).toEqual([['Name'], ['Łódź']])
    expect(await readTable(Buffer.from([0x4e, 0x0a, 0xa3, 0xf3, 0x64, 0x9f]))).toEqual([['N'], ['Łódź']])
  })

  test('that is none is told', async () => {
    expect(await readTable(Buffer.from([1, 0, 2, 0]))).toEqual({ unreadable: 'NO_TABLE' })
    expect(await read('"never ends')).toEqual({ unreadable: 'NO_TABLE' })
    expect(await read('')).toEqual({ unreadable: 'NO_TABLE' })
  })
})

test('a spreadsheet is read as it is written, with moments and numbers', async () => {
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
    ['Name', 'Price', 'When'],
    ['Łódź', 1.5, new Date('2026-03-01T12:30:15.000Z')],
  ])
})

describe('a hostile file', () => {
  const book = (sheet: string, more: Record<string, Uint8Array> = {}) =>
    Buffer.from(zipSync({ 'xl/workbook.xml': strToU8('<workbook/>'), 'xl/worksheets/sheet1.xml': strToU8(sheet), ...more }))

  /** Says in the directory that a part is small, which it is not. */
  const lying = (file: Buffer) => {
    const copy = Buffer.from(file)
    for (let at = copy.indexOf('PK\u0001\u0002'); at >= 0; at = copy.indexOf('PK\u0001\u0002', at + 4)) copy.writeUInt32LE(10, at + 24)
    return copy
  }
  const bomb = book('', { 'xl/sharedStrings.xml': new Uint8Array(200_000_000) })

  const hostile: [string, Buffer, string][] = [
    ['that unfolds to hundreds of megabytes', bomb, 'TOO_LARGE_INSIDE'],
    ['that lies about how large it unfolds', lying(bomb), 'NO_TABLE'],
    [
      'of thousands of parts',
      Buffer.from(zipSync(Object.fromEntries(Array.from({ length: 3_000 }, (_, n) => [`a${n}.xml`, strToU8('')])))),
      'TOO_LARGE_INSIDE',
    ],
    ['that names entities', book('<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><worksheet>&a;</worksheet>'), 'HAS_DTD'],
    ['that hides them in another encoding', book('<?xml version="1.0" encoding="UTF-7"?><worksheet/>'), 'HAS_DTD'],
    ['that hides them in UTF-16', Buffer.from(zipSync({ 'xl/workbook.xml': Buffer.from('<!DOCTYPE x>', 'utf16le') })), 'HAS_DTD'],
    ['of a million rows', book(`<worksheet><sheetData>${'<row/>'.repeat(1_000_000)}</sheetData></worksheet>`), 'TOO_MANY_ROWS'],
    ['with a row that goes on for ever', book(`<worksheet><row>${'<c r="A1"/>'.repeat(200_000)}</row></worksheet>`), 'TOO_MANY_COLUMNS'],
    [
      'with a cell far out',
      book('<worksheet><sheetData><row r="1"><c r="XFD1" t="n"><v>1</v></c></row></sheetData></worksheet>'),
      'TOO_MANY_COLUMNS',
    ],
    ['that is cut off', bomb.subarray(0, bomb.length - 30), 'NO_TABLE'],
    ['of nothing but commas', Buffer.alloc(2_000_000, ','), 'TOO_MANY_COLUMNS'],
    ['of nothing but lines', Buffer.from('a\n'.repeat(900_000)), 'TOO_MANY_ROWS'],
    ['of one endless word', Buffer.alloc(2_000_000, 'a'), 'TOO_MANY_COLUMNS'],
  ]

  test.each(hostile)('%s is not read', async (_, file, why) => {
    expect(await readTable(file)).toEqual({ unreadable: why })
  })
})
