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
  test('keeps the quantity shown when it was typed, even after a sale', () => {
    const typed = countAs({}, place(10), 7)
    expect(countAs(typed, place(9), 6)).toEqual({ 1: { quantity: 6, base: 10 } })
  })

  test('is no change if it equals the shown quantity', () => {
    expect(countAs(countAs({}, place(5), 6), place(5), 5)).toEqual({})
  })

  test('confirms the shown quantity, and reverts that', () => {
    const confirmed = confirmAsShown({}, place(5))
    expect(changesOf(confirmed, [place(5)])).toEqual([{ place: place(5), quantity: 5, base: 5 }])
    expect(lockedReason(changesOf(confirmed, [place(5)]))).toBe('ADJUST')
    expect(confirmAsShown(confirmed, place(5))).toEqual({})
  })

  test('confirms all slots without a typed quantity', () => {
    const other = { ...place(8), productInstallationId: 2 }
    const typed = countAs({}, place(5), 3)
    expect(confirmAllAsShown(typed, [place(5), other])).toEqual({ 1: { quantity: 3, base: 5 }, 2: { quantity: 8, base: 8 } })
    expect(confirmAllAsShown(confirmAsShown({}, place(5)), [place(5)])).toEqual({ 1: { quantity: 5, base: 5 } })
  })

  test('is limited to the maximum, or to a higher current quantity', () => {
    expect(countCapOf(place(3))).toBe(10)
    expect(countCapOf(place(14))).toBe(14)
    expect(countCapOf(place(3, null))).toBeNull()
  })
})

describe('the reason', () => {
  const changed = (from: number, to: number) => changesOf(countAs({}, place(from), to), [place(from)])

  test('is an adjustment once a slot is filled to its maximum', () => {
    expect(lockedReason(changed(4, 10))).toBe('ADJUST')
  })

  test('is free while nothing reaches its maximum', () => {
    expect(lockedReason(changed(4, 9))).toBeNull()
    expect(lockedReason(changed(4, 2))).toBeNull()
  })

  test('is free if a decrease still reaches the maximum', () => {
    expect(lockedReason(changed(14, 10))).toBeNull()
  })

  test('does not allow sold or lost for an increase', () => {
    expect(isTreatedAsAdjustment({ quantity: 6, base: 4 }, 'SOLD')).toBe(true)
    expect(isTreatedAsAdjustment({ quantity: 6, base: 4 }, 'ADJUST')).toBe(false)
    expect(isTreatedAsAdjustment({ quantity: 2, base: 4 }, 'LOSS')).toBe(false)
  })
})
