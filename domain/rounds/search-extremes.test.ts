import { describe, expect, test } from 'vitest'
import type { Orienteering, Stop } from './orienteering.ts'
import { createRandom } from './random.ts'
import { search } from './search.ts'

const STOP: Stop = { value: 10, duration: 5, opens: 0, closes: 1_000 }
const stops = (count: number, changes: Partial<Stop> = {}) => Array.from({ length: count }, (): Stop => ({ ...STOP, ...changes }))
/** All places are at one point unless a way is given. */
const problemOf = (all: readonly Stop[], changes: Partial<Orienteering> = {}): Orienteering => ({
  stops: all,
  vehicles: [{ leaves: 0, returns: 480 }],
  travel: () => 0,
  cost: () => 0,
  ...changes,
})
const visited = (problem: Orienteering) => {
  const { routes, value } = search(problem, { seed: 1, isOver: (done) => done >= 2_000 })
  return { count: routes.flat().length, value }
}

describe('a search over unusual problems', () => {
  test('visits as many stops at one place as the day has time for', () => {
    expect(visited(problemOf(stops(50)))).toEqual({ count: 50, value: 500 })
    expect(visited(problemOf(stops(200)))).toEqual({ count: 96, value: 960 })
  })

  test('plans one stop, and none without stops or vehicles', () => {
    expect(visited(problemOf(stops(1)))).toEqual({ count: 1, value: 10 })
    expect(visited(problemOf([]))).toEqual({ count: 0, value: 0 })
    expect(visited(problemOf(stops(5), { vehicles: [] }))).toEqual({ count: 0, value: 0 })
  })

  test('leaves out stops of no value whose way has a cost', () => {
    expect(visited(problemOf(stops(30, { value: 0 }), { cost: () => 1 })).count).toBe(0)
    expect(visited(problemOf(stops(30, { value: -5 })))).toEqual({ count: 0, value: 0 })
  })

  test.each<[string, Partial<Stop>]>([
    ['that close before they open', { opens: 100, closes: 50 }],
    ['that open after the end of the day', { opens: 481 }],
    ['that close before the day begins', { closes: -1 }],
    ['that take longer than the day', { duration: 481 }],
    ['that no vehicle can carry', { load: 11 }],
  ])('leaves out stops %s, and plans the others', (_, changes) => {
    const vehicles = [{ leaves: 0, returns: 480, capacity: 10 }]
    expect(visited(problemOf([...stops(10, changes), ...stops(3)], { vehicles }))).toEqual({ count: 3, value: 30 })
  })

  test('leaves out what is too far, and a day without time has no stops', () => {
    expect(visited(problemOf(stops(5), { travel: () => 1_000 })).count).toBe(0)
    expect(visited(problemOf(stops(5), { vehicles: [{ leaves: 480, returns: 480 }] })).count).toBe(0)
  })

  test('checks for its end before every 64 iterations, also with 500 stops', () => {
    const checkedAt: number[] = []
    const at = (place: number) => [(place * 37) % 101, (place * 53) % 97] as const
    const travel = (from: number, to: number) => Math.hypot(at(from)[0] - at(to)[0], at(from)[1] - at(to)[1])
    const { value } = search(problemOf(stops(500), { travel }), { seed: 1, isOver: (done) => checkedAt.push(done) > 5 })
    expect(checkedAt).toEqual([0, 64, 128, 192, 256, 320])
    expect(value).toBeGreaterThan(0)
  })

  test('plans a round of stops that pay only together, also for six people', () => {
    const random = createRandom(1)
    const at = Array.from({ length: 100 }, () => [100 * random(), 100 * random()] as const)
    const scattered = at.map((): Stop => ({ ...STOP, value: 12 * Math.exp(1.6 * (random() + random() + random() - 1.5)), duration: 30 }))
    const place = (index: number) => at[index] ?? ([50, -20] as const)
    const way = (from: number, to: number) => Math.hypot(place(from)[0] - place(to)[0], place(from)[1] - place(to)[1])
    // No stop is worth a way of its own, and there are too few good ones for all.
    expect(Math.max(...scattered.map(({ value }, stop) => value - 2 * way(100, stop)))).toBeLessThan(0)
    const earned = (people: number) =>
      visited(
        problemOf(scattered, { vehicles: Array.from({ length: people }, () => ({ leaves: 0, returns: 480 })), travel: way, cost: way }),
      ).value
    const alone = earned(1)
    expect(alone).toBeGreaterThan(100)
    expect(earned(6)).toBeGreaterThan(0.95 * alone)
  })
})
