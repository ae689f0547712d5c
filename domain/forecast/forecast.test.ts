import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DAY, HOUR } from '../time.ts'
import { beliefsOf, demandOf, rateOf, weightOf } from './demand.ts'
import { chanceOfSelling, hoursUntilSold, whenEmpty } from './empty.ts'
import { EVEN, HOURS_A_WEEK, hourOfWeek, rhythmOf, type WeekOfSales } from './rhythm.ts'
import { hoursUntil, mergeWeeks, weekOf } from './seen.ts'
import { shownSpan } from './shown.ts'

const WARSAW = 'Europe/Warsaw'
/** A Monday, 8:00 in Warsaw. */
const MONDAY = Date.parse('2026-03-09T07:00:00Z')
const flat = (value: number) => Array.from({ length: HOURS_A_WEEK }, () => value)

describe('the rhythm of a week', () => {
  test('counts hours from Monday midnight in local time, summer and winter', () => {
    expect(hourOfWeek(Date.parse('2026-03-08T23:00:00Z'), WARSAW)).toBe(0)
    expect(hourOfWeek(Date.parse('2026-07-05T22:00:00Z'), WARSAW)).toBe(0)
    expect(hourOfWeek(Date.parse('1969-12-31T23:00:00Z'), WARSAW)).toBe(3 * 24)
  })

  test('is even without sales, and always averages one', () => {
    expect(rhythmOf({ sold: flat(0), open: flat(10) })).toEqual(EVEN)
    fc.assert(
      fc.property(fc.array(fc.nat(50), { minLength: HOURS_A_WEEK, maxLength: HOURS_A_WEEK }), (sold) => {
        const rhythm = rhythmOf({ sold, open: flat(8) })
        expect(rhythm.reduce((sum, weight) => sum + weight, 0) / HOURS_A_WEEK).toBeCloseTo(1, 1)
        expect(Math.min(...rhythm)).toBeGreaterThan(0)
      }),
      { numRuns: 30 },
    )
  })

  test('learns a busy hour from many sales, and slowly from few', () => {
    const busyAt = (hour: number, times: number) => flat(1).map((sold, at) => (at === hour ? sold * times : sold) * 20)
    const many = rhythmOf({ sold: busyAt(10, 5), open: flat(8) })
    expect(many[10]).toBeGreaterThan(3)
    const few = rhythmOf({ sold: flat(0).map((_, at) => (at === 10 ? 2 : 0)), open: flat(8) })
    expect(few[10]).toBeLessThan(2)
  })

  test('distinguishes an hour without stock from one without buyers', () => {
    const often = flat(20)
    const soldOutAtNight = {
      sold: often.map((sold, hour) => (hour % 24 < 6 ? 0 : sold)),
      open: flat(8).map((open, hour) => (hour % 24 < 6 ? 0 : open)),
    }
    expect(rhythmOf(soldOutAtNight)[3]).toBeCloseTo(1, 1)
  })
})

describe('the observations of a slot', () => {
  const now = MONDAY + 14 * DAY
  const hours = hoursUntil(now, 21, WARSAW)
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  const totalsOf = ({ sold, open }: WeekOfSales) => ({ sold: sum(sold), hours: sum(open) })

  test('count the hours with stock, and decay slowly', () => {
    const whole = totalsOf(weekOf({ since: MONDAY, sales: [], soldOut: [] }, hours, now))
    const half = totalsOf(weekOf({ since: MONDAY, sales: [], soldOut: [{ from: MONDAY + 7 * DAY, to: now }] }, hours, now))
    expect(whole.hours).toBeLessThan(14 * 24)
    expect(whole.hours).toBeGreaterThan(14 * 24 * weightOf(14))
    expect(half.hours).toBeLessThan(whole.hours / 2)
    expect(weightOf(42)).toBe(0.5)
  })

  test('are split if stock ran out within the hour', () => {
    const from = now - 2 * HOUR - HOUR / 2
    const without = totalsOf(weekOf({ since: MONDAY, sales: [], soldOut: [{ from, to: now - 2 * HOUR }] }, hours, now))
    const whole = totalsOf(weekOf({ since: MONDAY, sales: [], soldOut: [] }, hours, now))
    expect(whole.hours - without.hours).toBeCloseTo(0.5, 2)
  })

  test('add up', () => {
    const week = weekOf({ since: MONDAY, sales: [MONDAY + HOUR, now - HOUR, now + HOUR], soldOut: [] }, hours, now)
    const two = totalsOf(mergeWeeks([week, week]))
    expect(two.sold).toBeCloseTo(2 * totalsOf(week).sold)
    expect(totalsOf(week).sold).toBeLessThan(2)
  })
})

