import { expect, test } from 'vitest'
import { understand } from './recognise.ts'

test.each([
  [['Requested amount', 'Settled amount'], 1],
  [['Settled amount', 'Requested amount'], 0],
  [['Authorized', 'Captured'], 1],
  [['Authorization amount', 'Amount captured'], 1],
  [['Amount requested', 'Amount vended'], 1],
  [['Autorisiert', 'Abgerechnet'], 1],
  [['Importe solicitado', 'Importe liquidado'], 1],
  [['Kwota autoryzowana', 'Kwota rozliczona'], 1],
])('of the amounts %j the one that was paid is read', (amounts, expected) => {
  const rows = [
    ['Date', 'Machine', ...amounts],
    ['2026-03-01 10:00', 'Foyer', '5.00', '1.50'],
    ['2026-03-01 10:01', 'Foyer', '5.00', '1.80'],
  ].map((cells, at) => ({ number: at + 1, cells }))
  const { mapping, otherAmounts } = understand(rows, 'SALES')
  expect([mapping.amount, otherAmounts]).toEqual([2 + expected, []])
})
