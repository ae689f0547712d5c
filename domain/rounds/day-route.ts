import { firstBegin, lastBegin } from './breaks.ts'
import { clockOf, type DayMachine, type DayPerson, type DayProblem, fixedCostOf, minutesAt, wayOf } from './day.ts'
import type { Hours } from './orienteering.ts'

/** One person's machines in order. */
export type Route = { person: DayPerson; machines: DayMachine[] }

/**
 * `begins`, `arrives` and `ends` are working time without the pause. `late`: minutes after closing or after work. `cost`: of ways and visits, beyond
 * the direct way from start to end; waiting for a site to open is not in it.
 */
type Walk = {
  stops: { machine: DayMachine; arrives: number; begins: number; ends: number; drive: { minutes: number; metres: number } }[]
  leaves: number
  returns: number
  metres: number
  late: number
  overtime: number
  pieces: number
  cost: number
}

/** When a visit may begin, in working time of a person. Null if the site has no hours in which there is time for it. */
export function hoursOf(machine: DayMachine, person: DayPerson): Hours | null {
  const clock = clockOf(person)
  const intervals = (machine.opens ?? [person.works])
    .map((open) => ({
      opens: Math.max(clock.worked(open.from), clock.worked(person.works.from)),
      closes: Math.min(clock.worked(open.to), clock.worked(person.works.to)) - minutesAt(machine),
    }))
    .filter(({ opens, closes }) => opens <= closes)
    .toSorted((a, b) => a.opens - b.opens)
  return intervals.reduce<Hours | null>(
    (hours, { opens, closes }) =>
      hours ? { opens: hours.opens, closes, breaks: [...(hours.breaks ?? []), { from: hours.closes, to: opens }] } : { opens, closes },
    null,
  )
}

export const mayServe = (person: DayPerson, machine: DayMachine): boolean =>
  machine.fixedTo === undefined ? person.mayServe?.(machine.id) !== false : machine.fixedTo === person.id

const TOLERANCE = 1e-6

/** The earliest times of a route: who has to wait does so at the stops. */
function walkEarly({ person, machines }: Route, problem: DayProblem): Walk {
  return walkFrom(clockOf(person).worked(person.works.from), { person, machines }, problem)
}

/**
 * The times of a route for who leaves as late as the earliest return allows, so that as little working time as possible is spent waiting. Who is on the way already, and
 * who would be late, begins each visit as early as possible.
 */
export function walk(route: Route, problem: DayProblem): Walk {
  const early = walkEarly(route, problem)
  const [first] = early.stops
  if (!first) return early
  const isFree = route.person.isOnTheWay !== true && early.late <= TOLERANCE
  const latest = isFree ? (latestBegins(route, problem, early.returns)[0] ?? first.begins) : first.begins
  // Sums of fractions of minutes may differ in their last digits.
  if (latest > first.begins + TOLERANCE) return walkFrom(latest - first.drive.minutes, route, problem)
  return { ...early, leaves: first.begins - first.drive.minutes, stops: early.stops.with(0, { ...first, arrives: first.begins }) }
}

/** The times of a route for who leaves at this moment of working time. */
function walkFrom(leaves: number, { person, machines }: Route, problem: DayProblem): Walk {
  const clock = clockOf(person)
  const [stops, drives]: [Walk['stops'], { minutes: number; metres: number; cost: number }[]] = [[], []]
  let [place, time, late, fixed] = [person.start, leaves, 0, 0]
  for (const machine of machines) {
    const drive = wayOf(problem, place, machine.place)
    drives.push(drive)
    const hours = hoursOf(machine, person)
    const arrives = time + drive.minutes
    const begins = hours ? firstBegin(hours, arrives) : arrives
    late += hours ? Math.max(0, begins - hours.closes) : 1
    const ends = begins + minutesAt(machine)
    stops.push({ machine, arrives, begins, ends, drive })
    fixed += fixedCostOf(machine, problem.rates)
    place = machine.place
    time = ends
  }
  drives.push(wayOf(problem, place, person.end))
  const returns = time + (drives.at(-1)?.minutes ?? 0)
  const overtime = machines.length === 0 ? 0 : Math.max(0, returns - clock.worked(person.works.to))
  const direct = wayOf(problem, person.start, person.end).cost
  return {
    stops,
    leaves,
    returns,
    metres: drives.reduce((sum, { metres }) => sum + metres, 0),
    late: late + overtime,
    overtime,
    pieces: machines.reduce((sum, { pieces }) => sum + pieces, 0),
    cost: drives.reduce((sum, { cost }) => sum + cost, 0) - direct + fixed,
  }
}

