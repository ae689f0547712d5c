import { describe, expect, test } from 'vitest'
import { EVEN } from '../forecast/rhythm.ts'
import { DAY } from '../time.ts'
import { createRandom } from './random.ts'
import { expectedPieces, type VisitState, visitValue, type Wait, waitsAfter } from './visit-value.ts'

const MONDAY = Date.UTC(2026, 0, 5, 12)
const waits = (...days: number[]): Wait[] => days.map((day) => ({ at: MONDAY + day * DAY, hours: 24 * day, days: day }))
/** So certain that sales are Poisson-distributed, at this many pieces a day. */
const selling = (aDay: number) => ({ pieces: 1e9, hours: (24 * 1e9) / aDay })
const slot = (pieces: number, aDay: number) => ({ demand: selling(aDay), pieces, filled: 10, margin: 100 })
const state = (change: Partial<VisitState>): VisitState => ({ stocks: [slot(0, 2)], waits: waits(1), usualCost: 500, ...change })

describe('the value of a visit', () => {
  test('an empty slot loses the margin of all its demand until the next opportunity', () => {
    const { total, parts, lost, until } = visitValue(state({}))
    expect(lost).toBeCloseTo(2, 3)
    expect(parts.margin).toBeCloseTo(200, 1)
    expect({ total, until }).toEqual({ total: parts.margin, until: MONDAY + DAY })
  })

  test('one piece for two customers loses the second customer and later ones', () => {
    // Of 2 expected customers one piece serves all but 2 - (1 - e^-2) = 1.1353.
    expect(visitValue(state({ stocks: [slot(1, 2)] })).parts.margin).toBeCloseTo(113.5, 0)
  })

  test('an expected stock between two numbers counts as both in proportion', () => {
    const valueWith = (pieces: number) => visitValue(state({ stocks: [slot(pieces, 2)] })).total
    expect(valueWith(0.25)).toBeCloseTo(0.75 * valueWith(0) + 0.25 * valueWith(1), 6)
  })

  test('a drink is lost once, whichever of its ingredients is missing', () => {
    const stocks = [slot(0, 2), slot(0, 3)]
    expect(visitValue(state({ stocks })).parts.margin).toBeCloseTo(500, 0)
    expect(visitValue(state({ stocks, isDrinks: true })).parts.margin).toBeCloseTo(300, 0)
  })

  test('customers who take something else lose less, as long as there is something else', () => {
    // A fifth of what is wanted is missing; of it, 0.4 × 0.8 / (1 - 0.4 × 0.2) is sold as something else.
    const others = { ...slot(1_000, 8), filled: 1_000 }
    expect(visitValue(state({ stocks: [slot(0, 2), others] })).parts.margin).toBeCloseTo(200, 0)
    expect(visitValue(state({ stocks: [slot(0, 2), others], switching: 0.4 })).parts.margin).toBeCloseTo(200 * (1 - 0.32 / 0.92), 0)
    expect(visitValue(state({ switching: 0.4 })).parts.margin).toBeCloseTo(200, 0)
  })

  test('a stock that is known from earlier loses what it misses after arrival only', () => {
    // Of 4 wanted in two days, one piece serves all but 4 - (1 - e^-4) = 3.0183; of 2 before arrival all but 1.1353.
    const early = { ...slot(1, 2), passed: 24 }
    expect(visitValue(state({ stocks: [early] })).parts.margin).toBeCloseTo(301.8 - 113.5, 0)
    expect(expectedPieces(early)).toBeCloseTo(0.135, 2)
  })

  test('cash that no longer fits, issues, expiring goods and missing pieces each have their part', () => {
    const full = slot(10, 0.001)
    const cash = { amount: 9_000, most: 10_000, perHour: 100, lost: 0.5 }
    expect(visitValue(state({ stocks: [full], cash })).parts.cash).toBe(700)
    expect(visitValue(state({ stocks: [full], issuesPerDay: 300 })).parts.issues).toBe(300)
    expect(visitValue(state({ perMissingPiece: 50 })).parts.service).toBeCloseTo(100, 0)
    const expiring = { pieces: 4, hours: 20, cost: 80 }
    expect(visitValue(state({ stocks: [{ ...full, expiring }] })).parts.expiring).toBeCloseTo(320, 0)
    expect(visitValue(state({ stocks: [{ ...full, expiring: { ...expiring, hours: 30 } }] })).parts.expiring).toBe(0)
  })

  test('waiting until the day that loses least, less the visits that it saves', () => {
    // Ten pieces at one a day: the best rhythm is a visit every ten days or so.
    const { until, parts } = visitValue(state({ stocks: [slot(8, 1)], waits: waits(1, 2, 4, 6, 8, 10, 12, 14) }))
    expect((until - MONDAY) / DAY).toBeGreaterThanOrEqual(6)
    expect(parts.due).toBeGreaterThan(0)
  })

  test('is never negative, 0 for a full machine, and only grows while stock declines', () => {
    const random = createRandom(5)
    for (let seed = 0; seed < 200; seed++) {
      const full = Array.from({ length: 1 + Math.floor(random() * 8) }, () => ({ ...slot(10, random() * 6), margin: random() * 200 }))
      const days = [1, 2, 3, 4, 5, 7, 9, 14, 28].filter(() => random() < 0.7)
      const change = { waits: waits(...(days.length > 0 ? days : [3])), usualCost: 100 + random() * 1_500, isDrinks: random() < 0.3 }
      expect(visitValue(state({ ...change, stocks: full })).total).toBe(0)
      let [before, stocks] = [0, full]
      for (let step = 0; step < 5; step++) {
        stocks = stocks.map((one) => ({ ...one, pieces: Math.max(0, one.pieces - random() * 4) }))
        const { total, parts } = visitValue(state({ ...change, stocks }))
        expect(Math.min(...Object.values(parts))).toBeGreaterThanOrEqual(0)
        expect(total).toBeGreaterThanOrEqual(before - 1e-6)
        before = total
      }
    }
  })
})

test('later opportunities are at the same local time, over the change to summer time', () => {
  const arrival = Date.UTC(2026, 2, 27, 11)
  const all = waitsAfter({ arrival, timeZone: 'Europe/Berlin', rhythm: EVEN, isVisitDay: (day) => day !== 1 })
  expect(all[0]).toEqual({ at: Date.UTC(2026, 2, 29, 10), hours: 48, days: 2 })
  expect(all[1]?.at).toBe(Date.UTC(2026, 2, 30, 10))
})
