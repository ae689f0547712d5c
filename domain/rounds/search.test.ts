import highs from 'highs'
import { expect, test } from 'vitest'
import { type Instance, problemOf, readInstance } from '../../bench/rounds/instances.ts'
import { programOf } from '../../bench/rounds/program.ts'
import type { Orienteering, Plan, Stop } from './orienteering.ts'
import { createRandom } from './random.ts'
import { search } from './search.ts'

const FULL = { opens: 0, closes: 1_000 }
const searched = (problem: Orienteering, iterations: number, seed = 1) => search(problem, { seed, isOver: (done) => done >= iterations })

/** Random stops on a square of 100, some with hours and breaks, some heavy, some that only the first vehicle may visit. */
function invented(seed: number, stops: number, vehicles: number): Orienteering {
  const random = createRandom(seed)
  const at = Array.from({ length: stops + 1 }, () => [random() * 100, random() * 100] as const)
  const pointOf = (place: number) => at[place < stops ? place : stops] ?? [0, 0]
  const travel = (from: number, to: number) => Math.hypot(pointOf(from)[0] - pointOf(to)[0], pointOf(from)[1] - pointOf(to)[1])
  return {
    stops: Array.from({ length: stops }, () => {
      const opens = random() < 0.5 ? 0 : random() * 150
      const closes = opens + 40 + random() * 150
      const [from, to] = [opens + random() * 20, closes - random() * 15]
      return {
        value: Math.ceil(random() * 40),
        duration: random() * 10,
        opens,
        closes,
        load: random() * 10,
        ...(random() < 0.3 && { breaks: [{ from, to }] }),
      }
    }),
    vehicles: Array.from({ length: vehicles }, (_, vehicle) => ({
      leaves: 10 * vehicle,
      returns: 150 + random() * 150,
      capacity: 40,
      mayVisit: (stop: number) => vehicle === 0 || stop % 3 > 0,
    })),
    travel,
    cost: (from, to) => travel(from, to) / 10,
  }
}

/** What a plan earns, and what it violates, walked stop by stop. */
function walked({ stops, vehicles, travel, cost }: Orienteering, { routes }: Plan): { value: number; wrong: string[] } {
  const wrong: string[] = []
  let value = 0
  for (const [number, route] of routes.entries()) {
    const vehicle = vehicles[number]
    if (!vehicle) throw new Error(`no vehicle ${number}`)
    const start = stops.length + 2 * number
    let [at, time, carried] = [start, vehicle.leaves, 0]
    for (const place of route) {
      const stop: Stop = stops[place] ?? { value: 0, duration: 0, ...FULL }
      time = Math.max(time + travel(at, place), stop.opens)
      for (const { from, to } of stop.breaks ?? []) if (time > from + 1e-6) time = Math.max(time, to)
      if (time > stop.closes + 1e-6) wrong.push(`late at ${place}`)
      if (vehicle.mayVisit?.(place) === false) wrong.push(`not allowed: ${place}`)
      time += stop.duration
      carried += stop.load ?? 0
      value += stop.value - cost(at, place)
      at = place
    }
    value -= cost(at, start + 1)
    if (time + travel(at, start + 1) > vehicle.returns + 1e-6) wrong.push(`vehicle ${number} is late`)
    if (carried > (vehicle.capacity ?? Number.POSITIVE_INFINITY) + 1e-6) wrong.push(`vehicle ${number} is overloaded`)
  }
  const visited = routes.flat()
  if (new Set(visited).size < visited.length) wrong.push('a stop is visited twice')
  return { value, wrong }
}

test('plans keep hours, loads and permissions, and earn what they state', () => {
  for (let seed = 1; seed <= 60; seed++) {
    const problem = invented(seed, 1 + (seed % 30), 1 + (seed % 4))
    const plan = searched(problem, 400, seed)
    const { value, wrong } = walked(problem, plan)
    expect({ seed, wrong }).toEqual({ seed, wrong: [] })
    expect(plan.value).toBeCloseTo(value, 6)
  }
})

