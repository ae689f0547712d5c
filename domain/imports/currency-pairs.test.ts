import { expect, test } from 'vitest'
import { scaleOf } from './amounts.ts'
import { understand } from './recognise.ts'

test('an exchange rate beside a currency is no amount', () => {
  const rows = [
    [
      'Psp Reference',
      'Creation Date',
      'Gross Currency',
      'Gross Credit (GC)',
      'Exchange Rate',
      'Net Currency',
      'Net Credit (NC)',
      'Commission (NC)',
    ],
    ['P1', '2026-04-27 21:15:04', 'EUR', '1.50', '1', 'EUR', '1.40', '0.10'],
    ['P2', '2026-04-27 21:16:04', 'EUR', '2.50', '1', 'EUR', '2.40', '0.10'],
  ].map((cells, at) => ({ number: at + 1, cells }))
  const { heads, mapping } = understand(rows, 'SALES', { currency: 'EUR' })
  expect([heads[mapping.amount ?? -1], heads[mapping.currency ?? -1]]).toEqual(['Gross Credit (GC)', 'Gross Currency'])
})

test.each([
  ['UZS', 12_000, false, true],
  ['COP', 3_500, false, true],
  ['HUF', 35_000, true, false],
  ['EUR', 150, true, false],
])('whole amounts in %s such as %d are in the smallest unit: %s', (currency, amount, inMinor, isSure) => {
  const facts = { whole: 2, fractions: 0, first: [amount, amount], several: 0, unit: 0, total: 0, ofOne: new Map() }
  expect(scaleOf(facts, { currency, decimals: 2, price: null })).toEqual({ inMinor, isSure })
})
