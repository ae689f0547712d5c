import { expect, test } from 'vitest'
import { readTable } from './read-table.ts'

const read = async (...lines: string[]) => {
  const table = await readTable(Buffer.from(lines.join('\r\n')))
  return 'unreadable' in table ? table.unreadable : table.map(({ cells }) => cells)
}

test('columns aligned by blanks are read, with titles, rules, missing values and totals', async () => {
  expect(
    await read(
      'Sales of March',
      '',
      'Date              Machine       Product   Price',
      '----------------  ------------  -------  ------',
      '2026-03-13 10:05  Foyer, north  Cola       1,50',
      '2026-03-13 11:05  Hall, 1st               12,50',
      '',
      'Total                                     14,00',
    ),
  ).toEqual([
    ['Sales of March'],
    ['Date', 'Machine', 'Product', 'Price'],
    ['----------------', '------------', '-------', '------'],
    ['2026-03-13 10:05', 'Foyer, north', 'Cola', '1,50'],
    ['2026-03-13 11:05', 'Hall, 1st', null, '12,50'],
    ['Total', null, null, '14,00'],
  ])
})

test('a line that does not keep to the columns has one cell more', async () => {
  const lines = ['Date        Machine    Price', '2026-03-13  Foyer       1.50', '2026-03-14  Hall        1.50']
  const many = Array.from({ length: 1_000 }, () => lines[1] ?? '')
  const long = '2026-03-15  A very long name  1.50'
  const alone = '2026-03-15  Foyer     x  1.50'
  const rows = await read(...lines, ...many, '2026-03-15  Foyer no   1.50', alone, '2026-03-15  Foyer north 1.50', long)
  expect(rows.slice(-4)).toEqual([
    ['2026-03-15', 'Foyer no', '1.50'],
    ['2026-03-15', 'Foyer', 'x  1.50', alone],
    ['2026-03-15', 'Foyer north', '1.50', '2026-03-15  Foyer north 1.50'],
    ['2026-03-15', 'A very long', 'name  1.50', long],
  ])
})

test('columns that cannot be distinguished are refused', async () => {
  expect(await read('Date  Machine  Price', '2026-03-13  Foyer  1.50', '2026-03-14  The hall  12.50', '2026-03-15  Foyer  1.50')).toBe(
    'NO_TABLE',
  )
})

test('commas in names do not separate columns', async () => {
  expect(await read('Date        Machine    Price', '2026-03-13  Hall, 1st  1,50', '2026-03-14  Hall, 2nd  1,50')).toEqual([
    ['Date', 'Machine', 'Price'],
    ['2026-03-13', 'Hall, 1st', '1,50'],
    ['2026-03-14', 'Hall, 2nd', '1,50'],
  ])
})

test('titles that each page repeats are one cell, whatever the number of the page', async () => {
  const heads = 'Date        Machine    Price'
  const lines = [
    'SALES                  Page 1',
    heads,
    '2026-03-13  Hall       1.50',
    '\fSALES                  Page 2',
    heads,
    '2026-03-14  Hall       1.50',
  ]
  expect((await read(...lines)).slice(2)).toEqual([
    ['2026-03-13', 'Hall', '1.50'],
    ['SALES                  Page 2'],
    ['Date', 'Machine', 'Price'],
    ['2026-03-14', 'Hall', '1.50'],
  ])
})

test('texts with separators stay tables with separators', async () => {
  expect(await read('a;b;c', '1;x  y  z;2', '3;x  y  z;4')).toEqual([
    ['a', 'b', 'c'],
    ['1', 'x  y  z', '2'],
    ['3', 'x  y  z', '4'],
  ])
  const table = [
    ['a', 'machine', 'c'],
    ['1', 'x', '2'],
    ['3', 'y', '4'],
  ]
  expect(await read('a   , machine , c  ', '1   , x       , 2  ', '3   , y       , 4  ')).toEqual(table)
  expect(await read('a,   machine,   c', '1,   x,         2', '3,   y,         4')).toEqual(table)
})
