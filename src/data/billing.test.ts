import { expect, test } from 'vitest'
import { moneyIn } from './billing.ts'

test('an amount that cannot be formatted is shown with its currency code', () => {
  expect(moneyIn(25, 'USD', 'en-US')).toBe('$25.00')
  expect(moneyIn(25, 'dollars', 'en-US')).toBe('25 dollars')
  expect(moneyIn(25, '', 'en-US')).toBe('25 ')
})
