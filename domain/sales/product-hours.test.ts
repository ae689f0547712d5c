import { expect, test } from 'vitest'
import { productHours } from './product-hours.ts'

const month = { from: 0, to: 745 }

test('slots of one product are empty only while all of them are', () => {
  expect(
    productHours([
      { ...month, soldOut: [{ from: 100, to: 700 }] },
      {
        ...month,
        soldOut: [
          { from: 0, to: 50 },
          { from: 371, to: 745 },
        ],
      },
    ]),
  ).toEqual({ offered: 745, empty: 329 })
  expect(
    productHours([
      { ...month, soldOut: [{ from: 0, to: 400 }] },
      { ...month, soldOut: [{ from: 400, to: 745 }] },
    ]),
  ).toEqual({ offered: 745, empty: 0 })
})

test('a slot counts from when it was added; an unknown past counts as stocked', () => {
  expect(
    productHours([
      { from: 0, to: 10, soldOut: [{ from: 2, to: 6 }] },
      { from: 4, to: 20, soldOut: null },
    ]),
  ).toEqual({ offered: 20, empty: 2 })
  expect(productHours([])).toEqual({ offered: 0, empty: 0 })
})
