import { expect, test } from 'vitest'
import { monthNamed } from './months.ts'

test.each([
  ['KASIM', 11],
  ['Kasım', 11],
  ['NİSAN', 4],
  ['nisan', 4],
  ['Aralık', 12],
  ['APRIL', 4],
  ['JULI', 7],
  ['listopad', 11],
])('the month %s is read without its case', (name, month) => {
  expect(monthNamed(name)).toBe(month)
})
