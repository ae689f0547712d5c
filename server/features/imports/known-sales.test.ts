import { expect, it } from 'vitest'
import { shortOf } from './known-sales.ts'

it('distinguishes the sales of one read-out by their shortened ids', () => {
  const sales = [
    '9b3582da-b454-80d1-bdc6-1b484c02458a',
    '9b3582da-b454-84c0-b358-a7e2c4a34055',
    '9b3582da-b454-8628-b6be-72b542a982d0',
    '9b3582da-b454-8d48-bdde-385462fb1f2e',
  ]
  expect(new Set(sales.map(shortOf)).size).toBe(sales.length)
  for (const id of sales) expect(Number.isSafeInteger(shortOf(id))).toBe(true)
})
