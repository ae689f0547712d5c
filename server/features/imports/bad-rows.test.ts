import { expect, test } from 'vitest'
import { readTable } from '../../files/read-table.ts'
import { BadRows } from './bad-rows.ts'

test('findings 26: bad rows escape formulas and can be imported again unchanged', async () => {
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
