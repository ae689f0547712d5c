import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bulkMaximum, bulkPrice, priceStep } from './bulk.ts'
import { MAX_IN_SLOT, MAX_PRICE } from './slot.ts'

test('many prices are set to one value within the limit', () => {
  expect(bulkPrice(1.5, { way: 'set', value: 2.25 }, 'EUR')).toBe(2.25)
  expect(bulkPrice(null, { way: 'set', value: 2 }, 'EUR')).toBe(2)
  expect(bulkPrice(1.5, { way: 'set', value: null }, 'EUR')).toBeNull()
  expect(bulkPrice(1.5, { way: 'set', value: 2 * MAX_PRICE }, 'EUR')).toBe(MAX_PRICE)
})

test('a price raised by percent is rounded to coins', () => {
  expect(bulkPrice(1.5, { way: 'percent', value: 10 }, 'EUR')).toBe(1.7)
  expect(bulkPrice(1.2, { way: 'percent', value: -10 }, 'EUR')).toBe(1.1)
  expect(bulkPrice(1.15, { way: 'percent', value: 100 }, 'EUR')).toBe(2.3)
  expect(bulkPrice(120, { way: 'percent', value: 10 }, 'JPY')).toBe(130)
  expect(bulkPrice(null, { way: 'percent', value: 10 }, 'EUR')).toBeNull()
  expect([priceStep('EUR'), priceStep('JPY'), priceStep('KWD')]).toEqual([0.1, 10, 0.01])
})

test('prices and maxima change by an amount within the limits', () => {
  expect(bulkPrice(1.5, { way: 'amount', value: 0.25 }, 'EUR')).toBe(1.75)
  expect(bulkPrice(1.5, { way: 'amount', value: -2 }, 'EUR')).toBe(0)
  expect(bulkPrice(null, { way: 'amount', value: 1 }, 'EUR')).toBeNull()
  expect(bulkPrice(MAX_PRICE, { way: 'amount', value: 1 }, 'EUR')).toBe(MAX_PRICE)
  expect(bulkMaximum(8, { way: 'amount', value: -10 })).toBe(0)
  expect(bulkMaximum(8, { way: 'amount', value: 2 })).toBe(10)
})

test('a percentage changes a price to within half a step', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 100_000 }).map((tenths) => tenths / 10),
      fc.integer({ min: -100, max: 300 }),
      (price, percent) => {
        const after = bulkPrice(price, { way: 'percent', value: percent }, 'EUR') ?? Number.NaN
        expect(Math.abs(after - (price * (100 + percent)) / 100)).toBeLessThanOrEqual(0.05 + 1e-6)
        expect(Math.sign(percent) * (after - price)).toBeGreaterThanOrEqual(0)
        expect(Math.abs(after * 10 - Math.round(after * 10))).toBeLessThan(1e-6)
      },
    ),
  )
})

test('maxima remain whole numbers within the limit of a slot', () => {
  expect(bulkMaximum(10, { way: 'percent', value: 25 })).toBe(13)
  expect(bulkMaximum(null, { way: 'percent', value: 25 })).toBeNull()
  expect(bulkMaximum(10, { way: 'percent', value: -200 })).toBe(0)
  expect(bulkMaximum(10, { way: 'set', value: 12 })).toBe(12)
  expect(bulkMaximum(10, { way: 'set', value: 9 * MAX_IN_SLOT })).toBe(MAX_IN_SLOT)
})
