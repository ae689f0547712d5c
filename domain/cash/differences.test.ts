import { describe, expect, test } from 'vitest'
import { collectionsOf } from '../../tests/support/cash-people.ts'
import { HOUR } from '../time.ts'
import { type CountedCollection, explain, repeated, sharesOf, testedFrom } from './differences.ts'

let number = 0
const bag = (machine: number, hour: number, expected: number, counted: number, other: number | null = null): CountedCollection => ({
  id: String(number++),
  at: hour * HOUR,
  machine,
  person: 1,
  expected,
  counted,
  basis: 'METER',
  other,
})
const causes = (...bags: CountedCollection[]) => explain(bags).map(({ cause }) => cause)

describe('cause of a difference', () => {
  test('is none within the accuracy of counting', () => {
    expect(causes(bag(1, 0, 10_000, 10_050), bag(1, 1, 10_000, 9_950), bag(1, 2, 0, 1))).toEqual(['NONE', 'NONE', 'NONE'])
  })

  test('is two swapped bags if each contains the amount of the other', () => {
    expect(causes(bag(1, 0, 10_000, 15_000), bag(2, 3, 8_000, 8_000), bag(3, 5, 15_000, 10_010))).toEqual([
      'SWAPPED_BAGS',
      'NONE',
      'SWAPPED_BAGS',
    ])
    // Not of one day, and not the same amount.
    expect(causes(bag(1, 0, 10_000, 15_000), bag(3, 30, 15_000, 10_000))).toEqual(['UNEXPLAINED', 'UNEXPLAINED'])
    expect(causes(bag(1, 0, 10_000, 15_000), bag(3, 5, 15_000, 11_000))).toEqual(['UNEXPLAINED', 'UNEXPLAINED'])
  })

  test('is two swapped bags if fewer than a thousand unexplained ones are between', () => {
    const between = (count: number) => Array.from({ length: count }, (_, n) => bag(10 + n, 1 + n / 1_000, 100, 900_000 + n))
    const ends = (count: number) => {
      const all = explain([bag(1, 0, 10_000, 15_000), ...between(count), bag(3, 5, 15_000, 10_010)])
      return [all[0]?.cause, all.at(-1)?.cause]
    }
    expect(ends(999)).toEqual(['SWAPPED_BAGS', 'SWAPPED_BAGS'])
    expect(ends(1_000)).toEqual(['UNEXPLAINED', 'UNEXPLAINED'])
  })

  test('is cash left in the box if the next bag of the machine contains it', () => {
    expect(causes(bag(1, 0, 10_000, 7_000), bag(2, 1, 500, 500), bag(1, 200, 5_000, 8_000))).toEqual(['LEFT_IN_BOX', 'NONE', 'LEFT_IN_BOX'])
    expect(causes(bag(1, 0, 10_000, 13_000), bag(1, 200, 5_000, 2_000))).toEqual(['UNEXPLAINED', 'UNEXPLAINED'])
  })

  test('is the other basis if the bag agrees with it', () => {
    expect(causes(bag(1, 0, 10_000, 9_000, 9_010), bag(1, 1, 10_000, 9_000, 8_000))).toEqual(['OTHER_BASIS', 'UNEXPLAINED'])
  })

  test('does not depend on the order of the list', () => {
    const bags = [bag(1, 0, 10_000, 15_000), bag(3, 5, 15_000, 10_010), bag(1, 200, 5_000, 4_000), bag(1, 300, 5_000, 6_000)]
    expect(explain(bags.toReversed())).toEqual(explain(bags))
  })
})

describe('repeated differences', () => {
  const shares = (...all: number[]) => all.map((share, index) => ({ at: index, share }))

  test('a single difference never suffices, however large', () => {
    expect(repeated(shares(...Array.from({ length: 40 }, (_, index) => (index === 20 ? -1 : 0))))).toBeNull()
  })

  test('shortages and surpluses of every bag are found', () => {
    expect(repeated(shares(...Array.from({ length: 40 }, () => -0.02)))?.direction).toBe('SHORT')
    expect(repeated(shares(...Array.from({ length: 40 }, () => 0.02)))?.direction).toBe('OVER')
    expect(repeated(shares(...Array.from({ length: 400 }, () => -0.005)))).toBeNull()
  })

  const flagged = (steals: (bag: number) => number, people: number) =>
    Array.from({ length: people }, (_, seed) => {
      const bags = collectionsOf({ weeks: 26, aDay: 5, machines: 40, steals }, seed + 1)
      return repeated(sharesOf(explain(bags)))
    })

  test('honest people are flagged in less than 1 % of half-years', () => {
    expect(flagged(() => 0, 200).filter((one) => one !== null).length).toBeLessThanOrEqual(1)
  })

  test('2 % of every bag, or 10 % of every fifth, are found', () => {
    for (const steals of [() => 0.02, (one: number) => (one % 5 === 0 ? 0.1 : 0)]) {
      const found = flagged(steals, 30).filter((one) => one?.direction === 'SHORT')
      expect(found.length).toBeGreaterThanOrEqual(29)
    }
  })
})

test('the current and the previous half-year are tested', () => {
  expect(testedFrom({ year: 2026, month: 3 })).toEqual([
    { year: 2025, month: 7 },
    { year: 2026, month: 1 },
  ])
  expect(testedFrom({ year: 2026, month: 7 })).toEqual([
    { year: 2026, month: 1 },
    { year: 2026, month: 7 },
  ])
})
