import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DAY, HOUR } from '../time.ts'
import { learning, type MachinePast } from './learn.ts'
import { historyOf, type Move, portionOf } from './past.ts'
import { bothOf, emptyForecastOf, sellingOfAll } from './place.ts'
import { EVEN, HOURS_A_WEEK } from './rhythm.ts'
import { readRhythm, writeRhythm } from './rhythm-text.ts'
import { insteadOf } from './switching.ts'
import { businessBetween, soldOf, unmet } from './unmet.ts'

const BERLIN = 'Europe/Berlin'
const MONDAY = Date.parse('2026-03-09T07:00:00Z')

describe('a rhythm as text', () => {
  test('has one character per hour, and round-trips approximately', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0.05, max: 8, noNaN: true }), { minLength: HOURS_A_WEEK, maxLength: HOURS_A_WEEK }),
        (weights) => {
          const mean = weights.reduce((sum, weight) => sum + weight, 0) / HOURS_A_WEEK
          const rhythm = weights.map((weight) => weight / mean)
          const text = writeRhythm(rhythm)
          expect(text).toMatch(/^[\w-]{168}$/)
          readRhythm(text)?.forEach((weight, hour) => {
            expect(Math.abs(weight / Math.max(rhythm[hour] ?? 0, 0.01) - 1)).toBeLessThan(0.15)
          })
        },
      ),
      { numRuns: 30 },
    )
  })

  test('that no server wrote is null', () => {
    expect(readRhythm('')).toBeNull()
    expect(readRhythm('*'.repeat(HOURS_A_WEEK))).toBeNull()
  })
})

describe('the past of a slot', () => {
  const sale = (at: number): Move => ({ at, kind: 'sale', quantity: -1000 })
  const piece = { since: 0, until: 100, portion: 1000 }

  test('was sold out from its last piece until the restock', () => {
    const moves: Move[] = [sale(10), sale(20), { at: 50, kind: 'delta', quantity: 5000 }, sale(60)]
    expect(historyOf(moves, { ...piece, balance: 4000 })).toEqual({ since: 0, sales: [10, 20, 60], soldOut: [{ from: 20, to: 50 }] })
  })

  test('is computed backwards from the first count', () => {
    const moves: Move[] = [sale(10), { at: 30, kind: 'count', quantity: 1000 }, sale(40)]
    expect(historyOf(moves, { ...piece, balance: 0 }).soldOut).toEqual([{ from: 40, to: 100 }])
  })

  test('counts a portion of an ingredient as a piece', () => {
    expect(
      portionOf([
        { at: 1, kind: 'sale', quantity: -7500 },
        { at: 2, kind: 'sale', quantity: -8500 },
      ]),
    ).toBe(8000)
    expect(portionOf([{ at: 1, kind: 'delta', quantity: -7500 }])).toBe(1000)
  })
})

describe('the loss without a visit', () => {
  const demand = { pieces: 1000, hours: 1000 }

  test('is all demand without stock, and nothing with plenty', () => {
    expect(unmet(demand, 0, 24)).toBeCloseTo(24)
    expect(unmet(demand, 500, 24)).toBeCloseTo(0)
    expect(soldOf(demand, 24, 24) + unmet(demand, 24, 24)).toBeCloseTo(24)
    expect(unmet({ pieces: 0, hours: 0 }, 3, 24)).toBe(0)
  })

  test('decreases with stock', () => {
    fc.assert(
      fc.property(fc.nat(60), fc.double({ min: 0.5, max: 200, noNaN: true }), (pieces, hours) => {
        expect(unmet(demand, pieces + 1, hours)).toBeLessThanOrEqual(unmet(demand, pieces, hours) + 1e-9)
      }),
    )
  })

  test('counts business hours', () => {
    expect(businessBetween(MONDAY, MONDAY + DAY, BERLIN, EVEN)).toBeCloseTo(24)
    const byDay = EVEN.map((_, hour) => (hour % 24 >= 8 && hour % 24 < 16 ? 3 : 0))
    expect(businessBetween(MONDAY, MONDAY + 2 * HOUR, BERLIN, byDay)).toBeCloseTo(6)
    expect(businessBetween(MONDAY + 12 * HOUR, MONDAY + 20 * HOUR, BERLIN, byDay)).toBe(0)
  })
})

