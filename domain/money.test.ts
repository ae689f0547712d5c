import { expect, test } from 'vitest'
import { isAmount } from './money.ts'

test.each([
  ['EUR', [0, 0.01, 2.5, -2.5, 0.1 + 0.2, 999_999.99], [2.505, 0.004, 1e-9, -1e-9]],
  ['JPY', [0, 1, 120], [0.5, 1e-6]],
  ['KWD', [0.001, 0.125], [0.0005]],
])('amounts of %s have its decimals, and none rounds to zero', (currency, valid, invalid) => {
  expect(valid.filter((amount) => !isAmount(amount, currency))).toEqual([])
  expect(invalid.filter((amount) => isAmount(amount, currency))).toEqual([])
})
