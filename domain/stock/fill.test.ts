import { expect, test } from 'vitest'
import { fillOfPlaces, meanShare } from './fill.ts'

const places = (...pairs: [number, number | null][]) => pairs.map(([currentQuantity, maxQuantity]) => ({ currentQuantity, maxQuantity }))

test('stock above a maximum does not fill another slot', () => {
  expect(fillOfPlaces('SNACK', places([7, 4], [14, 8], [0, 6], [0, 5]))).toEqual({
    filled: 12,
    capacity: 23,
    share: 12 / 23,
    emptyPlaces: 2,
  })
  expect(fillOfPlaces('SNACK', places([-3, 5], [5, 5]))).toMatchObject({ filled: 5, capacity: 10, share: 0.5, emptyPlaces: 1 })
})

test('canisters count by share, because units differ', () => {
  expect(fillOfPlaces('COFFEE', places([2000, 4000], [0, 100]))).toMatchObject({ share: 0.25, emptyPlaces: 1 })
  expect(meanShare([0, 0.84, 0.84, null])).toBeCloseTo(0.56)
  expect(meanShare([null])).toBe(null)
})

test('a slot without a maximum is neither empty nor capacity', () => {
  expect(fillOfPlaces('SNACK', places([0, null], [3, 6]))).toEqual({ filled: 3, capacity: 6, share: 0.5, emptyPlaces: 0 })
  expect(fillOfPlaces('SNACK', places([0, null]))).toMatchObject({ share: null, emptyPlaces: 0 })
})
