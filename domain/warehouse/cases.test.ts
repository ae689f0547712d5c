import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { casesOf, inWholeCases } from './cases.ts'

const water = { packaging: 'BOTTLE', caseSize: 12 } as const

describe('cases', () => {
  it('are whole cases and the remaining pieces', () => {
    expect(casesOf(27, water)).toEqual({ cases: 2, pieces: 3 })
    expect(casesOf(24, water)).toEqual({ cases: 2, pieces: 0 })
    fc.assert(
      fc.property(fc.nat(5_000), fc.integer({ min: 2, max: 100 }), (pieces, caseSize) => {
        const split = casesOf(pieces, { packaging: 'CAN', caseSize })
        expect(split ? split.cases * caseSize + split.pieces : pieces).toBe(pieces)
      }),
    )
  })

  it('are absent without a full case or a case size', () => {
    expect(casesOf(11, water)).toBeNull()
    expect(casesOf(0, water)).toBeNull()
    expect(casesOf(30, { packaging: 'CAN' })).toBeNull()
    expect(casesOf(3000, { packaging: 'INGREDIENT', caseSize: 1000 })).toBeNull()
  })

  it('are rounded up only if the warehouse has them', () => {
    expect(inWholeCases(27, water, 36)).toBe(36)
    expect(inWholeCases(27, water, 35)).toBe(27)
    expect(inWholeCases(27, water, undefined)).toBe(27)
    expect(inWholeCases(24, water, 100)).toBe(24)
    expect(inWholeCases(0, water, 100)).toBe(0)
    expect(inWholeCases(5, { packaging: 'CAN' }, 100)).toBe(5)
  })
})
