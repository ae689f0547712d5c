import { describe, expect, test } from 'vitest'
import { randomFrom } from '../../tests/sync/simulation/random.ts'
import { DAY, HOUR } from '../time.ts'
import { busyByFold, PARTS_END } from './held-out.ts'
import { learning, type MachinePast } from './learn.ts'
import { rhythmOf } from './rhythm.ts'
import { hoursUntil, mergeWeeks, weekOf } from './seen.ts'

const UTC = 'UTC'
/** A Monday. */
const NOW = Date.parse('2026-03-09T00:00:00Z')
const DAYS = 70

describe('the rhythm known at a fold', () => {
  /** Sold every hour, and in the last 14 days not on weekends. */
  const sales = Array.from({ length: DAYS * 24 }, (_, index) => NOW - (index + 1) * HOUR)
    .reverse()
    .filter((at) => at < NOW - 14 * DAY || new Date(at).getUTCDay() % 6 !== 0)
  const hours = hoursUntil(NOW, DAYS, UTC)
  const weeks = PARTS_END.map((end, index) => {
    const since = index === 0 ? NOW - DAYS * DAY : NOW - (PARTS_END[index - 1] ?? 0) * DAY
    return weekOf({ since, sales, soldOut: [] }, hours, NOW - end * DAY)
  })
  const busy = busyByFold([weeks], [rhythmOf(mergeWeeks(weeks))], { hours, now: NOW, days: DAYS })

  test('does not include later days', () => {
    const sundayKnownAt = (fold: number) => busy.get(fold)?.[0]?.[0] ?? 0
    expect(sundayKnownAt(7)).toBeGreaterThan(1.1)
    expect(sundayKnownAt(14)).toBeGreaterThan(sundayKnownAt(7) * 1.1)
    expect(sundayKnownAt(42)).toBeCloseTo(sundayKnownAt(14), 1)
  })
})

test('variance between days is learnt as chance rather than as rhythm', () => {
  const random = randomFrom('days of chance')
  const days = 35
  // Each day has 2 to 41 customers, evenly spaced.
  const pasts = Array.from({ length: 30 }, (): MachinePast => {
    const sales = Array.from({ length: days }, (_, day) => {
      const count = random.between(2, 41)
      return Array.from({ length: count }, (_, index) => Math.floor(NOW + (day - days + (index + random.next()) / count) * DAY))
    }).flat()
    return { kind: 'SNACK', until: NOW, places: [{ product: 1, since: NOW - days * DAY, sales, soldOut: [] }] }
  })
  const steps = learning(pasts, { now: NOW, days, timeZone: UTC })
  let step = steps.next()
  while (!step.done) step = steps.next()
  const [mean, variance] = [21.5, (40 ** 2 - 1) / 12]
  const luck = (variance - mean) / mean ** 2
  expect(step.value[0]?.demands[0]?.spread?.luck).toBeGreaterThan(luck)
  expect(step.value[0]?.demands[0]?.spread?.luck).toBeLessThan(2 * luck)
})
