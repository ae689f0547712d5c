import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fillOf, shortageOf } from './shortage.ts'

const stock = fc.integer({ min: -50, max: 500 })
const maximum = fc.integer({ min: 0, max: 300 })

describe('what is missing in a place', () => {
  it('is never less than nothing and never more than what it takes', () => {
    fc.assert(
      fc.property(stock, maximum, (quantity, max) => {
        const shortage = shortageOf(quantity, max)
        expect(shortage).toBeGreaterThanOrEqual(0)
        expect(shortage).toBeLessThanOrEqual(max)
        if (quantity >= 0 && quantity <= max) expect(quantity + shortage).toBe(max)
      }),
    )
  })

  it('is nothing where no maximum is known', () => {
    expect(shortageOf(0, null)).toBe(0)
  })
})

describe('how full a place is', () => {
  it('stays between empty and full, and is in danger exactly where it cannot be true', () => {
    fc.assert(
      fc.property(stock, maximum, (quantity, max) => {
        const { percent, danger } = fillOf(quantity, max)
        expect(percent).toBeGreaterThanOrEqual(0)
        expect(percent).toBeLessThanOrEqual(100)
        expect(danger).toBe(quantity < 0 || quantity > max)
      }),
    )
  })

  it('is half at half, and something where there is no maximum', () => {
    expect(fillOf(5, 10)).toEqual({ percent: 50, danger: false })
    expect(fillOf(5, null)).toEqual({ percent: 100, danger: false })
    expect(fillOf(0, null)).toEqual({ percent: 0, danger: false })
  })
})
