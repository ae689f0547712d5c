import { describe, expect, test } from 'vitest'
import type { Stop } from '#contract/rounds.ts'
import { fromIso } from '#domain/time.ts'
import { arrivalsOf, needsIn } from './stop-needs.ts'

const stop = (machineId: number, state: Stop['state'], arrival: string | null) =>
  ({ machineId, state, arrival, minutes: null, visitedUntil: null }) as Stop

describe('arrivals', () => {
  const day = { from: '2026-03-02T23:00:00.000Z', until: '2026-03-03T23:00:00.000Z' }
  const stops = [
    stop(1, 'DONE', '2026-03-03T08:00:00.000Z'),
    stop(2, 'PLANNED', '2026-03-03T09:00:00.000Z'),
    stop(3, 'SKIPPED', null),
    stop(4, 'PLANNED', '2026-03-03T11:00:00.000Z'),
    stop(5, 'PLANNED', null),
  ]

  test('open stops are reached as late as the next one is', () => {
    const now = fromIso('2026-03-03T10:00:00.000Z')
    expect([...arrivalsOf({ ...day, stops }, now)]).toEqual([
      [2, now],
      [4, fromIso('2026-03-03T12:00:00.000Z')],
      [5, now],
    ])
  })

  test('a stop of a later day is not reached before that day', () => {
    expect(arrivalsOf({ ...day, stops }, fromIso('2026-03-01T10:00:00.000Z')).get(5)).toBe(fromIso(day.from))
  })
})

test('pieces are summed, canisters are counted', () => {
  const places = [
    { productId: 1, missing: 3.4 },
    { productId: 1, missing: 0.3 },
    { productId: 9, missing: 850 },
    { productId: 9, missing: 0 },
  ]
  expect(needsIn(places, (product) => product === 9)).toEqual({ pieces: 4, canisters: 1 })
})
