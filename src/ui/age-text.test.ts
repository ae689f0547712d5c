import { expect, test } from 'vitest'
import { HOUR } from '#domain/time.ts'
import { ageOf } from './AgeText.tsx'

const at = (day: number, hour: number) => new Date(2026, 10, day, hour).getTime()

test.each([
  [at(24, 9), at(25, 5), '20 hours ago'],
  [at(24, 3), at(25, 5), 'yesterday'],
  [at(23, 11), at(25, 5), '2 days ago'],
  [at(18, 23), at(25, 5), '7 days ago'],
  // The clocks go back in between, so one of the days has 25 hours in many zones.
  [new Date(2026, 9, 24, 12).getTime(), new Date(2026, 9, 26, 12).getTime(), '2 days ago'],
])('%i at %i is %s', (then, now, words) => {
  expect(ageOf(then, now, 'en')).toBe(words)
})

test('less than a minute is now, also with a clock that is behind', () => {
  expect(ageOf(at(25, 5), at(25, 5) + 30_000, 'en')).toBe('now')
  expect(ageOf(at(25, 5) + HOUR, at(25, 5), 'en')).toBe('now')
})
