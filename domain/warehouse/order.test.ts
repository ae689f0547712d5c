import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  casesFor,
  daysOfCover,
  expectedOn,
  type Fillable,
  filledToMinimum,
  maxCasesOf,
  missingToMinimum,
  neededOf,
  openOf,
  piecesPerCase,
  type Supply,
  sumOf,
} from './order.ts'
import { receivedBy } from './purchase.ts'

const quantity = fc.integer({ min: 0, max: 5_000 })
const supply: fc.Arbitrary<Supply> = fc.record({
  perDay: fc.oneof(fc.constant(0), fc.double({ min: 0.001, max: 300, noNaN: true })),
  shortage: quantity,
  inWarehouse: fc.integer({ min: -500, max: 5_000 }),
  onOrder: quantity,
})
const days = fc.integer({ min: 0, max: 120 })
const CAN = { packaging: 'CAN', volume: 330 } as const
const BEANS = { packaging: 'INGREDIENT', volume: 1_000 } as const
const packed = fc.constantFrom(CAN, BEANS)
const perCase = fc.integer({ min: 1, max: 1_000 })

describe('a proposal', () => {
  test('is forecast sales and shortages without stock and orders', () => {
    expect(neededOf({ perDay: 10, shortage: 30, inWarehouse: 50, onOrder: 24 }, 17)).toBe(126)
    expect(neededOf({ perDay: 0.5, shortage: 0, inWarehouse: 0, onOrder: 0 }, 3)).toBe(2)
    expect(neededOf({ perDay: 1, shortage: 0, inWarehouse: 100, onOrder: 0 }, 17)).toBe(0)
  })

  test('is never negative and contains what is needed, at most one case more', () => {
    fc.assert(
      fc.property(supply, days, packed, perCase, (one, span, product, pieces) => {
        const needed = neededOf(one, span)
        const cases = casesFor(needed, product, pieces)
        const content = receivedBy(pieces, product)
        expect(needed).toBeGreaterThanOrEqual(0)
        expect(Number.isInteger(cases)).toBe(true)
        if (cases < maxCasesOf(pieces)) {
          expect(cases * content).toBeGreaterThanOrEqual(needed)
          expect((cases - 1) * content).toBeLessThan(Math.max(needed, 1))
        }
      }),
    )
  })

  test('grows with demand and shortages, and shrinks with stock and orders', () => {
    fc.assert(
      fc.property(supply, days, quantity, (one, span, more) => {
        const needed = neededOf(one, span)
        expect(neededOf(one, span + 1)).toBeGreaterThanOrEqual(needed)
        expect(neededOf({ ...one, shortage: one.shortage + more }, span)).toBeGreaterThanOrEqual(needed)
        expect(neededOf({ ...one, onOrder: one.onOrder + more }, span)).toBeLessThanOrEqual(needed)
        expect(neededOf({ ...one, inWarehouse: one.inWarehouse + more }, span)).toBeLessThanOrEqual(needed)
      }),
    )
  })

  test('is zero once it was ordered', () => {
    fc.assert(
      fc.property(supply, days, packed, perCase, (one, span, product, pieces) => {
        const cases = casesFor(neededOf(one, span), product, pieces)
        fc.pre(cases < maxCasesOf(pieces))
        const ordered = { ...one, onOrder: one.onOrder + receivedBy(cases * pieces, product) }
        expect(neededOf(ordered, span)).toBe(0)
      }),
    )
  })

  test('counts a warehouse below zero as empty', () => {
    expect(neededOf({ perDay: 1, shortage: 0, inWarehouse: -40, onOrder: 0 }, 10)).toBe(10)
    expect(daysOfCover({ perDay: 2, shortage: 0, inWarehouse: -40, onOrder: 6 })).toBe(3)
    expect(daysOfCover({ perDay: 0, shortage: 5, inWarehouse: 9, onOrder: 0 })).toBe(null)
  })
})

test('packs of an ingredient and pieces without a case are ordered singly', () => {
  expect(piecesPerCase({ packaging: 'INGREDIENT', caseSize: 6 })).toBe(1)
  expect(piecesPerCase({ packaging: 'CAN', caseSize: null })).toBe(1)
  expect(piecesPerCase({ packaging: 'CAN', caseSize: 24 })).toBe(24)
  expect(casesFor(2_400, BEANS, 1)).toBe(3)
})

describe('the minimum of a supplier', () => {
  const line = fc.record({
    cases: fc.integer({ min: 0, max: 5 }),
    piecesPerCase: fc.constantFrom(1, 6, 12, 24),
    unitCostMinor: fc.integer({ min: 0, max: 300 }),
    product: packed,
    supply,
  })

  test('is missing only for an order with lines', () => {
    expect(missingToMinimum(0, 10_000)).toBe(0)
    expect(missingToMinimum(4_000, 10_000)).toBe(6_000)
    expect(missingToMinimum(4_000, null)).toBe(0)
  })

  test('is reached by adding whole cases, and by no more than one too many', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 8 }), fc.integer({ min: 0, max: 50_000 }), (lines, minimum) => {
        const cases = filledToMinimum(lines, minimum)
        const after = lines.map((one, index) => ({ ...one, cases: cases[index] ?? 0 }))
        const added = after.map((one, index) => one.cases - (lines[index]?.cases ?? 0))
        const canFill = lines.some(({ unitCostMinor, supply: { perDay } }) => unitCostMinor > 0 && perDay > 0)
        expect(Math.min(0, ...added)).toBe(0)
        if (canFill) expect(sumOf(after)).toBeGreaterThanOrEqual(minimum)
        else expect(cases).toEqual(lines.map((one) => one.cases))
        const dearest = Math.max(0, ...lines.map(({ piecesPerCase: pieces, unitCostMinor }) => pieces * unitCostMinor))
        if (added.some((one) => one > 0)) expect(sumOf(after)).toBeLessThan(minimum + dearest)
      }),
    )
  })

  test('is filled by the product that would run out first', () => {
    const at = (inWarehouse: number): Fillable => ({
      cases: 0,
      piecesPerCase: 10,
      unitCostMinor: 100,
      product: CAN,
      supply: { perDay: 10, shortage: 0, inWarehouse, onOrder: 0 },
    })
    expect(filledToMinimum([at(100), at(0), at(50)], 2_000)).toEqual([0, 2, 0])
    expect(filledToMinimum([at(100), at(0), at(50)], 9_000)).toEqual([0, 7, 2])
    // Below zero the stock is unknown, so it counts as empty.
    expect(filledToMinimum([at(-500), at(0), at(10)], 3_000)).toEqual([2, 1, 0])
  })
})

test('a delivery is expected on a day of the calendar, also when clocks change', () => {
  const berlin = (iso: string, leadDays: number | null) => expectedOn(Date.parse(iso), leadDays, 'Europe/Berlin')
  expect(berlin('2026-10-23T22:30:00Z', null)).toBe('2026-10-27')
  expect(berlin('2026-03-28T22:30:00Z', 3)).toBe('2026-03-31')
  expect(berlin('2026-12-31T23:30:00Z', 0)).toBe('2027-01-01')
})

test('open is what is ordered and not received', () => {
  expect(openOf({ cases: 2, piecesPerCase: 24, received: 30 })).toBe(18)
  expect(openOf({ cases: 2, piecesPerCase: 24, received: 50 })).toBe(0)
})