describe('the prior of a slot', () => {
  test('is that of machine and product, and with many sales its own', () => {
    const seen = (sold: number) => ({ sold, hours: 1_000 })
    const places = [
      { machine: 1, product: 1, seen: seen(100) },
      { machine: 1, product: 2, seen: seen(50) },
      { machine: 2, product: 1, seen: seen(200) },
      { machine: 2, product: 2, seen: { sold: 0, hours: 0 } },
    ]
    const [, , , unknown] = beliefsOf(places)
    expect(unknown?.rate).toBeGreaterThan(0.07)
    expect(unknown?.rate).toBeLessThan(0.16)
    const belief = { rate: 0.1, spread: 5 }
    expect(rateOf(demandOf(belief, { sold: 0, hours: 0 }))).toBeCloseTo(0.1)
    expect(rateOf(demandOf(belief, { sold: 400, hours: 1_000 }))).toBeCloseTo(0.4, 1)
    expect(rateOf(demandOf({ rate: 0, spread: 5 }, { sold: 0, hours: 0 }))).toBe(0)
  })
})

describe('the time of emptying', () => {
  const demand = { pieces: 100, hours: 100 }

  test('is now without stock, and never without sales', () => {
    const options = { now: MONDAY, timeZone: WARSAW, rhythm: EVEN, demand }
    expect(whenEmpty({ ...options, stock: 0 }).likely).toBe(MONDAY)
    expect(whenEmpty({ ...options, demand: { pieces: 0, hours: 0 }, stock: 3 })).toEqual({
      likely: null,
      half: { from: null, to: null },
      most: { from: null, to: null },
    })
  })

  test('is later with more stock, and its spans are nested', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 300 }), fc.double({ min: 0.5, max: 500, noNaN: true }), (stock, pieces) => {
        const options = { now: MONDAY, timeZone: WARSAW, rhythm: EVEN, demand: { pieces, hours: 100 } }
        const [less, more] = [whenEmpty({ ...options, stock }), whenEmpty({ ...options, stock: stock + 5 })]
        const bounds = [less.most.from, less.half.from, less.likely, less.half.to, less.most.to].map((at) => at ?? Number.POSITIVE_INFINITY)
        expect(bounds).toEqual([...bounds].sort((a, b) => a - b))
        expect(more.likely ?? Number.POSITIVE_INFINITY).toBeGreaterThanOrEqual(less.likely ?? 0)
      }),
      { numRuns: 50 },
    )
  })

  test('matches the exact probability, and the quotient for a known rate', () => {
    expect(chanceOfSelling({ pieces: 1, hours: 1 }, 1, 1)).toBeCloseTo(0.5)
    expect(hoursUntilSold({ pieces: 1e6, hours: 1e6 }, 400, 0.5)).toBeCloseTo(400, -1)
    expect(chanceOfSelling({ pieces: 5_000, hours: 10 }, 2_000, 4)).toBeGreaterThan(0.4)
  })

  test('has wider spans if days vary, as wide as past errors', () => {
    const spread = { luck: 0.5, half: 0.3, most: 0.49 }
    const bounds = (of: typeof demand & { spread?: typeof spread }) =>
      whenEmpty({ now: MONDAY, timeZone: WARSAW, rhythm: EVEN, demand: of, stock: 20 }).most
    const widthOf = ({ from, to }: { from: number | null; to: number | null }) => (to ?? 0) - (from ?? 0)
    const alike = bounds({ ...demand, spread: { ...spread, luck: 0 } })
    expect(widthOf(bounds({ ...demand, spread }))).toBeGreaterThan(widthOf(alike))
    expect(widthOf(alike)).toBeGreaterThan(widthOf(bounds(demand)))
  })

  test('is shown in whole hours or days that contain the span', () => {
    const moment = fc.integer({ min: MONDAY - 200 * DAY, max: MONDAY + 200 * DAY })
    fc.assert(
      fc.property(moment, fc.integer({ min: 0, max: 9 * DAY }), (from, length) => {
        const shown = shownSpan(from, from + length, MONDAY, WARSAW)
        expect(shown.from).toBeLessThanOrEqual(from)
        // In the hour that is repeated in autumn, the name is ambiguous.
        expect(shown.to).toBeGreaterThanOrEqual(from + length - HOUR)
        expect(shown.unit).toBe(length > 2 * DAY || from + length > MONDAY + 6 * DAY ? 'day' : 'hour')
      }),
    )
    const nine = shownSpan(MONDAY + HOUR / 2, MONDAY + HOUR, MONDAY, WARSAW)
    expect(nine).toEqual({ unit: 'hour', from: MONDAY, to: MONDAY + HOUR })
  })

  test('machine with sales in business hours only empties on the next business day', () => {
    const byDay = flat(1).map((_, hour) => (hour % 24 >= 8 && hour % 24 < 16 && hour < 120 ? 4.2 : 1e-6))
    const friday = Date.parse('2026-03-13T14:30:00Z')
    const { likely } = whenEmpty({ now: friday, timeZone: WARSAW, rhythm: byDay, demand: { pieces: 1e5, hours: 1e5 }, stock: 10 })
    expect(new Date(likely ?? 0).toISOString().slice(0, 10)).toBe('2026-03-16')
  })
})
