import { expect, test } from 'vitest'
import type { StockRecord } from '#contract/sync.ts'
import { lackingOf } from './missing.ts'
import { shortagesOf } from './shortages.ts'

const water = { id: 7, sku: 'W', name: 'Water', volume: 500, volumeType: 'MILLILITRE', packaging: 'BOTTLE', deleted: false } as const
const crisps = { ...water, id: 8, sku: 'C', name: 'Crisps' }

const stock = (productId: number, quantity: number, maxQuantity: number | null): StockRecord => ({
  productInstallationId: productId * 100 + quantity,
  productId,
  slotId: 1,
  slotNumber: '11',
  maxQuantity,
  balance: quantity * 1000,
  counted: null,
})
const machine = (id: number, stocks: StockRecord[]) =>
  lackingOf({ id, name: '', state: 'RUNNING' }, { machineId: id, asOf: '2026-01-01T00:00:00Z', stocks }, null)

test('the shortage of a product is the sum over its slots, largest first', () => {
  const sums = shortagesOf([machine(1, [stock(7, 4, 10), stock(8, 0, 9)]), machine(2, [stock(7, 9, 10)])], [water, crisps])
  expect(sums.map(({ product, currentShortage }) => [product.name, currentShortage])).toEqual([
    ['Crisps', 9],
    ['Water', 7],
  ])
})

test('a slot above its maximum does not compensate for another', () => {
  expect(shortagesOf([machine(1, [stock(7, 15, 10), stock(7, 4, 10)])], [water])[0]?.currentShortage).toBe(6)
})

test('a shortage never exceeds the maximum, and is zero without one', () => {
  expect(shortagesOf([machine(1, [stock(7, -5, 10), stock(7, 3, null)])], [water])[0]?.currentShortage).toBe(10)
})

test('a product without slots is not in the list', () => {
  expect(shortagesOf([machine(1, [stock(7, 1, 2)])], [water, crisps])).toHaveLength(1)
})