/** A place in a route for one more machine, and what it adds. */
type Insertion = { route: Route; at: number; cost: number; minutes: number; fits: boolean; hasRoom: boolean }

/** The cheapest places for a machine: of all, and of those where it fits. */
export function insertionsOf(
  machine: DayMachine,
  routes: readonly Route[],
  problem: DayProblem,
): { cheapest: Insertion | null; fitting: Insertion | null } {
  let [cheapest, fitting]: [Place | null, Place | null] = [null, null]
  for (const route of routes) {
    if (!mayServe(route.person, machine)) continue
    for (const place of placesIn(route, machine, problem)) {
      if (!cheapest || place.cost < cheapest.cost) cheapest = place
      if (place.fits && (!fitting || place.cost < fitting.cost)) fitting = place
    }
  }
  return { cheapest: cheapest && insertionAt(cheapest, machine, problem), fitting: fitting && insertionAt(fitting, machine, problem) }
}

type Place = { route: Route; at: number; cost: number; fits: boolean; pieces: number }

/** Whether a machine fits is known from the latest begin of the following visit, without walking the route for each place. */
function placesIn(route: Route, machine: DayMachine, problem: DayProblem): Place[] {
  const { person, machines } = route
  const walked = walkEarly(route, problem)
  const latest = latestBegins(route, problem, clockOf(person).worked(person.works.to))
  const hours = hoursOf(machine, person)
  const clock = clockOf(person)
  const pieces = walked.pieces + machine.pieces
  const hasTime = hours !== null && walked.late <= TOLERANCE && pieces <= (person.capacity ?? Number.POSITIVE_INFINITY)
  const fixed = fixedCostOf(machine, problem.rates)
  return Array.from({ length: machines.length + 1 }, (_, at): Place => {
    const from = machines[at - 1]?.place ?? person.start
    const to = machines[at]?.place ?? person.end
    const [there, onward] = [wayOf(problem, from, machine.place), wayOf(problem, machine.place, to)]
    const arrives = (walked.stops[at - 1]?.ends ?? clock.worked(person.works.from)) + there.minutes
    const begins = hours ? firstBegin(hours, arrives) : arrives
    const fits =
      hasTime &&
      begins <= hours.closes + TOLERANCE &&
      begins + minutesAt(machine) + onward.minutes <= (latest[at] ?? Number.NEGATIVE_INFINITY) + TOLERANCE
    return { route, at, cost: there.cost + onward.cost - wayOf(problem, from, to).cost + fixed, fits, pieces }
  })
}

/** By position: when its visit may begin at the latest so that the rest of the route is in time; last, when the person has to return: `returns`. */
function latestBegins({ person, machines }: Route, problem: DayProblem, returns: number): number[] {
  const latest = [returns]
  for (let at = machines.length - 1; at >= 0; at--) {
    const machine = machines[at] as DayMachine
    const onward = wayOf(problem, machine.place, machines[at + 1]?.place ?? person.end).minutes
    const hours = hoursOf(machine, person)
    latest.unshift(hours ? lastBegin(hours, (latest[0] as number) - onward - minutesAt(machine)) : Number.NEGATIVE_INFINITY)
  }
  return latest
}

function insertionAt({ route, at, cost, fits, pieces }: Place, machine: DayMachine, problem: DayProblem): Insertion {
  const before = walk(route, problem)
  const after = walk({ ...route, machines: route.machines.toSpliced(at, 0, machine) }, problem)
  return {
    route,
    at,
    cost,
    minutes: after.returns - after.leaves - (before.stops.length > 0 ? before.returns - before.leaves : 0),
    fits,
    hasRoom: pieces <= (route.person.capacity ?? Number.POSITIVE_INFINITY),
  }
}
