import { describe, expect, test } from 'vitest'
import { byProduct, type Place } from '#app/data/stock.ts'
import { capOf, capOfAll, empty, fill, fillAll, lostEntries, putInto, putProductInto, restockLines, totalOf } from './restock.ts'

const water = { id: 7, sku: 'W', name: 'Water', volume: 500, volumeType: 'MILLILITRE', packaging: 'BOTTLE', deleted: false } as const

const slot = (id: number, currentQuantity: number, maxQuantity: number | null = 10): Place => ({
  productInstallationId: id,
  slotId: id,
  slotNumber: String(id),
  productId: water.id,
  product: water,
  currentQuantity,
  maxQuantity,
  currentShortage: maxQuantity === null ? 0 : Math.min(maxQuantity, Math.max(0, maxQuantity - currentQuantity)),
  selling: null,
})

describe('the limit of a slot', () => {
  test('is the shortage while the screen is fresh', () => {
    expect(capOf(slot(1, 6), false)).toBe(4)
    expect(putInto({}, slot(1, 6), 9, false)).toEqual({ 1: { quantity: 4, full: false } })
  })

  test('is the maximum once the screen is stale', () => {
    expect(capOf(slot(1, 6), true)).toBe(10)
    expect(putInto({}, slot(1, 6), 12, true)).toEqual({ 1: { quantity: 10, full: false } })
  })

  test('is absent if the slot has no maximum', () => {
    expect(capOf(slot(1, 6, null), false)).toBeNull()
    expect(capOfAll([slot(1, 6), slot(2, 0, null)], false)).toBeNull()
  })

  test('is never more than the maximum, even with negative stock', () => {
    expect(capOf(slot(1, -5), false)).toBe(10)
  })
})

test('an empty input removes the slot', () => {
  const typed = putInto({}, slot(1, 6), 3, false)
  expect(putInto(typed, slot(1, 6), 0, false)).toEqual({})
})

test('MAX restocks the shortage and marks the slot as full', () => {
  expect(fill({}, [slot(1, 6)])).toEqual({ 1: { quantity: 4, full: true } })
})

test('a number typed over MAX clears the full mark', () => {
  expect(putInto(fill({}, [slot(1, 6)]), slot(1, 6), 3, false)).toEqual({ 1: { quantity: 3, full: false } })
})

describe('fill all', () => {
  const places = [slot(1, 6), slot(2, 10), slot(3, 0), slot(4, 5, null), slot(5, 12)]

  test('fills slots with a shortage and leaves the rest', () => {
    expect(fillAll(places, false)).toEqual({ 1: { quantity: 4, full: true }, 3: { quantity: 10, full: true } })
  })

  test('also marks seemingly full slots as full on a stale screen', () => {
    expect(fillAll(places, true)).toMatchObject({ 2: { quantity: 0, full: true } })
  })

  test('excludes slots without a maximum, or above it', () => {
    expect(Object.keys(fillAll(places, true))).toEqual(['1', '2', '3'])
  })
})

test('a product shows the stock of all of its slots', () => {
  const lacks = ({ currentShortage }: { currentShortage: number }) => currentShortage > 0
  expect(byProduct([slot(1, 10), slot(2, 3)], lacks)).toMatchObject([
    { currentQuantity: 13, filledQuantity: 13, maxQuantity: 20, currentShortage: 7 },
  ])
  expect(byProduct([slot(1, 10)], lacks)).toEqual([])
})

describe('a product in several slots', () => {
  const [group] = byProduct([slot(12, 8), slot(2, 6)])
  if (!group) throw new Error('there is one product')

  test('is distributed in slot order, up to each shortage', () => {
    expect(putProductInto({}, group, 5, false)).toEqual({ 2: { quantity: 4, full: false }, 12: { quantity: 1, full: false } })
  })

  test('is limited to the total shortage', () => {
    expect(totalOf(restockLines(putProductInto({}, group, 99, false), group.places))).toBe(6)
  })

  test('fills no slot above its maximum on a stale screen', () => {
    expect(putProductInto({}, group, 15, true)).toEqual({ 2: { quantity: 10, full: false }, 12: { quantity: 5, full: false } })
  })

  test('typed again replaces the input, and leaves other products', () => {
    const before = { ...putProductInto({}, group, 6, false), 99: { quantity: 1, full: false } }
    expect(putProductInto(before, group, 1, false)).toEqual({ 2: { quantity: 1, full: false }, 99: { quantity: 1, full: false } })
  })

  test('can be removed as a whole', () => {
    expect(empty(fill({}, group.places), group.places)).toEqual({})
  })
})

test('input for a slot with a changed product is counted but not recorded', () => {
  const typed = { 1: { quantity: 2, full: false }, 77: { quantity: 3, full: false } }
  expect(restockLines(typed, [slot(1, 5)])).toHaveLength(1)
  expect(lostEntries(typed, [slot(1, 5)])).toBe(1)
})
