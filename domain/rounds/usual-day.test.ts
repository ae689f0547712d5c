import { expect, test } from 'vitest'
import { piecesToPutIn } from './usual-day.ts'

test('a canister counts as a few pieces, and a slot as its pieces', () => {
  expect(piecesToPutIn([120, 80, 0.4], true)).toBe(20)
  expect(piecesToPutIn([3, 2.6, 0], false)).toBe(6)
})
