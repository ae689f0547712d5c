import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decimalsOf, toDecimal, toMinor } from './money.ts'
import { slotOrder } from './slots/slot.ts'
import { toMilli, toWhole } from './units.ts'

describe('quantities', () => {
  it('round-trip through thousandths', () => {
    fc.assert(
      fc.property(fc.integer({ min: -5_000_000, max: 5_000_000 }), (quantity) => {
        expect(toWhole(toMilli(quantity))).toBe(quantity + 0)
      }),
    )
  })

  it('of a coffee add up exactly', () => {
    const cups = Array.from({ length: 1_000 }, () => toMilli(7.5))
    expect(toWhole(cups.reduce((sum, grams) => sum + grams, 0))).toBe(7_500)
  })

  it('are never negative zero', () => {
    expect(Object.is(toWhole(-400), 0)).toBe(true)
  })
})

describe('prices', () => {
  it.each(['EUR', 'JPY', 'KWD'])('in %s round-trip through the API format', (currency) => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000_000 }), (minor) => {
        expect(toMinor(toDecimal(minor, currency), currency)).toBe(minor)
      }),
    )
  })

  it('have the decimals of their currency', () => {
    expect(['EUR', 'JPY', 'KWD'].map(decimalsOf)).toEqual([2, 0, 3])
    expect(toMinor(2.5, 'EUR')).toBe(250)
    expect(toMinor(1.005, 'KWD')).toBe(1_005)
  })
})

describe('slot numbers', () => {
  const number = fc.constantFrom('1', '2', '02', '10', '010', '11', 'A1', 'a1', 'A2', 'A10', 'B1', '')

  it('have the natural order of the machine', () => {
    expect(['A10', '10', '2', 'A2', '1'].toSorted(slotOrder)).toEqual(['1', '2', '10', 'A2', 'A10'])
  })

  it('have a strict total order', () => {
    fc.assert(
      fc.property(number, number, number, (a, b, c) => {
        expect(slotOrder(a, b) === 0).toBe(a === b)
        expect(Math.sign(slotOrder(a, b)) + Math.sign(slotOrder(b, a))).toBe(0)
        if (slotOrder(a, b) < 0 && slotOrder(b, c) < 0) expect(slotOrder(a, c)).toBeLessThan(0)
      }),
    )
  })
})
