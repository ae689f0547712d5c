import { expect, test } from 'vitest'
import { isAmount, sumOf } from './money.ts'

test.each([
  ['EUR', [0, 0.01, 2.5, -2.5, 0.1 + 0.2, 999_999.99], [2.505, 0.004, 1e-9, -1e-9]],
  ['JPY', [0, 1, 120], [0.5, 1e-6]],
  ['KWD', [0.001, 0.125], [0.0005]],
])('amounts of %s have its decimals, and none rounds to zero', (currency, valid, invalid) => {
  expect(valid.filter((amount) => !isAmount(amount, currency))).toEqual([])
  expect(invalid.filter((amount) => isAmount(amount, currency))).toEqual([])
})

test.each([
  ['EUR', [0.1, 0.2, -0.3], 0],
  ['EUR', [0.3, -0.1, -0.2], 0],
  ['KWD', [0.004, 0.004, 0.004], 0.012],
  ['JPY', [120, 1], 121],
  ['EUR', [], 0],
])('sum of amounts in %s is exact', (currency, amounts, sum) => {
  expect(sumOf(amounts, currency)).toBe(sum)
})
