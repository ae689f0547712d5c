import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { opensOn, readOpeningHours, writeOpeningHours } from './opening-hours.ts'

describe('opening hours', () => {
  test.each([
    ['Mo-Fr 08:00-17:00', [{ days: [1, 2, 3, 4, 5], from: 480, to: 1020 }]],
    [
      'mo - fr 8-17:30 ; Sa,Su 09:00-24:00',
      [
        { days: [1, 2, 3, 4, 5], from: 480, to: 1050 },
        { days: [6, 7], from: 540, to: 1440 },
      ],
    ],
    ['Fr-Mo 10:00-12:00', [{ days: [1, 5, 6, 7], from: 600, to: 720 }]],
  ])('reads %s', (text, rules) => expect(readOpeningHours(text)).toEqual(rules))

  test.each([
    '',
    '24/7',
    'Mo-Fr',
    'Mo-Fr 17:00-08:00',
    'Mo-Fr 08:00-08:00',
    'Mo-Fr 08:60-09:00',
    'Mo 8-25',
    'Mo 8-9; Mo 10-11',
    'Xx 8-9',
    'Mo-We-Fr 8-9',
  ])('does not read %j', (text) => expect(readOpeningHours(text)).toBeNull())

  it('reads what it writes', () => {
    const hours = fc.tuple(fc.integer({ min: 0, max: 1439 }), fc.integer({ min: 1, max: 1440 })).filter(([from, to]) => from < to)
    const days = fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 1 })
    fc.assert(
      fc.property(days, hours, hours, (open, [from, to], [from2, to2]) => {
        const others = [1, 2, 3, 4, 5, 6, 7].filter((day) => !open.includes(day))
        const rules = [{ days: open, from, to }, ...(others.length > 0 ? [{ days: others, from: from2, to: to2 }] : [])]
        expect(readOpeningHours(writeOpeningHours(rules))).toEqual(rules)
      }),
    )
  })

  it('are those of the weekday, none on other days, and any without hours', () => {
    const text = 'Mo-Fr 08:00-17:00; Sa 09:00-12:00'
    expect([1, 6, 7].map((day) => opensOn(text, day))).toEqual([{ from: 480, to: 1020 }, { from: 540, to: 720 }, null])
    expect([opensOn(null, 1), opensOn('', 1)]).toEqual([undefined, undefined])
  })
})
