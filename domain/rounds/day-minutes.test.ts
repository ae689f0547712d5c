import { expect, test } from 'vitest'
import { fromIso, toIso } from '../time.ts'
import { minuteOn, momentOn } from './day-minutes.ts'

test.each([
  ['an ordinary day', '2026-03-03', 540, 'Europe/Berlin', '2026-03-03T08:00:00.000Z'],
  ['a day of 23 hours', '2026-03-29', 540, 'Europe/Berlin', '2026-03-29T07:00:00.000Z'],
  ['a day of 25 hours', '2026-11-01', 540, 'America/Los_Angeles', '2026-11-01T17:00:00.000Z'],
  ['a night after which clocks are changed', '2026-03-28', 28 * 60, 'Europe/Berlin', '2026-03-29T02:00:00.000Z'],
  ['a zone without changes', '2026-12-01', 540, 'Asia/Tokyo', '2026-12-01T00:00:00.000Z'],
])('minutes of %s are those of clocks', (_, date, minutes, timeZone, at) => {
  expect(toIso(momentOn(date, minutes, timeZone))).toBe(at)
  expect(minuteOn(date, fromIso(at), timeZone)).toBe(minutes)
})
