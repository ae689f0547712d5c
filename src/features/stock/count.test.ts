import { describe, expect, test } from 'vitest'
import type { Place } from '#app/data/stock.ts'
import { changesOf, confirmAllAsShown, confirmAsShown, countAs, countCapOf, isTreatedAsAdjustment, lockedReason } from './count.ts'

const place = (currentQuantity: number, maxQuantity: number | null = 10): Place => ({
  productInstallationId: 1,
  slotId: 1,
  slotNumber: '11',
  productId: 7,
  product: { id: 7, sku: 'W', name: 'Water', volume: 500, volumeType: 'MILLILITRE', packaging: 'BOTTLE', deleted: false },
  currentQuantity,
  maxQuantity,
  currentShortage: 0,
  selling: null,
})

describe('a count', () => {
  test('remembers what was shown when it was typed, even if a sale comes in meanwhile', () => {
    const typed = countAs({}, place(10), 7)
    expect(countAs(typed, place(9), 6)).toEqual({ 1: { quantity: 6, base: 10 } })
  })

  test('typed back to what was shown is no change', () => {
    expect(countAs(countAs({}, place(5), 6), place(5), 5)).toEqual({})
  })

  test('findings 6: confirms the quantity that is shown, and takes that back', () => {
    const confirmed = confirmAsShown({}, place(5))
    expect(changesOf(confirmed, [place(5)])).toEqual([{ place: place(5), quantity: 5, base: 5 }])
    expect(lockedReason(changesOf(confirmed, [place(5)]))).toBe('ADJUST')
    expect(confirmAsShown(confirmed, place(5))).toEqual({})
  })

  test('findings 6: confirms all places as shown but those with a typed quantity', () => {
    const other = { ...place(8), productInstallationId: 2 }
    const typed = countAs({}, place(5), 3)
    expect(confirmAllAsShown(typed, [place(5), other])).toEqual({ 1: { quantity: 3, base: 5 }, 2: { quantity: 8, base: 8 } })
    expect(confirmAllAsShown(confirmAsShown({}, place(5)), [place(5)])).toEqual({ 1: { quantity: 5, base: 5 } })
  })

  test('goes up to the maximum, or stays where it is above', () => {
    expect(countCapOf(place(3))).toBe(10)
    expect(countCapOf(place(14))).toBe(14)
    expect(countCapOf(place(3, null))).toBeNull()
  })
})

describe('the reason', () => {
  const changed = (from: number, to: number) => changesOf(countAs({}, place(from), to), [place(from)])

  test('is locked to an adjustment as soon as a place was filled up', () => {
    expect(lockedReason(changed(4, 10))).toBe('ADJUST')
  })

  test('is free as long as nothing reaches its maximum', () => {
    expect(lockedReason(changed(4, 9))).toBeNull()
    expect(lockedReason(changed(4, 2))).toBeNull()
  })

  test('is free where less than too much still fills it to the brim', () => {
    expect(lockedReason(changed(14, 10))).toBeNull()
  })

  test('sold or lost does not fit an increase', () => {
    expect(isTreatedAsAdjustment({ quantity: 6, base: 4 }, 'SOLD')).toBe(true)
    expect(isTreatedAsAdjustment({ quantity: 6, base: 4 }, 'ADJUST')).toBe(false)
    expect(isTreatedAsAdjustment({ quantity: 2, base: 4 }, 'LOSS')).toBe(false)
  })
})
