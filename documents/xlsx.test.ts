import readExcelFile from 'read-excel-file/node'
import { expect, test } from 'vitest'
import { ROWS_AT_ONCE, xlsxOf } from './xlsx.ts'

test('a table is read back with the same values and types', async () => {
  const at = Date.UTC(2026, 1, 28, 23, 59, 59)
  const file = await xlsxOf(
    [
      ['=1+1', 3, 9.9, at],
      ['Żabka <b>&amp;</b>', null, -0.05, null],
    ],
    {
      name: 'Machines',
      columns: [
        { head: 'Name', kind: 'text', width: 32 },
        { head: 'Sold', kind: 'whole', width: 12 },
        { head: 'Turnover (EUR)', kind: 'amount', width: 12 },
        { head: 'Last refill', kind: 'moment', width: 20 },
      ],
      decimals: 2,
    },
    async () => {},
  )
  const [sheet] = await readExcelFile(Buffer.from(file))
  expect(sheet?.sheet).toBe('Machines')
  expect(sheet?.data).toEqual([
    ['Name', 'Sold', 'Turnover (EUR)', 'Last refill'],
    ['=1+1', 3, 9.9, new Date(at)],
    ['Żabka <b>&amp;</b>', null, -0.05, null],
  ])
})

test('a long table is read and written in parts, with a pause after each', async () => {
  const count = 3 * ROWS_AT_ONCE + 7
  let read = 0
  const parts: number[] = []
  function* machines() {
    while (read < count) yield [`Machine ${++read}`, read]
  }
  const columns = [
    { head: 'Name', kind: 'text', width: 32 },
    { head: 'Sold', kind: 'whole', width: 12 },
  ] as const
  const pause = async () => void parts.push(read)
  const file = await xlsxOf(machines(), { name: 'Machines', columns, decimals: 2 }, pause)
  expect(parts).toEqual([1, 2, 3].map((part) => part * ROWS_AT_ONCE))
  const [sheet] = await readExcelFile(Buffer.from(file))
  expect(sheet?.data.slice(1)).toEqual(Array.from({ length: count }, (_, index) => [`Machine ${index + 1}`, index + 1]))
})

test.each([
  ["'t Hoekje", 't Hoekje'],
  ["Drinks in the foyer of Saint-J'oan", 'Drinks in the foyer of Saint-J'],
  ["Saint-J'oan [1]", "Saint-J'oan  1"],
  ['???', 'Sheet1'],
])('the sheet of %s has a name that spreadsheets accept', async (name, expected) => {
  const columns = [{ head: 'Slot', kind: 'text', width: 12 }] as const
  const file = await xlsxOf([['A1']], { name, columns, decimals: 2 }, async () => {})
  const [sheet] = await readExcelFile(Buffer.from(file))
  expect(sheet?.sheet).toBe(expected)
})
