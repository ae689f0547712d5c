import { expect, test } from 'vitest'
import { HOUR, MINUTE } from '../time.ts'
import { clockOffset, happenedAt } from './clock.ts'

const NOW = Date.parse('2026-03-02T08:00:00.000Z')

test('a clock that is off by more than two minutes is corrected', () => {
  expect(clockOffset(null, NOW)).toBe(0)
  expect(clockOffset(NOW - 2 * MINUTE, NOW)).toBe(0)
  expect(clockOffset(NOW + 2 * MINUTE, NOW)).toBe(0)
  expect(clockOffset(NOW - 2 * MINUTE - 1, NOW)).toBe(2 * MINUTE + 1)
  const offset = clockOffset(NOW + 3 * HOUR, NOW)
  expect(happenedAt(NOW + 2 * HOUR, offset, NOW)).toBe(NOW - HOUR)
})

test('a time more than five minutes ahead becomes now', () => {
  expect(happenedAt(NOW + 5 * MINUTE, 0, NOW)).toBe(NOW + 5 * MINUTE)
  expect(happenedAt(NOW + 5 * MINUTE + 1, 0, NOW)).toBe(NOW)
})

test.each(['1970-01-01T00:00:00Z', '1999-01-01T00:00:00Z', '2018-01-31T23:59:59Z'])('a time in %s, before any list, becomes now', (at) => {
  expect(happenedAt(Date.parse(at), 0, NOW)).toBe(NOW)
  expect(happenedAt(-HOUR, 0, NOW)).toBe(NOW)
})

test('a time since February 2018 is kept', () => {
  const first = Date.parse('2018-02-01T00:00:00Z')
  expect(happenedAt(first, 0, NOW)).toBe(first)
})
