import { describe, expect, test } from 'vitest'
import { worksOn } from './works-on.ts'

const like = { weekdays: null, away: [] }

describe('whether a person works on a day', () => {
  test('without own days, on the usual ones; without these, on all', () => {
    expect([worksOn(like, '2026-12-05', 6, [1, 2]), worksOn(like, '2026-12-05', 6, [6]), worksOn(like, '2026-12-05', 6, null)]).toEqual([
      false,
      true,
      true,
    ])
  })

  test('own days replace the usual ones', () => {
    const own = { weekdays: [6], away: [] }
    expect([worksOn(own, '2026-12-05', 6, [1]), worksOn(own, '2026-12-07', 1, [1])]).toEqual([true, false])
  })

  test.each([
    ['2026-12-23', true],
    ['2026-12-24', false],
    ['2026-12-31', false],
    ['2027-01-01', false],
    ['2027-01-02', true],
  ])('absences contain their first and last day: %s', (date, works) => {
    expect(worksOn({ weekdays: null, away: [{ from: '2026-12-24', until: '2027-01-01' }] }, date, 3, null)).toBe(works)
  })
})
