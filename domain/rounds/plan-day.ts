import {
  clockOf,
  type DayMachine,
  type DayPerson,
  type DayPlan,
  type DayProblem,
  fixedCostOf,
  minutesAt,
  type PlannedRound,
  type Why,
  type WhyNot,
  wayOf,
} from './day.ts'
import { hoursOf, insertionsOf, mayServe, type Route, walk } from './day-route.ts'
import type { Orienteering } from './orienteering.ts'
import type { Task } from './round.ts'
import { type SearchOptions, searching } from './search.ts'

/** A visit worth less than this much of a minor unit is worth nothing. */
const NOTHING = 0.5

/**
 * Plans the rounds of a day so that the value of visits, less what ways and visits cost, is highest. Each stop is worth more than it costs, and each
 * round more than its ways, except for machines that are fixed. The same seed and number of iterations lead to the same plan.
 */
export function planDay(problem: DayProblem, options: SearchOptions): DayPlan {
  const steps = planningDay(problem, options)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** The same in steps, so that other work can run between them. */
export function* planningDay(problem: DayProblem, options: SearchOptions): Generator<void, DayPlan> {
  const { people, machines } = problem
  const excluded = new Map<DayMachine, WhyNot>()
  for (const machine of machines) {
    const whyNot = exclusionOf(machine, people)
    if (whyNot) excluded.set(machine, whyNot)
  }
  const candidates = machines.filter((machine) => !excluded.has(machine))
  const { routes: found } = yield* searching(orienteeringOf(problem, candidates), options)
  const routes = people.map(
    (person, index): Route => ({ person, machines: (found[index] ?? []).map((stop) => candidates[stop] as DayMachine) }),
  )
  finish(routes, candidates, problem)
  const visited = new Set(routes.flatMap((route) => route.machines))
  const rounds = routes.map((route) => roundOf(route, problem))
  return {
    rounds,
    leftOut: machines.flatMap((machine) =>
      visited.has(machine) ? [] : [{ machine: machine.id, whyNot: excluded.get(machine) ?? whyNotOf(machine, routes, problem) }],
    ),
    saved: rounds.reduce((sum, { saved }) => sum + saved, 0),
  }
}

export type RestOfDay = Omit<DayProblem, 'people'> & { person: DayPerson; now: number; at: number }

/** Plans the rest of one person's day from a place and a time. A pause that is over or under way is not planned again. */
export function replanRest({ person, now, at, ...rest }: RestOfDay, options: SearchOptions): DayPlan {
  const { pause, ...other } = person
  const isAhead = pause !== undefined && pause.from >= now
  const begun = pause && !isAhead ? Math.max(now, Math.min(pause.from + pause.minutes, person.works.to)) : now
  const works = { from: begun, to: Math.max(person.works.to, begun) }
  return planDay({ ...rest, people: [{ ...other, ...(isAhead && { pause }), start: at, works, isOnTheWay: true }] }, options)
}

function exclusionOf(machine: DayMachine, people: readonly DayPerson[]): WhyNot | null {
  const { value, lastVisit, fixedTo } = machine
  const able = people.filter((person) => mayServe(person, machine))
  if (able.length === 0) return { code: 'NOT_ALLOWED' }
  if (fixedTo !== undefined) return null
  if (machine.opens?.length === 0) return { code: 'CLOSED' }
  if (lastVisit && lastVisit.daysAgo < lastVisit.least) return { code: 'RECENT', ...lastVisit }
  if (value.total < NOTHING) return { code: 'NO_NEED', until: value.until }
  if (able.some((person) => hoursOf(machine, person) !== null)) return null
  // Without opening hours, only the working day can be too short.
  return machine.opens === undefined ? { code: 'NO_TIME', value: value.total, cost: 0, minutes: minutesAt(machine) } : { code: 'CLOSED' }
}

function orienteeringOf(problem: DayProblem, candidates: readonly DayMachine[]): Orienteering {
  const { people, rates } = problem
  const placeOf = (index: number) => {
    const person = people[Math.floor((index - candidates.length) / 2)]
    return candidates[index]?.place ?? ((index - candidates.length) % 2 === 0 ? person?.start : person?.end) ?? 0
  }
  return {
    stops: candidates.map((machine) => ({
      value: machine.value.total - fixedCostOf(machine, rates),
      duration: minutesAt(machine),
      opens: 0,
      closes: Number.POSITIVE_INFINITY,
      load: machine.pieces,
      isRequired: machine.fixedTo !== undefined,
    })),
    vehicles: people.map((person) => {
      const clock = clockOf(person)
      const hours = candidates.map((machine) => hoursOf(machine, person))
      return {
        leaves: clock.worked(person.works.from),
        returns: clock.worked(person.works.to),
        ...(person.capacity !== undefined && { capacity: person.capacity }),
        mayVisit: (stop) => hours[stop] !== null && mayServe(person, candidates[stop] as DayMachine),
        hours: (stop) => hours[stop] ?? { opens: 0, closes: 0 },
      }
    }),
    travel: (from, to) => wayOf(problem, placeOf(from), placeOf(to)).minutes,
    cost: (from, to) => wayOf(problem, placeOf(from), placeOf(to)).cost,
  }
}

/** Adds fixed machines that did not fit, and makes sure that no single stop, nor place in a round, could be better. */
function finish(routes: Route[], candidates: readonly DayMachine[], problem: DayProblem): void {
  const isAbsent = (machine: DayMachine) => routes.every((route) => !route.machines.includes(machine))
  for (const machine of candidates) {
    if (machine.fixedTo === undefined || !isAbsent(machine)) continue
    const { cheapest, fitting } = insertionsOf(machine, routes, problem)
    const place = fitting ?? cheapest
    if (place) place.route.machines.splice(place.at, 0, machine)
  }
  for (const route of routes) dropUnprofitable(route, problem)
  for (const machine of candidates) {
    if (!isAbsent(machine)) continue
    const { fitting } = insertionsOf(machine, routes, problem)
    if (fitting && fitting.cost < machine.value.total) fitting.route.machines.splice(fitting.at, 0, machine)
  }
}

function dropUnprofitable(route: Route, problem: DayProblem): void {
  for (;;) {
    const { machines } = route
    const worst = machines
      .filter(({ fixedTo }) => fixedTo === undefined)
      .map((machine) => ({ machine, gain: machine.value.total - costOf(machine, route, problem) }))
      .reduce<{ machine: DayMachine; gain: number } | null>((least, one) => (least && least.gain <= one.gain ? least : one), null)
    if (!worst || worst.gain >= 0) break
    route.machines = machines.filter((machine) => machine !== worst.machine)
  }
  const isFree = route.machines.every(({ fixedTo }) => fixedTo === undefined)
  if (isFree && worthOf(route) <= walk(route, problem).cost) route.machines = []
}

const worthOf = ({ machines }: Route) => machines.reduce((sum, { value }) => sum + value.total, 0)

/** What leaving a machine out of a route saves. */
const costOf = (machine: DayMachine, route: Route, problem: DayProblem): number =>
  walk(route, problem).cost - walk(without(machine, route), problem).cost

const without = (machine: DayMachine, route: Route): Route => ({ ...route, machines: route.machines.filter((one) => one !== machine) })

function roundOf(route: Route, problem: DayProblem): PlannedRound {
  const { person, machines } = route
  const walked = walk(route, problem)
  const clock = clockOf(person)
  const value = worthOf(route)
  return {
    person: person.id,
    stops: walked.stops.map(({ machine, arrives, begins, ends, drive }) => ({
      machine: machine.id,
      driveMinutes: drive.minutes,
      metres: drive.metres,
      arrives: clock.ends(arrives),
      begins: clock.begins(begins),
      ends: clock.ends(ends),
      pieces: machine.pieces,
      tasks: tasksOf(machine),
      why: whyOf(machine, route, problem),
    })),
    leaves: clock.begins(walked.leaves),
    returns: clock.ends(walked.returns),
    minutes: machines.length === 0 ? 0 : walked.returns - walked.leaves,
    metres: machines.length === 0 ? 0 : walked.metres,
    pieces: walked.pieces,
    value,
    cost: walked.cost,
    saved: value - walked.cost,
    overtime: walked.overtime,
  }
}

function tasksOf({ pieces, value: { parts } }: DayMachine): Task[] {
  const tasks: [Task, boolean][] = [
    ['RESTOCK', pieces > 0],
    ['COLLECT_CASH', parts.cash > 0],
    ['REPAIR', parts.issues > 0],
    ['REMOVE_EXPIRED', parts.expiring > 0],
  ]
  return tasks.flatMap(([task, isNeeded]) => (isNeeded ? [task] : []))
}

const CODES = { margin: 'MARGIN', service: 'SERVICE', expiring: 'EXPIRING', cash: 'CASH', issues: 'ISSUES', due: 'DUE' } as const

function whyOf(machine: DayMachine, route: Route, problem: DayProblem): Why {
  const { total, parts, until, lost } = machine.value
  const shorter = walk(without(machine, route), problem)
  const whole = walk(route, problem)
  const [part = 'due'] = (Object.keys(CODES) as (keyof typeof CODES)[]).toSorted((a, b) => parts[b] - parts[a])
  const isPinned = machine.fixedTo !== undefined
  return {
    code: isPinned ? 'PINNED' : CODES[part],
    amount: isPinned ? total : parts[part],
    value: total,
    cost: whole.cost - shorter.cost,
    minutes: whole.returns - whole.leaves - (shorter.stops.length > 0 ? shorter.returns - shorter.leaves : 0),
    lost,
    until,
    figures: machine.figures ?? {},
  }
}

function whyNotOf(machine: DayMachine, routes: readonly Route[], problem: DayProblem): WhyNot {
  const { cheapest, fitting } = insertionsOf(machine, routes, problem)
  const value = machine.value.total
  if (!cheapest) return { code: 'NOT_ALLOWED' }
  // A place that fits was not worth it, because the search is complete.
  const { cost, minutes } = fitting ?? cheapest
  if (fitting || cheapest.cost >= value) return { code: 'NOT_WORTH', value, cost, minutes }
  return cheapest.hasRoom ? { code: 'NO_TIME', value, cost, minutes } : { code: 'VAN_FULL', value, pieces: machine.pieces }
}
