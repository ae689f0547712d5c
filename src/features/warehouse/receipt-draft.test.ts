import { expect, test } from 'vitest'
import type { SupplierOrder } from '#contract/supplier-orders.ts'
import { quantityText, receiptOf, tooMany } from './receipt-draft.ts'

const WAYS = { locale: 'de-DE', currency: 'EUR' }
const line = (productId: number, received: number, unitCost = 0.5) =>
  ({ productId, cases: 2, piecesPerCase: 24, received, unitCost }) as SupplierOrder['lines'][number]

test('a receipt is prefilled with what is open, at the price of the order', () => {
  expect(receiptOf({ lines: [line(1, 0), line(2, 30), line(3, 48)] }, {}, WAYS)).toEqual([
    { productId: 1, quantity: 48, unitCost: 0.5 },
    { productId: 2, quantity: 18, unitCost: 0.5 },
  ])
})

test('a wrong quantity or a missing price blocks it; none of a product does not', () => {
  const lines = [line(1, 0), line(2, 0, 0)]
  expect(receiptOf({ lines }, {}, WAYS)).toBe(null)
  expect(receiptOf({ lines }, { quantities: { 2: '0' } }, WAYS)).toEqual([{ productId: 1, quantity: 48, unitCost: 0.5 }])
  expect(receiptOf({ lines }, { costs: { 2: '0,40' } }, WAYS)?.[1]).toEqual({ productId: 2, quantity: 48, unitCost: 0.4 })
  expect(receiptOf({ lines }, { quantities: { 1: 'x', 2: '' } }, WAYS)).toBe(null)
  expect(receiptOf({ lines }, { quantities: { 1: '0', 2: '0' } }, WAYS)).toBe(null)
})

test('more than ordered is reported', () => {
  expect(tooMany(line(1, 30), { quantities: { 1: '20' } }, 'de-DE')).toBe(2)
  expect(tooMany(line(1, 48), {}, 'de-DE')).toBe(0)
  expect(quantityText(line(1, 50), {})).toBe('0')
})