test('routes of hundreds of stops keep hours, loads and permissions', () => {
  const small = invented(3, 420, 2)
  const stops = small.stops.map((stop, place) => ({
    ...stop,
    duration: 0,
    load: 1,
    opens: place % 5 === 0 ? stop.opens * 8 : 0,
    closes: 1_400,
  }))
  const vehicles = small.vehicles.map((vehicle) => ({ ...vehicle, returns: 1_400, capacity: 210 }))
  const problem = { ...small, stops, vehicles }
  const plan = searched(problem, 3_000)
  const { value, wrong } = walked(problem, plan)
  expect(wrong).toEqual([])
  expect(plan.value).toBeCloseTo(value, 6)
  expect(Math.max(...plan.routes.map(({ length }) => length))).toBe(210)
})

test('a stop is visited on either side of its break, whichever the others allow', () => {
  const stop = { value: 10, duration: 10, opens: 0, closes: 230, breaks: [{ from: 20, to: 200 }] }
  const noon = { value: 10, duration: 10, opens: 90, closes: 110 }
  const early = { leaves: 0, returns: 130 }
  const late = { leaves: 60, returns: 280 }
  const planned = (vehicle: typeof early) =>
    searched({ stops: [stop, noon], vehicles: [vehicle], travel: () => 15, cost: () => 0 }, 200).routes[0]
  expect(planned(early)).toEqual([0, 1])
  expect(planned(late)).toEqual([1, 0])
  // Who arrives in the break and has to return before its end cannot visit it.
  expect(planned({ leaves: 60, returns: 210 })).toEqual([1])
})

test('the same seed and iterations lead to the same plan', () => {
  const problem = invented(7, 40, 3)
  expect(searched(problem, 1_000)).toEqual(searched(problem, 1_000))
  expect(searched(problem, 1_000)).not.toEqual(searched(problem, 1_000, 2))
})

test('more iterations never earn less', () => {
  const problem = invented(11, 60, 3)
  const values = [64, 640, 6_400].map((iterations) => searched(problem, iterations).value)
  expect(values).toEqual(values.toSorted((a, b) => a - b))
})

test('a trip that costs more than it earns is not made', () => {
  const problem = invented(3, 20, 2)
  const dear = { ...problem, cost: () => 1_000 }
  expect(searched(dear, 2_000).routes).toEqual([[], []])
  expect(searched({ ...problem, stops: [] }, 10).routes).toEqual([[], []])
})

test('small plans are the optimum that HiGHS proves', async () => {
  const solver = await highs()
  for (let seed = 1; seed <= 12; seed++) {
    const problem = invented(100 + seed, 6, 1 + (seed % 2))
    const { Status, ObjectiveValue } = solver.solve(programOf(problem))
    expect(Status).toBe('Optimal')
    expect({ seed, value: searched(problem, 3_000).value.toFixed(4) }).toEqual({ seed, value: ObjectiveValue.toFixed(4) })
  }
})

test.each([
  ['p4.2.d', 2, 1],
  ['p6.3.h', 3, 1],
  ['c101', 2, 1],
  ['r103', 1, 1],
  ['pr05', 1, 0.99],
])('published instance %s with %i vehicles: at least %f of the best known value', (name, vehicles, share) => {
  const instance = readInstance(name, vehicles)
  expect(scoreOf(instance, searched(problemOf(instance), 20_000)) / instance.bestKnown).toBeGreaterThanOrEqual(share)
})

const scoreOf = (instance: Instance, { routes }: Plan) => {
  const problem = problemOf(instance)
  expect(walked(problem, { routes, value: 0 }).wrong).toEqual([])
  return routes.flat().reduce((sum, stop) => sum + (problem.stops[stop]?.value ?? 0), 0)
}
