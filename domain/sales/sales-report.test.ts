import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, type Day, isoDay } from '../calendar.ts'
import { COMPARISONS, GROUPINGS, groupsIn, percentChanged, sumOf } from './sales-report.ts'

const day = (iso: string): Day => {
  const [year = 0, month = 0, of = 0] = iso.split('-').map(Number)
  return { year, month, day: of }
}
const periods = (from: string, until: string, ...how: [(typeof GROUPINGS)[number], (typeof COMPARISONS)[number]]) =>
  groupsIn({ from: day(from), until: day(until) }, ...how).map(({ name, before }) => [name, isoDay(before.from), isoDay(before.until)])

describe('the groups of a sales report', () => {
  test('are days, months or quarters, compared to a month or a year earlier', () => {
    expect(periods('2026-02-27', '2026-03-02', 'DAY', 'PREVIOUS_YEAR')).toEqual([
      ['2026-02-27', '2025-02-28', '2025-03-01'],
      ['2026-02-28', '2025-03-01', '2025-03-02'],
      ['2026-03-01', '2025-03-02', '2025-03-03'],
    ])
    expect(periods('2026-01-15', '2026-03-10', 'MONTH', 'PREVIOUS_MONTH')).toEqual([
      ['2026-01', '2025-12-15', '2026-01-01'],
      ['2026-02', '2026-01-01', '2026-02-01'],
      ['2026-03', '2026-02-01', '2026-02-10'],
    ])
    expect(periods('2025-11-01', '2026-02-01', 'QUARTER', 'PREVIOUS_YEAR')).toEqual([
      ['2025-Q4', '2024-11-01', '2025-01-01'],
      ['2026-Q1', '2025-01-01', '2025-02-01'],
    ])
  })

  test('compare a day to the same weekday, four or 52 weeks earlier', () => {
    expect(periods('2026-11-18', '2026-11-19', 'DAY', 'PREVIOUS_MONTH')).toEqual([['2026-11-18', '2026-10-21', '2026-10-22']])
    expect(periods('2028-02-29', '2028-03-01', 'DAY', 'PREVIOUS_YEAR')).toEqual([['2028-02-29', '2027-03-02', '2027-03-03']])
  })

  test('compare a day that the earlier month lacks to nothing', () => {
    expect(periods('2026-03-31', '2026-04-01', 'MONTH', 'PREVIOUS_MONTH')).toEqual([['2026-03', '2026-03-01', '2026-03-01']])
  })

  test('compare a part of a month to as many days of a shorter month', () => {
    const compared = (until: string) => periods('2026-03-01', until, 'MONTH', 'PREVIOUS_MONTH')
    expect(compared('2026-03-28')).toEqual([['2026-03', '2026-02-01', '2026-02-28']])
    for (const until of ['2026-03-29', '2026-03-30', '2026-03-31', '2026-04-01'])
      expect(compared(until)).toEqual([['2026-03', '2026-02-01', '2026-03-01']])
    expect(periods('2028-02-01', '2028-02-29', 'MONTH', 'PREVIOUS_YEAR')).toEqual([['2028-02', '2027-02-01', '2027-03-01']])
    expect(periods('2026-03-30', '2026-04-01', 'MONTH', 'PREVIOUS_MONTH')).toEqual([['2026-03', '2026-03-01', '2026-03-01']])
    expect(periods('2026-04-30', '2026-05-01', 'MONTH', 'PREVIOUS_MONTH')).toEqual([['2026-04', '2026-03-30', '2026-03-31']])
  })

  test('cover every day once, and no earlier day twice', () => {
    const every = new Map(Array.from({ length: 2_000 }, (_, at) => [isoDay(addDays(day('2022-06-01'), at)), 1]))
    const span = fc.tuple(fc.integer({ min: 0, max: 900 }), fc.integer({ min: 1, max: 500 }))
    fc.assert(
      fc.property(span, fc.constantFrom(...GROUPINGS), fc.constantFrom(...COMPARISONS), ([start, length], by, comparison) => {
        const from = addDays(day('2024-01-01'), start)
        const until = addDays(from, length)
        const groups = groupsIn({ from, until }, by, comparison)
        expect(groups.reduce((sum, group) => sum + sumOf(group, every), 0)).toBe(length)
        const compared = groups.flatMap(({ before }) =>
          Array.from({ length: sumOf(before, every) }, (_, at) => isoDay(addDays(before.from, at))),
        )
        expect(new Set(compared).size).toBe(compared.length)
      }),
      { numRuns: 60 },
    )
  })

  test('a change is rounded to hundredths of a percent, and 0 without a base', () => {
    expect([percentChanged(150, 100), percentChanged(1, 3), percentChanged(5, 0), percentChanged(0, 8)]).toEqual([50, -66.67, 0, -100])
  })
})
