import { expect, test } from 'vitest'
import type { SupplierOrder } from '#contract/supplier-orders.ts'
import { casesIn, filled, linesOf, type OrderRow, rowsOf } from './order-draft.ts'

const WAYS = { locale: 'de-DE', currency: 'EUR' }
const product = {
  id: 7,
  sku: 'C',
  name: 'Cola',
  volume: 330,
  volumeType: 'MILLILITRE',
  packaging: 'CAN',
  deleted: false,
} as const
const supply = { perDay: 10, shortage: 0, inWarehouse: 0, onOrder: 0 }
const row = (more: Partial<OrderRow> = {}): OrderRow => ({
  productId: 7,
  product,
  piecesPerCase: 24,
  unitCost: 0.5,
  cases: 2,
  supply,
  ...more,
})

test('typed cases replace proposed ones, and an empty field is none', () => {
  expect(casesIn(row(), {}, 'de-DE')).toBe(2)
  expect(casesIn(row(), { 7: '1.000' }, 'de-DE')).toBe(1_000)
  expect(casesIn(row(), { 7: ' ' }, 'de-DE')).toBe(0)
  for (const wrong of ['1,5', '-1', 'x', '10001']) expect(casesIn(row(), { 7: wrong }, 'de-DE')).toBe(null)
})

test('lines without cases are not ordered, and a wrong field blocks the order', () => {
  const rows = [row(), row({ productId: 8, cases: 0 }), row({ productId: 9, cases: 1, unitCost: 0 })]
  expect(linesOf(rows, {}, WAYS)).toMatchObject({ count: 2, sumMinor: 2_400 })
  expect(linesOf(rows, {}, WAYS).lines?.map(({ productId }) => productId)).toEqual([7, 9])
  expect(linesOf(rows, { 8: 'x' }, WAYS).lines).toBe(null)
})

test('the minimum is filled by products with a forecast', () => {
  const rows = [row({ cases: 1 }), row({ productId: 8, cases: 1, supply: null })]
  expect(filled(rows, { 8: '2' }, 60, WAYS)).toEqual({ 7: '3', 8: '2' })
})

test('a draft shows its own lines first, and then other products of the supplier', () => {
  const line = { productId: 9, product, cases: 4, piecesPerCase: 6, unitCost: 1, received: 0 }
  const order = { lines: [line] } as unknown as SupplierOrder
  const proposed = [9, 7].map((productId) => ({ ...row({ productId }), ...supply }))
  expect(rowsOf(order, proposed).map(({ productId, cases, supply: its }) => [productId, cases, its?.perDay])).toEqual([
    [9, 4, 10],
    [7, 0, 10],
  ])
})