describe('the forecast text of a slot', () => {
  const selling = { rhythm: EVEN, demand: { pieces: 100, hours: 100 }, pieces: 10, from: MONDAY }

  test('claims no more than is known', () => {
    expect(emptyForecastOf({ ...selling, pieces: 0 }, MONDAY, BERLIN)).toEqual({ state: 'empty' })
    expect(emptyForecastOf({ ...selling, pieces: 5000 }, MONDAY, BERLIN)).toEqual({ state: 'lasts' })
    expect(emptyForecastOf(selling, MONDAY + 5 * DAY, BERLIN)).toEqual({ state: 'by-now' })
    const forecast = emptyForecastOf(selling, MONDAY, BERLIN)
    if (forecast.state !== 'within') throw new Error(forecast.state)
    expect(forecast.most.from).toBeLessThanOrEqual(forecast.half.from)
    expect(forecast.half.to).toBeLessThanOrEqual(forecast.most.to ?? 0)
  })

  test('never begins in the past', () => {
    const forecast = emptyForecastOf(selling, MONDAY + 9 * HOUR, BERLIN)
    expect(forecast).toMatchObject({ state: 'within', half: { from: MONDAY + 9 * HOUR } })
  })

  test('combines slots of one product, unless one is unknown', () => {
    const both = sellingOfAll([selling, selling])
    expect(both).toMatchObject({ pieces: 20 })
    expect((both?.demand.pieces ?? 0) / (both?.demand.hours ?? 1)).toBeCloseTo(2)
    expect(sellingOfAll([selling, null])).toBeNull()
    expect(bothOf({ pieces: 0, hours: 5 }, { pieces: 0, hours: 9 })).toEqual({ pieces: 0, hours: 14 })
  })
})

describe('learning from a company', () => {
  const now = MONDAY
  const days = 70
  /** Two slots that each sell every hour, one of which is sold out on every other day: half of its customers take the other. */
  const machine = (until = now, isClosed = (_: number) => false): MachinePast => {
    const hours = Array.from({ length: days * 24 }, (_, hour) => now - (hour + 1) * HOUR).reverse()
    const isOut = (at: number) => Math.floor((now - at - 1) / DAY) % 2 === 1
    const open = hours.filter((at) => at < until && !isClosed(at))
    const outDays = Array.from({ length: days / 2 }, (_, index) => now - (2 * index + 2) * DAY)
    return {
      kind: 'SNACK',
      until,
      places: [
        {
          product: 1,
          since: now - days * DAY,
          sales: open.flatMap((at) => (isOut(at) && Math.floor(at / HOUR) % 2 === 0 ? [at + 1, at + 2] : [at + 1])),
          soldOut: [],
        },
        {
          product: 2,
          since: now - days * DAY,
          sales: open.filter((at) => !isOut(at)).map((at) => at + 3),
          soldOut: outDays.map((from) => ({ from, to: from + DAY })).reverse(),
        },
      ],
    }
  }
  const learnt = (machines: readonly MachinePast[]) => {
    const steps = learning(machines, { now, days, timeZone: BERLIN })
    for (;;) {
      const { done, value } = steps.next()
      if (done) return value
    }
  }
  const perHour = ({ pieces, hours }: { pieces: number; hours: number }) => pieces / hours

  test('does not count switching customers as additional demand', () => {
    const [one] = learnt([machine(), machine()])
    expect(one?.switching).toBeGreaterThanOrEqual(0.4)
    one?.demands.forEach((demand) => {
      expect(perHour(demand)).toBeGreaterThan(0.93)
      expect(perHour(demand)).toBeLessThan(1.1)
    })
    expect(
      insteadOf(
        [
          { rate: 1, isOut: false },
          { rate: 1, isOut: true },
        ],
        0.5,
      ),
    ).toBeCloseTo(4 / 3)
    expect(
      insteadOf(
        [
          { rate: 1, isOut: false },
          { rate: 1, isOut: false },
        ],
        0.5,
      ),
    ).toBe(1)
  })

  test('does not count closed days as days without customers', () => {
    const isClosed = (at: number) => at >= now - 9 * DAY && at < now - 5 * DAY
    const [one] = learnt([machine(now, isClosed), machine(now, isClosed)])
    one?.demands.forEach((demand) => {
      expect(perHour(demand)).toBeGreaterThan(0.93)
    })
  })

  test('reports past errors, and uses the usual spread for a new machine', () => {
    const spread = learnt([machine()])[0]?.demands[0]?.spread
    expect(spread?.half).toBeGreaterThan(0)
    expect(spread?.half).toBeLessThan(spread?.most ?? 0)
    expect(spread?.most).toBeLessThan(0.5)
    const { places, ...young } = machine()
    const [one] = learnt([{ ...young, places: places.map((place) => ({ ...place, since: now - DAY })) }])
    expect(one?.demands[0]?.spread).toEqual({ luck: 0.05, half: 0.25, most: 0.485 })
  })
})
