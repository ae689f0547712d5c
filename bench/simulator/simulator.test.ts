import { describe, expect, test } from 'vitest'
import { Fleet } from './fleet.ts'
import { planner } from './planner.ts'
import { RULES } from './rules.ts'
import { type RunOptions, run, worldOf } from './run.ts'
import { DAY_MINUTES } from './world.ts'

const OPTIONS: RunOptions = { weeks: 1, warmWeeks: 2, machines: 5, people: 1, iterations: 64 }

describe('the simulator of rounds', () => {
  test('the same seed has the same customers and the same result', () => {
    const results = [1, 1, 2].map((seed) => run(worldOf(seed, OPTIONS), planner({ learnEvery: 7 }), OPTIONS))
    expect(results[1]).toEqual(results[0])
    expect(results[2]).not.toEqual(results[0])
  })

  test('every piece that was there is sold, expired or still there', () => {
    const world = worldOf(3, OPTIONS)
    const fleet = new Fleet(world)
    let [put, expiredPieces] = [fleet.pieces(), 0]
    for (let day = 0; day < world.days; day++)
      for (const machine of world.machines.keys()) {
        if (day % 3 === 0) put += fleet.visit(machine, day * DAY_MINUTES + 600, fleet.filled(machine, day))
        fleet.advance(machine, (day + 1) * DAY_MINUTES)
      }
    expiredPieces = put - fleet.sums.sold - fleet.pieces()
    expect(fleet.sums.sold).toBeGreaterThan(0)
    expect(expiredPieces).toBeGreaterThanOrEqual(0)
    expect(fleet.sums.expired > 0).toBe(expiredPieces > 0)
  })

  test('without visits the trips cost nothing and more is lost', () => {
    const world = worldOf(4, OPTIONS)
    const none = run(world, { family: 'none', name: 'none', plan: () => ({ rounds: [], leftOut: [], saved: 0 }) }, OPTIONS)
    const every = run(world, RULES.find(({ name }) => name === 'stock below 0.85') ?? (RULES[0] as (typeof RULES)[number]), OPTIONS)
    expect(none).toMatchObject({ trips: 0, visits: 0, rounds: 0 })
    expect(every.visits).toBeGreaterThan(0)
    expect(every.lost).toBeLessThan(none.lost)
  })

  test('a machine that sends nothing is known as of its last report', () => {
    const fleet = new Fleet(worldOf(5, OPTIONS))
    fleet.report(0, 0)
    fleet.advance(0, 10 * DAY_MINUTES)
    expect(fleet.known(0).sales.flat()).toEqual([])
    fleet.report(0, 10 * DAY_MINUTES)
    expect(fleet.known(0).sales.flat()).toHaveLength(fleet.sums.sold)
  })
})
