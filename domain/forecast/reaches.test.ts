import { describe, expect, test } from 'vitest'
import { randomFrom } from '../../tests/sync/simulation/random.ts'
import { calibrating } from './calibrate.ts'
import type { MachineDays, PlaceDays } from './days.ts'
import { partOf, reachesOf, stocksToTry, weighted } from './reaches.ts'

const AVERAGE = { pieces: 1e6, hours: 24e6, spread: { luck: 0, half: 0.25, most: 0.45 } }
const daysOf = (sold: number[]): PlaceDays => ({
  sold: Float64Array.from(sold),
  open: new Float64Array(sold.length).fill(24),
  out: new Float64Array(sold.length),
  shut: new Float64Array(sold.length),
})

describe('the part of a forecast in which a stock was sold', () => {
  test('is as wide as the day leaves the moment open', () => {
    const part = partOf(AVERAGE, 1, daysOf([0, 0, 1, 0]), 4)
    expect(part.from).toBeCloseTo(1 - Math.exp(-1), 4)
    expect(part.to).toBeCloseTo(1 - Math.exp(-2), 4)
  })

  test('has an open end while the stock lasts', () => {
    const part = partOf(AVERAGE, 2, daysOf([0, 1, 0]), 3)
    expect(part.from).toBeCloseTo(1 - 4 * Math.exp(-3), 4)
    expect(part.to).toBe(1)
  })
})

describe('the stocks for backtests', () => {
  test('are close to the current stock, or last two to fourteen days', () => {
    expect(stocksToTry(AVERAGE, 42, 8)).toEqual([6, 8, 11])
    expect(stocksToTry(AVERAGE, 42, 0)).toEqual([])
    expect(stocksToTry(AVERAGE, 42)).toEqual([2, 4, 7, 10, 14])
  })

  test('include only those that are most likely sold by now', () => {
    expect(stocksToTry(AVERAGE, 7, 8)).toEqual([])
    expect(stocksToTry(AVERAGE, 14, 8)).toEqual([6, 8])
  })

  test('weight slots equally, however many of their forecasts have ended', () => {
    const [often, seldom] = [{}, {}]
    expect(weighted([often, often, seldom].map((place) => ({ place }))).map(({ weight }) => weight)).toEqual([0.5, 0.5, 1])
  })
})

describe('the width of spans', () => {
  const even = (machineOf: (index: number) => number, count = 20_000) =>
    Array.from({ length: count }, (_, index) => ({
      from: index / count,
      to: (index + 1) / count,
      machine: machineOf(index),
      fortnight: index % 2,
      weight: 1,
    }))

  test('matches the theory with many correct forecasts', () => {
    const { half, most } = reachesOf(even((index) => index % 1_000))
    expect(half).toBeCloseTo(0.25, 3)
    expect(most).toBeCloseTo(0.45, 2)
  })

  test('is larger for the outer span with few machines', () => {
    const { half, most } = reachesOf(even((index) => index % 10))
    expect(half).toBeCloseTo(0.25, 3)
    expect(most).toBeCloseTo(0.46, 3)
  })

  test('is larger for the outer span with few forecasts', () => {
    const { half, most } = reachesOf(even((index) => index, 100))
    expect(half).toBeCloseTo(0.25, 2)
    expect(most).toBeGreaterThan(0.47)
  })

  test('is larger if machines err together', () => {
    const asOne = even((index) => index % 1_000).map((part, index) => ({ ...part, fortnight: Number(index < 2_000) }))
    expect(reachesOf(asOne).most).toBeGreaterThan(reachesOf(even((index) => index % 1_000)).most + 0.005)
  })
})

test('is larger if machines were closed for days', () => {
  const open = weeksOf(24, () => false)
  const closedAtTimes = weeksOf(24, (day) => day % 17 < 3)
  expect(spreadOf(closedAtTimes).most).toBeGreaterThan(spreadOf(open).most + 0.015)
})

function spreadOf(machines: readonly MachineDays[]) {
  const steps = calibrating(machines)
  let step = steps.next()
  while (!step.done) step = steps.next()
  return step.value.spread
}

/** Machines with one slot each. Customer demand does not depend on when the machine is closed. */
function weeksOf(machines: number, isClosed: (day: number) => boolean): MachineDays[] {
  const random = randomFrom('closed')
  return Array.from({ length: machines }, (_, machine) => {
    const wanted = Array.from({ length: 70 }, () => random.between(8, 16))
    const closed = wanted.map((_, day) => isClosed(day + machine * 5))
    const days = daysOf(wanted.map((count, day) => (closed[day] ? 0 : count)))
    closed.forEach((isShut, day) => {
      if (isShut) [days.open[day], days.shut[day]] = [0, 24]
    })
    return [{ product: 0, ...days }]
  })
}
