import { describe, expect, test } from 'vitest'
import { calibrating, type MachineDays } from './calibrate.ts'
import type { PlaceDays } from './days.ts'
import { partOf, reachesOf } from './reaches.ts'

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

describe('how far spans reach', () => {
  const even = Array.from({ length: 20_000 }, (_, index) => ({ from: index / 20_000, to: (index + 1) / 20_000 }))

  test('is what the theory says where forecasts are right and many', () => {
    const { half, most } = reachesOf(even, 10_000)
    expect(half).toBeCloseTo(0.25, 3)
    expect(most).toBeCloseTo(0.45, 3)
  })

  test('is more where few independent forecasts speak', () => {
    expect(reachesOf(even, 20).most).toBeCloseTo((0.45 * 21) / 20, 2)
  })
})

test('findings 38: spans are wider where machines were closed for days', () => {
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

/** Machines with one place each. What customers want of it does not depend on when the machine is closed. */
function weeksOf(machines: number, isClosed: (day: number) => boolean): MachineDays[] {
  const random = randomFrom(1)
  return Array.from({ length: machines }, (_, machine) => {
    const wanted = Array.from({ length: 70 }, () => 8 + Math.floor(random() * 9))
    const closed = wanted.map((_, day) => isClosed(day + machine * 5))
    const days = daysOf(wanted.map((count, day) => (closed[day] ? 0 : count)))
    closed.forEach((isShut, day) => {
      if (isShut) [days.open[day], days.shut[day]] = [0, 24]
    })
    return [{ product: 0, ...days }]
  })
}

/** Mulberry32. */
function randomFrom(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
