import { expect, test } from 'vitest'
import { needsOf } from './pick-list.ts'

const stock = (productId: number, balance: number, maxQuantity: number | null) => ({ productId, balance: balance * 1_000, maxQuantity })

test('a machine lacks of a product what its places lack together', () => {
  expect(needsOf(5, [stock(1, 4, 10), stock(1, 12, 10), stock(1, 9, 10), stock(2, 10, 10), stock(3, 5, null), stock(4, -2, 10)])).toEqual([
    { machine: 5, product: 1, quantity: 7 },
    { machine: 5, product: 4, quantity: 10 },
  ])
})
