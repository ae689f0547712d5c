import readExcelFile from 'read-excel-file/node'
import { expect, test } from 'vitest'
import { xlsxOf } from './xlsx.ts'

test('a table is read back with the same values and types', async () => {
  const at = Date.UTC(2026, 1, 28, 23, 59, 59)
  const file = xlsxOf(
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
  )
  const [sheet] = await readExcelFile(Buffer.from(file))
  expect(sheet?.sheet).toBe('Machines')
  expect(sheet?.data).toEqual([
    ['Name', 'Sold', 'Turnover (EUR)', 'Last refill'],
    ['=1+1', 3, 9.9, new Date(at)],
    ['Żabka <b>&amp;</b>', null, -0.05, null],
  ])
})
