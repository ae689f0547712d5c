import { describe, expect, it, test } from 'vitest'
import { USUAL_PLANNING } from './planning.ts'
import { dayBeginsAt, shiftMistake, shiftOf } from './shift.ts'

const at = (worksFrom: number, worksUntil: number, pauseFrom = worksFrom, pauseMinutes = 0) => ({
  worksFrom: Math.round(worksFrom * 60),
  worksUntil: Math.round(worksUntil * 60),
  pauseFrom: Math.round(pauseFrom * 60),
  pauseMinutes,
})

describe('a shift', () => {
  it('that ends before it begins ends on the following day', () => {
    expect(shiftOf(at(20, 4, 0.5, 30))).toEqual({ works: { from: 1200, to: 1680 }, pause: { from: 1470, minutes: 30 } })
    expect(shiftOf(at(20, 4, 22, 30)).pause).toEqual({ from: 1320, minutes: 30 })
    expect(shiftOf(at(14, 24))).toEqual({ works: { from: 840, to: 1440 }, pause: null })
    expect(shiftOf(at(8, 16.5, 12, 30))).toEqual({ works: { from: 480, to: 990 }, pause: { from: 720, minutes: 30 } })
  })

  test.each([
    [at(8, 16.5, 12, 30), null],
    [at(20, 4, 0.5, 30), null],
    [at(22, 6), null],
    [at(0, 24), null],
    [at(8, 8), 'noTime'],
    [at(23.75, 0.25, 23.75, 30), 'noTime'],
    [at(10, 8), 'tooLong'],
    [at(20, 4, 3.75, 30), 'outsideHours'],
    [at(20, 4, 12, 30), 'outsideHours'],
    [at(8, 16, 6, 30), 'outsideHours'],
  ])('%j is possible or has its reason', (times, mistake) => expect(shiftMistake(times)).toBe(mistake))
})

test.each([
  ['of the usual hours at midnight', USUAL_PLANNING, 0],
  ['of an afternoon shift in the early morning', at(14, 22), 6 * 60],
  ['of a long day soon after midnight', at(8, 20), 2 * 60],
  ['of a night shift at noon', at(20, 4), 12 * 60],
  ['of a shift until midnight between two of them', at(16, 24), 8 * 60],
  ['of a whole day at midnight', at(0, 24), 0],
])('a day of rounds %s begins', (_, times, begins) => expect(dayBeginsAt(times)).toBe(begins))
