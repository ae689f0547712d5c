import fc from 'fast-check'
import { expect, test } from 'vitest'
import { taxIn, taxSums, totalOf } from './tax-sums.ts'

test('tax is part of the gross amount, rounded half away from zero', () => {
  expect([taxIn(119, 1900), taxIn(107, 700), taxIn(100, 1900), taxIn(0, 1900), taxIn(100, 0)]).toEqual([19, 7, 16, 0, 0])
  // 0.5 of a minor unit.
  expect([taxIn(3, 2000), taxIn(-3, 2000), taxIn(-119, 1900)]).toEqual([1, -1, -19])
  expect(taxIn(9_007_199_254_740_991, 10_000)).toBe(4_503_599_627_370_496)
})

const sale = fc.record({
  rate: fc.constantFrom(0, 550, 700, 1900, 2300),
  count: fc.integer({ min: 0, max: 9 }),
  grossMinor: fc.integer({ min: -100_000, max: 1_000_000_000 }),
})

test('sums per rate are the same for any split and order of the sales', () => {
  fc.assert(
    fc.property(fc.array(sale, { maxLength: 60 }), fc.array(fc.nat(4), { minLength: 60, maxLength: 60 }), (sales, parts) => {
      const split = [0, 1, 2, 3, 4].flatMap((part) => taxSums(sales.filter((_, index) => parts[index] === part)))
      const known = (sums: ReturnType<typeof taxSums>) => sums.filter(({ count, grossMinor }) => count !== 0 || grossMinor !== 0)
      expect(known(taxSums(split))).toEqual(known(taxSums(sales)))
      expect(taxSums(sales.toReversed())).toEqual(taxSums(sales))
    }),
  )
})

test('net and tax add up to the gross amount', () => {
  fc.assert(
    fc.property(fc.array(sale), (sales) => {
      const total = totalOf(taxSums(sales))
      expect(total.netMinor + total.taxMinor).toBe(total.grossMinor)
      expect(total.grossMinor).toBe(sales.reduce((sum, { grossMinor }) => sum + grossMinor, 0))
    }),
  )
})
