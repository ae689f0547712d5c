import { expect, test } from 'vitest'
import type { DayHours, DayMachine, DayProblem } from './day.ts'
import { insertionsOf, type Route, walk } from './day-route.ts'
import { createRandom } from './random.ts'
import { estimatedTable } from './travel.ts'

const VALUE = { total: 1, parts: { margin: 1, service: 0, expiring: 0, cash: 0, issues: 0, due: 0 }, until: 0, lost: 0 }

/** One interval, or two with a break between them. */
function someHours(random: () => number, from: number): DayHours[] {
  const to = from + 30 + 400 * random()
  if (random() < 0.5) return [{ from, to }]
  const middle = from + (to - from) * random()
  return [
    { from, to: middle },
    { from: middle + 60 * random(), to },
  ]
}

/** Routes that may be late already, with a break, opening hours and a full van. */
function someRoutes(seed: number): { problem: DayProblem; routes: Route[]; machine: DayMachine } {
  const random = createRandom(seed)
  const places = Array.from({ length: 14 }, () => ({ lat: 48 + 0.4 * random(), lng: 9 + 0.5 * random() }))
  const machines = places.slice(1).map((_, index): DayMachine => {
    const from = 420 + 300 * random()
    return {
      id: String(index),
      place: index + 1,
      value: VALUE,
      pieces: Math.round(60 * random()),
      minutes: { fixed: 5 + 10 * random(), perPiece: 0.2 },
      ...(random() < 0.5 && { opens: someHours(random, from) }),
    }
  })
  const works = { from: 480, to: 600 + 300 * random() }
  const person = (id: string) => ({ id, start: 0, end: 0, works, pause: { from: 560, minutes: 30 }, capacity: 100 + 300 * random() })
  const routes = [0, 1].map(
    (index): Route => ({ person: person(String(index)), machines: machines.slice(1 + 6 * index, 1 + 6 * index + 1 + 5 * random()) }),
  )
  return {
    problem: { people: [], machines, travel: estimatedTable(places), rates: { perMinute: 40, perKilometre: 30 } },
    routes,
    machine: machines[0] as DayMachine,
  }
}

/** By walking the route for each place. */
function walkedPlaces({ problem, routes, machine }: ReturnType<typeof someRoutes>) {
  return routes.flatMap((route) =>
    Array.from({ length: route.machines.length + 1 }, (_, at) => {
      const longer = { ...route, machines: route.machines.toSpliced(at, 0, machine) }
      const after = walk(longer, problem)
      return { cost: after.cost - walk(route, problem).cost, fits: after.late <= 1e-6 && after.pieces <= (route.person.capacity ?? 0) }
    }),
  )
}

test('the cheapest places for a machine are those of walking the route for each place', () => {
  let [fitting, none] = [0, 0]
  for (let seed = 1; seed <= 400; seed++) {
    const some = someRoutes(seed)
    const found = insertionsOf(some.machine, some.routes, some.problem)
    const walked = walkedPlaces(some)
    const [cheapest, fits] = [walked, walked.filter((place) => place.fits)].map((places) => Math.min(...places.map(({ cost }) => cost)))
    expect(found.cheapest?.cost).toBeCloseTo(cheapest ?? 0, 6)
    if (found.fitting) expect(found.fitting.cost, `seed ${seed}`).toBeCloseTo(fits ?? 0, 6)
    else expect(fits, `seed ${seed}`).toBe(Number.POSITIVE_INFINITY)
    if (found.fitting) fitting++
    else none++
  }
  expect(Math.min(fitting, none)).toBeGreaterThan(40)
})

test('who leaves later returns at the same time and is as punctual', () => {
  let shorter = 0
  for (let seed = 1; seed <= 400; seed++) {
    const { problem, routes } = someRoutes(seed)
    for (const route of routes) {
      const early = walk({ ...route, person: { ...route.person, isOnTheWay: true } }, problem)
      const planned = walk(route, problem)
      expect(planned.returns).toBeCloseTo(early.returns, 6)
      expect(planned.late).toBeCloseTo(early.late, 6)
      expect(planned.leaves).toBeGreaterThanOrEqual(early.leaves)
      if (planned.leaves > early.leaves + 1) shorter++
    }
  }
  expect(shorter).toBeGreaterThan(40)
})
