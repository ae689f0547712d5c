import { expect, test } from 'vitest'
import { fillOfPlaces, meanShare } from './fill.ts'

const places = (...pairs: [number, number | null][]) => pairs.map(([currentQuantity, maxQuantity]) => ({ currentQuantity, maxQuantity }))

test('findings 36: what lies above the maximum of one place does not fill another', () => {
  expect(fillOfPlaces('SNACK', places([7, 4], [14, 8], [0, 6], [0, 5]))).toEqual({
    filled: 12,
    capacity: 23,
    share: 12 / 23,
    emptyPlaces: 2,
  })
  expect(fillOfPlaces('SNACK', places([-3, 5], [5, 5]))).toMatchObject({ filled: 5, capacity: 10, share: 0.5, emptyPlaces: 1 })
})

test('findings 36: grams and pieces are not added: canisters count by their shares', () => {
  expect(fillOfPlaces('COFFEE', places([2000, 4000], [0, 100]))).toMatchObject({ share: 0.25, emptyPlaces: 1 })
  expect(meanShare([0, 0.84, 0.84, null])).toBeCloseTo(0.56)
  expect(meanShare([null])).toBe(null)
})

test('findings 38: a place without a maximum is neither empty nor part of the capacity', () => {
  expect(fillOfPlaces('SNACK', places([0, null], [3, 6]))).toEqual({ filled: 3, capacity: 6, share: 0.5, emptyPlaces: 0 })
  expect(fillOfPlaces('SNACK', places([0, null]))).toMatchObject({ share: null, emptyPlaces: 0 })
})
