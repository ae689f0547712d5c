import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { LARGE, readSheet, SMALL, streamTable } from './read-table.ts'

/** Files of xlwt, Spreadsheet::WriteExcel, SheetJS and Gnumeric. */
const FOLDER = join(import.meta.dirname, '../../tests/data/spreadsheets')
const file = (name: string) => readFileSync(join(FOLDER, name))
const limits = { ...SMALL, patience: 120_000 }

const rowsIn = async (bytes: Buffer) => {
  const read = await readSheet(bytes, limits)
  return 'unreadable' in read ? read.unreadable : read.table
}

describe('.xls', () => {
  test('the largest visible sheet is read: moments, currencies, truth and filled numbers', async () => {
    const read = await readSheet(file('sales.xls'), limits)
    if ('unreadable' in read) throw new Error(read.unreadable)
    expect(read.sheets).toEqual({ names: ['Deckblatt', 'Verkäufe Łódź'], sheet: 'Verkäufe Łódź' })
    expect(read.table[0]).toEqual({ number: 3, cells: ['Automat', 'Fach', 'Artikel', 'Zeit', 'Betrag', 'Erstattet', 'Nr'] })
    expect(read.table[2]).toEqual({
      number: 5,
      cells: ['Werk Süd, Łódź', '11', 'Cola', new Date('2026-09-02T08:01:00Z'), 1.5, 'false', '0001'],
      currencies: { 4: '€' },
    })
    expect(read.table).toHaveLength(14)
  })

  test('a sheet can be named, and sheets with other headings are left out', async () => {
    const cover = await readSheet(file('sales.xls'), limits, 'Deckblatt')
    expect(cover).toMatchObject({ table: [{ number: 1, cells: ['Bericht September'] }] })
    const all = await readSheet(file('sales.xls'), limits, undefined, true)
    expect(all).toMatchObject({ sheets: { leftOut: ['Deckblatt'] }, table: { length: 15 } })
  })

  test('dates may count from 1904', async () => {
    const rows = await rowsIn(file('from-1904.xls'))
    expect(rows[1]).toEqual({ number: 2, cells: ['Werk Süd, Łódź', 10, 'Cola', new Date('2026-09-01T08:00:00Z'), 1.5] })
  })

  test('cells may be in any order, and formulas have their last result', async () => {
    const rows = await rowsIn(file('columns-in-reverse.xls'))
    expect(rows).toHaveLength(21)
    expect(rows[1]).toEqual({
      number: 2,
      cells: ['Łódź dworzec 1', 'Kawa', new Date('2025-12-10T12:00:00Z'), 5.5, 'AB'],
      currencies: { 3: '[$zł-415]' },
    })
  })

  test('before Excel 97, texts are in the code page of the workbook', async () => {
    expect(await rowsIn(file('excel-95.xls'))).toEqual([
      { number: 1, cells: ['Automat', 'Produkt', 'Kwota'] },
      { number: 2, cells: ['Łódź żółw', 'Kawa', 4.5] },
      { number: 3, cells: ['Świdnica', 'Herbata', 3] },
    ])
    expect(await rowsIn(file('excel-95-western.xls'))).toEqual([
      { number: 1, cells: ['Halle „B“ – Süd', 'Preis in €'] },
      { number: 2, cells: ['Café’s', 1.5] },
    ])
  })

  test('shared texts that continue in the next record are whole', async () => {
    const patterns = ['plain letters ', 'Łódź żółw ', '日本語 ']
    const expected = Array.from({ length: 60 }, (_, row) => ({
      number: row + 1,
      cells: [0, 1, 2].map((column) => `${row} ${patterns[(row + column) % 3]?.repeat(row === 30 ? 400 : 12)}`.trim()),
    }))
    expect(await rowsIn(file('long-texts.xls'))).toEqual(expected)
  })

  test('a large upload is read from disk', async () => {
    const numbers: number[] = []
    const unreadable = await streamTable({ path: join(FOLDER, 'sales.xls') }, LARGE, (lines) => {
      numbers.push(...lines.map(({ number }) => number))
      return undefined
    })
    expect([unreadable, numbers.length]).toEqual([null, 14])
  })
})

/** The first record of this type in the workbook, with another type. */
const withType = (bytes: Buffer, from: number, length: number, to: number) => {
  const header = Buffer.from([from & 255, from >> 8, length & 255, length >> 8])
  const copy = Buffer.from(bytes)
  copy.writeUInt16LE(to, copy.indexOf(header))
  return copy
}

/** A compound file whose stream has another name. */
const renamed = (bytes: Buffer, name: string) => {
  const copy = Buffer.from(bytes)
  const at = copy.indexOf(Buffer.from('Workbook', 'utf16le'))
  copy.fill(0, at, at + 64)
  copy.write(name, at, 'utf16le')
  copy.writeUInt16LE(name.length * 2 + 2, at + 64)
  return copy
}

const WRITE_ACCESS = 0x5c
const FILE_PASS = 0x2f

describe('a compound file that is refused', () => {
  test('has a password, in either format', async () => {
    expect(await rowsIn(withType(file('sales.xls'), WRITE_ACCESS, 112, FILE_PASS))).toBe('HAS_PASSWORD')
    expect(await rowsIn(renamed(file('sales.xls'), 'EncryptedPackage'))).toBe('HAS_PASSWORD')
  })

  test('is a document of another program, or truncated', async () => {
    expect(await rowsIn(renamed(file('sales.xls'), 'WordDocument'))).toBe('NO_TABLE')
    expect(await rowsIn(file('sales.xls').subarray(0, 700))).toBe('NO_TABLE')
  })

  test('has sectors that form a circle', async () => {
    const copy = Buffer.from(file('sales.xls'))
    const table = (copy.readUInt32LE(76) + 1) * 512
    for (let at = table; at < table + 512; at += 4) if (copy.readUInt32LE(at) < 0xfffffff0) copy.writeUInt32LE(0, at)
    expect(await rowsIn(copy)).toEqual(expect.any(String))
  })
})
