import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  datesIn,
  isDeliveredAfterOrder,
  isPurchaseDay,
  mayFollow,
  netMinorOf,
  PURCHASE_STATUSES,
  type PurchaseLine,
  receivedBy,
  unitsOf,
} from './purchase.ts'

const NOW = Date.parse('2026-03-02T22:30:00.000Z')
const line: fc.Arbitrary<PurchaseLine> = fc.record({
  productId: fc.integer({ min: 1, max: 9 }),
  quantity: fc.integer({ min: 1, max: 100_000 }),
  unitCostMinor: fc.integer({ min: 1, max: 100_000_000 }),
})
const lines = fc.uniqueArray(line, { selector: ({ productId }) => productId, minLength: 1, maxLength: 8 })
const status = fc.constantFrom(...PURCHASE_STATUSES)

describe('a purchase', () => {
  it('has no dates while planned, and no delivery date while on order', () => {
    const times = { orderedAt: NOW - 9, deliveredAt: NOW - 5 }
    expect(datesIn('PLANNED', times, NOW)).toEqual({ orderedAt: null, deliveredAt: null })
    expect(datesIn('ON_ORDER', times, NOW)).toEqual({ orderedAt: NOW - 9, deliveredAt: null })
    expect(datesIn('DELIVERED', times, NOW)).toEqual(times)
    expect(datesIn('DELIVERED', { orderedAt: null, deliveredAt: null }, NOW)).toEqual({ orderedAt: null, deliveredAt: NOW })
  })

  it('allows every status change except from delivered', () => {
    fc.assert(
      fc.property(status, status, lines, (before, after, same) => {
        expect(mayFollow({ status: before, lines: same }, { status: after, lines: same })).toBe(
          before !== 'DELIVERED' || after === 'DELIVERED',
        )
      }),
    )
  })

  it('has fixed lines once delivered, in any order, and editable ones before', () => {
    fc.assert(
      fc.property(lines, line, (had, more) => {
        const delivered = { status: 'DELIVERED', lines: had } as const
        expect(mayFollow(delivered, { status: 'DELIVERED', lines: had.toReversed() })).toBe(true)
        expect(mayFollow(delivered, { status: 'DELIVERED', lines: [...had, more] })).toBe(false)
        const dearer = had.map((one) => ({ ...one, unitCostMinor: one.unitCostMinor + 1 }))
        expect(mayFollow(delivered, { status: 'DELIVERED', lines: dearer })).toBe(false)
        expect(mayFollow({ status: 'ON_ORDER', lines: had }, { status: 'DELIVERED', lines: dearer })).toBe(true)
      }),
    )
  })

  it("accepts days from 1 February 2018 to today, in the company's zone", () => {
    const may = (iso: string, zone: string) => isPurchaseDay(Date.parse(iso), NOW, zone)
    expect(may('2018-01-31T22:59:59.999Z', 'Europe/Warsaw')).toBe(false)
    expect(may('2018-01-31T23:00:00.000Z', 'Europe/Warsaw')).toBe(true)
    expect(may('2026-03-02T22:59:59.999Z', 'Europe/Warsaw')).toBe(true)
    expect(may('2026-03-02T23:00:00.000Z', 'Europe/Warsaw')).toBe(false)
    // In Tokyo it is already tomorrow.
    expect(may('2026-03-02T23:00:00.000Z', 'Asia/Tokyo')).toBe(true)
  })

  it('adds up exactly, also with values that no float represents', () => {
    const three = [1, 2, 3].map((productId) => ({ productId, quantity: 3, unitCostMinor: 10 }))
    expect([unitsOf(three), netMinorOf(three)]).toEqual([9, 90])
    fc.assert(fc.property(lines, (all) => Number.isSafeInteger(netMinorOf(all))))
  })

  it('receives ingredients by the content of packs, others by the piece', () => {
    expect(receivedBy(12, { packaging: 'INGREDIENT', volume: 1000 })).toBe(12_000)
    expect(receivedBy(12, { packaging: 'CAN', volume: 330 })).toBe(12)
    expect(receivedBy(12, { packaging: 'PIECE', volume: 45 })).toBe(12)
  })
})

it("has no delivery before its order, in the company's zone", () => {
  const at = (orderedAt: string | null, deliveredAt: string | null) => ({
    orderedAt: orderedAt === null ? null : Date.parse(orderedAt),
    deliveredAt: deliveredAt === null ? null : Date.parse(deliveredAt),
  })
  expect(isDeliveredAfterOrder(at('2026-11-10T11:00:00Z', '2026-11-02T11:00:00Z'), 'Europe/Warsaw')).toBe(false)
  expect(isDeliveredAfterOrder(at('2026-11-10T11:00:00Z', '2026-11-09T23:30:00Z'), 'Europe/Warsaw')).toBe(true)
  expect(isDeliveredAfterOrder(at(null, '2026-11-02T11:00:00Z'), 'Europe/Warsaw')).toBe(true)
})
