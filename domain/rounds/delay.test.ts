import { expect, test } from 'vitest'
import { HOUR, MINUTE } from '../time.ts'
import { delayOf } from './delay.ts'

const DAY = { from: 0, until: 24 * HOUR }
const open = (arrival: number | null) => ({ state: 'PLANNED', arrival, minutes: 10, visitedUntil: null }) as const
const done = (arrival: number | null, visitedUntil: number | null) => ({ state: 'DONE', arrival, minutes: 10, visitedUntil }) as const

test.each([
  ['is on time', [open(9 * HOUR)], 8 * HOUR, 0],
  ['has not reached its next stop', [open(9 * HOUR), open(10 * HOUR)], 9 * HOUR + 12 * MINUTE, 15],
  ['ended its last stop late', [done(8 * HOUR, 8 * HOUR + 38 * MINUTE), open(9 * HOUR)], 8 * HOUR + 40 * MINUTE, 30],
  ['ended its last stop early', [done(8 * HOUR, 8 * HOUR + 4 * MINUTE), open(9 * HOUR)], 8 * HOUR + 5 * MINUTE, 0],
  ['ended late and waits since', [done(8 * HOUR, 8 * HOUR + 38 * MINUTE), open(9 * HOUR)], 9 * HOUR + 50 * MINUTE, 50],
  ['did an added stop', [done(null, 8 * HOUR + 38 * MINUTE), open(9 * HOUR)], 8 * HOUR + 40 * MINUTE, 0],
  ['has no plan', [open(null), open(null)], 12 * HOUR, 0],
  ['has no open stop', [done(8 * HOUR, 20 * HOUR)], 21 * HOUR, 0],
  ['was yesterday', [open(9 * HOUR)], 24 * HOUR, 0],
  ['is tomorrow', [open(9 * HOUR)], -1, 0],
])('the delay of a round that %s', (_name, stops, now, minutes) => {
  expect(delayOf({ ...DAY, stops }, now)).toBe(minutes * MINUTE)
})
