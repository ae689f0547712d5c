import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { FIELDS } from '#domain/imports/fields.ts'
import { mappingBy } from '#domain/imports/heads.ts'
import { understand } from '#domain/imports/recognise.ts'
import { type Line, readTable } from '../../files/read-table.ts'
import { BadRows } from './bad-rows.ts'

test('bad rows escape formulas and can be imported again unchanged', async () => {
  const cells = [
    '=cmd|" /C calc"!A0',
    '+Foyer',
    '-1,50 EUR',
    '@home',
    "'=quoted",
    '-5',
    '＝1+1',
    '＠home',
    'two\nlines; "and" more',
    "l'atrio",
  ]
  const bad = new BadRows(cells.map((_, column) => `Head ${column}`))
  bad.add({ number: 7, cells }, [{ row: 7, field: 'amount', code: 'NOT_A_NUMBER', value: '' }])
  const text = bad.text()
  expect(text.split('\r\n')[1]).toMatch(/^"'=cmd/)
  for (const cell of text.replaceAll(/"(?:[^"]|"")*"/g, (quoted) => quoted.slice(1, 2)).split(/[,\r\n]+/))
    expect(cell).not.toMatch(/^([=+@＝＋－＠]|-\D)/)
  const table = await readTable(Buffer.from(text))
  expect('unreadable' in table ? table : table[1]?.cells).toEqual([...cells, '7', 'amount: NOT_A_NUMBER'])
})

test('last line says that rows are missing, in the language of the user', () => {
  const written = (rows: number, locale?: string) => {
    const bad = new BadRows(['Date', 'Machine'], locale)
    for (let number = 1; number <= rows; number++) bad.add({ number, cells: ['x'.repeat(1_000), 'Hall'] }, [])
    return bad.text().split('\r\n')
  }
  expect(written(3)).toHaveLength(4)
  expect(written(400).at(-1)).toBe(',,,MORE_ROWS')
  expect(written(400, 'de').at(-1)).toMatch(/^,,,.*Diese Liste endet hier/)
})

test('currencies that only number formats show are written as text', () => {
  const bad = new BadRows(['Machine', 'Amount', 'Price', 'Pieces'])
  bad.add({ number: 2, cells: ['Hall', 130, 1.5, 2], currencies: { 1: '[$¥-411]', 2: '$', 3: 'pcs' } }, [])
  expect(bad.text().split('\r\n')[1]).toBe('Hall,130 JPY,1.5 $,2,2,')
})

test.each(['en', 'pl', 'es', 'pt', 'de', 'fr', 'it', 'ja'])('problems are texts in the language of the user: %s', async (locale) => {
  const texts = JSON.parse(await readFile(`src/locales/${locale}/imports.json`, 'utf8'))
  const heads = ['Date', 'Machine', 'Product', 'Amount', 'Column']
  const bad = new BadRows(heads, locale)
  bad.add({ number: 2, cells: ['2026-05-01', 'Hall', 'Mint', '1.50', '12'] }, [
    { row: 2, field: 'machine', code: 'UNKNOWN_MACHINE', value: 'Hall $& 1' },
    { row: 2, field: 'product', code: 'UNKNOWN_PRODUCT', value: 'Mint' },
  ])
  const text = bad.text()
  expect(text).toContain(
    `${texts.field.machine}: ${texts.problem.UNKNOWN_MACHINE.replace('{{value}}', () => 'Hall $& 1')}`.replaceAll('"', '""'),
  )
  expect(text).not.toMatch(/UNKNOWN|\{\{/)
  // The two more columns are not taken for fields when the corrected file is imported.
  const table = await readTable(Buffer.from(text))
  if ('unreadable' in table) throw new Error(table.unreadable)
  const { mapping } = understand(table, 'SALES')
  expect(mapping).toEqual(mappingBy(FIELDS.SALES, heads))
})

test('hostile use: rows and headings beyond the limit are left out', () => {
  const short: Line = { number: 2, cells: ['a'] }
  const problems = [{ row: 2, field: 'at', code: 'NOT_A_TIME' as const, value: 'a' }]
  const wide = new BadRows(Array.from({ length: 256 }, () => 'x'.repeat(32_767)))
  wide.add(short, problems)
  expect(wide.text()).toBe('')
  const long = new BadRows(['Date'])
  long.add({ number: 2, cells: ['x'.repeat(400_000)] }, problems)
  long.add(short, problems)
  expect(long.text().length).toBeLessThan(300_100)
})
