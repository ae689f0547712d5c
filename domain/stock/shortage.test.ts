import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fillOf, shortageOf } from './shortage.ts'

const stock = fc.integer({ min: -50, max: 500 })
const maximum = fc.integer({ min: 0, max: 300 })

describe('the shortage of a slot', () => {
  it('is between zero and the maximum', () => {
    fc.assert(
      fc.property(stock, maximum, (quantity, max) => {
        const shortage = shortageOf(quantity, max)
        expect(shortage).toBeGreaterThanOrEqual(0)
        expect(shortage).toBeLessThanOrEqual(max)
        if (quantity >= 0 && quantity <= max) expect(quantity + shortage).toBe(max)
      }),
    )
  })

  it('is zero without a known maximum', () => {
    expect(shortageOf(0, null)).toBe(0)
  })
})

describe('the stock level of a slot', () => {
  it('is between empty and full, and marked exactly if impossible', () => {
    fc.assert(
      fc.property(stock, maximum, (quantity, max) => {
        const { percent, danger } = fillOf(quantity, max)
        expect(percent).toBeGreaterThanOrEqual(0)
        expect(percent).toBeLessThanOrEqual(100)
        expect(danger).toBe(quantity < 0 || quantity > max)
      }),
    )
  })

  it('is half at half, and something without a maximum', () => {
    expect(fillOf(5, 10)).toEqual({ percent: 50, danger: false })
    expect(fillOf(5, null)).toEqual({ percent: 100, danger: false })
    expect(fillOf(0, null)).toEqual({ percent: 0, danger: false })
  })
})
