import { expect, test } from 'vitest'
import { needsOf } from './pick-list.ts'

const machine = (id: number, ...places: [productId: number, missing: number][]) => ({
  machine: { id },
  places: places.map(([productId, missing]) => ({ productId, missing })),
})

test('the shortage of a product is the sum over its slots', () => {
  expect(needsOf([machine(5, [1, 6], [1, 0], [1, 1], [2, 0], [4, 10])])).toEqual([
    { machine: 5, product: 1, quantity: 7 },
    { machine: 5, product: 4, quantity: 10 },
  ])
})

test('expected fractions are rounded to whole pieces with the same total', () => {
  const machines = [1, 2, 3, 4, 5].map((id) => machine(id, [7, 0.4], [8, 3.2]))
  expect(needsOf(machines).filter(({ product }) => product === 7)).toEqual([
    { machine: 2, product: 7, quantity: 1 },
    { machine: 4, product: 7, quantity: 1 },
  ])
  const other = needsOf(machines).filter(({ product }) => product === 8)
  expect(other.map(({ quantity }) => quantity)).toEqual([3, 3, 4, 3, 3])
})
