import { expect, test } from 'vitest'
import { HOUR } from '../time.ts'
import { byHour, HOURS } from './by-hour.ts'

const NOW = 1_000_000 * HOUR

test('puts recent sales in the last hour and day-old sales in the first', () => {
  const counts = byHour([NOW, NOW - HOUR + 1, NOW - HOUR, NOW - HOURS * HOUR + 1], NOW)
  expect(counts).toHaveLength(HOURS)
  expect([counts[0], counts[22], counts[23]]).toEqual([1, 1, 2])
})

test('leaves out sales that are older or in the future', () => {
  expect(byHour([NOW - HOURS * HOUR, NOW + 1], NOW).every((count) => count === 0)).toBe(true)
})
