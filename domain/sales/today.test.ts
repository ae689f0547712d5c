import { expect, test } from 'vitest'
import { HOUR, MINUTE } from '../time.ts'
import { bandOf, hoursOf, lostUntil, sameWeekday, soldByWallHour } from './today.ts'

const ZONE = 'Europe/Berlin'

test('a day has 23 or 25 hours when the clocks change', () => {
  const hoursAt = (now: string) => hoursOf(sameWeekday(Date.parse(now), ZONE, 0), ZONE).map(({ wallHour }) => wallHour)
  expect(hoursAt('2026-03-29T10:00:00Z')).toEqual([0, 1, ...Array.from({ length: 21 }, (_, index) => index + 3)])
  expect(hoursAt('2026-10-25T10:00:00Z')).toEqual([0, 1, 2, 2, ...Array.from({ length: 21 }, (_, index) => index + 3)])
  expect(hoursAt('2026-10-26T10:00:00Z')).toHaveLength(24)
})

test('an hour that occurs twice counts as their mean; a skipped one is absent', () => {
  const longDay = sameWeekday(Date.parse('2026-10-25T10:00:00Z'), ZONE, 0)
  const minutes = new Map([
    [125, 100],
    [185, 300],
    [245, 50],
  ])
  expect([...soldByWallHour({ ...longDay, minutes }, ZONE)].slice(2, 4)).toEqual([
    [2, 200],
    [3, 50],
  ])
  const shortDay = sameWeekday(Date.parse('2026-03-29T10:00:00Z'), ZONE, 0)
  expect(soldByWallHour({ ...shortDay, minutes }, ZONE).get(2)).toBeUndefined()
})

test('the same weekday is compared until the same time on the wall clock', () => {
  const now = Date.parse('2026-03-31T07:30:00Z')
  expect(sameWeekday(now, ZONE, 1)).toMatchObject({
    day: '2026-03-24',
    from: Date.parse('2026-03-23T23:00:00Z'),
    at: Date.parse('2026-03-24T08:30:00Z'),
  })
})

test('percentiles are interpolated, and too few values have none', () => {
  expect(bandOf([5, 1, 4, 2, 3])).toEqual({ low: 1.4, median: 3, high: 4.6 })
  expect(bandOf([1, 2])).toBeNull()
})

test('overlapping stops count once, and empty slots only while the machine runs', () => {
  const hours = [0, 1, 2].map((wallHour) => ({ from: wallHour * HOUR, until: (wallHour + 1) * HOUR, wallHour }))
  const expected = new Map([
    [0, 60],
    [1, 60],
    [2, 60],
  ])
  const lost = (losing: Partial<Parameters<typeof lostUntil>[3]>, now = 2 * HOUR + 30 * MINUTE) =>
    lostUntil(now, hours, expected, { down: [], emptySince: [], places: 0, ...losing })
  const half = { from: 30 * MINUTE, to: HOUR }
  expect(lost({})).toBe(0)
  expect(lost({ down: [half] })).toBe(30)
  expect(lost({ down: [half, { from: 40 * MINUTE, to: 70 * MINUTE }] })).toBe(40)
  expect(lost({ down: [{ from: -HOUR, to: null }] })).toBe(150)
  expect(lost({ emptySince: [HOUR], places: 4 })).toBeCloseTo(22.5)
  expect(lost({ emptySince: [-HOUR, 0, 90 * MINUTE], places: 4 })).toBe(90)
  expect(lost({ down: [{ from: 0, to: null }], emptySince: [0], places: 4 })).toBe(150)
  expect(lostUntil(HOUR, hours, null, { down: [half], emptySince: [], places: 0 })).toBe(0)
})
