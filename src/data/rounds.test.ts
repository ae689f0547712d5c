import { afterEach, expect, test, vi } from 'vitest'
import type { Round } from '#contract/rounds.ts'
import { laterRounds, todaysRound } from './rounds.ts'

afterEach(() => void vi.useRealTimers())

const round = (date: string, from: string, until: string) => ({ date, from, until }) as Round
const NIGHTS = [
  round('2026-11-27', '2026-11-27T11:00:00Z', '2026-11-28T11:00:00Z'),
  round('2026-11-28', '2026-11-28T11:00:00Z', '2026-11-29T11:00:00Z'),
]

test.each([
  ['2026-11-27T22:59:00Z', 0],
  ['2026-11-28T01:30:00Z', 0],
  ['2026-11-28T10:59:59Z', 0],
  ['2026-11-28T11:00:00Z', 1],
])('at %s the round of its shift is shown, also after midnight', (now, index) => {
  vi.useFakeTimers({ now: Date.parse(now) })
  expect(todaysRound(NIGHTS)).toBe(NIGHTS[index])
  expect(laterRounds(NIGHTS)).toEqual(NIGHTS.filter((_, other) => other !== index))
})

test('before its day a round is not shown', () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-27T10:00:00Z') })
  expect(todaysRound(NIGHTS)).toBeNull()
})
