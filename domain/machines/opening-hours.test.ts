import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { opensFrom, readOpeningHours, writeOpeningHours } from './opening-hours.ts'

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
    ['Mo-Su 18:00-02:00', [{ days: [1, 2, 3, 4, 5, 6, 7], from: 1080, to: 1560 }]],
    [
      'Mo,Tu 8-12, 13:30 - 17; Tu 18-2',
      [
        { days: [1, 2], from: 480, to: 720 },
        { days: [1, 2], from: 810, to: 1020 },
        { days: [2], from: 1080, to: 1560 },
      ],
    ],
    ['Fr-Mo 10:00-12:00', [{ days: [1, 5, 6, 7], from: 600, to: 720 }]],
  ])('reads %s', (text, rules) => expect(readOpeningHours(text)).toEqual(rules))

  test.each([
    '',
    '24/7',
    'Mo-Fr',
    'Mo-Fr 08:00-08:00',
    'Mo-Fr 08:60-09:00',
    'Mo 8-25',
    'Mo 8-12; Mo 11-13',
    'Mo 8-9,',
    'Xx 8-9',
    'Mo-We-Fr 8-9',
  ])('does not read %j', (text) => expect(readOpeningHours(text)).toBeNull())

  it('reads what it writes', () => {
    const hours = fc
      .tuple(fc.integer({ min: 0, max: 1439 }), fc.integer({ min: 1, max: 1439 }))
      .map(([from, lasts]) => [from, from + lasts] as const)
    const days = fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 1 })
    fc.assert(
      fc.property(days, hours, hours, (open, [from, to], [from2, to2]) => {
        const others = [1, 2, 3, 4, 5, 6, 7].filter((day) => !open.includes(day))
        const rules = [{ days: open, from, to }, ...(others.length > 0 ? [{ days: others, from: from2, to: to2 }] : [])]
        expect(readOpeningHours(writeOpeningHours(rules))).toEqual(rules)
      }),
    )
  })

  it('have several intervals on a day', () => {
    const text = 'Mo-Fr 08:00-12:00,13:00-17:00; Sa 09:00-12:00'
    expect(opensFrom('Mo 13-17; Mo,Tu 8-12', 1)).toEqual(opensFrom(text, 1))
    expect(writeOpeningHours(readOpeningHours('Mo-Fr 8-12; Sa 9-12; Mo-Fr 13-17') ?? [])).toBe(text)
    expect(opensFrom(text, 5, 1440 + 600)).toEqual([
      { from: 480, to: 720 },
      { from: 780, to: 1020 },
      { from: 1440 + 540, to: 1440 + 720 },
    ])
  })

  it('are those of the weekday, none on other days, and any without hours', () => {
    const text = 'Mo-Fr 08:00-17:00; Sa 09:00-12:00'
    expect([1, 6, 7].map((day) => opensFrom(text, day))).toEqual([[{ from: 480, to: 1020 }], [{ from: 540, to: 720 }], []])
    expect([opensFrom(null, 1), opensFrom('', 1)]).toEqual([undefined, undefined])
  })

  it('reach into the following day as far as a shift does', () => {
    const text = 'Mo-Fr 08:00-17:00; Sa 06:00-12:00'
    expect(opensFrom(text, 5, 1440 + 420)).toEqual([
      { from: 480, to: 1020 },
      { from: 1440 + 360, to: 1440 + 720 },
    ])
    expect(opensFrom(text, 5, 1440 + 360)).toEqual([{ from: 480, to: 1020 }])
    expect(opensFrom(text, 7, 1440 + 600)).toEqual([{ from: 1440 + 480, to: 1440 + 1020 }])
  })

  it('go on after midnight, and do not end at it if the site stays open', () => {
    const bar = 'Fr-Sa 18:00-02:00'
    expect(opensFrom(bar, 5)).toEqual([{ from: 1080, to: 1560 }])
    expect(opensFrom(bar, 6)).toEqual([
      { from: 0, to: 120 },
      { from: 1080, to: 1560 },
    ])
    expect(opensFrom(bar, 7)).toEqual([{ from: 0, to: 120 }])
    expect(opensFrom('Mo-Su 00:00-24:00', 1, 1440 + 360)).toEqual([{ from: 0, to: 2880 }])
  })
})
