import { planDay } from '#domain/rounds/plan-day.ts'
import { countSince, type Fleet } from './fleet.ts'
import { type Policy, problemOf, searchFor, type Wish } from './policy.ts'
import { DAY_MINUTES, type SimMachine, type World } from './world.ts'

/** A rule only decides which machines are visited, and which of them first. The way is planned by the same search as ours. */
const ruled = (family: string, parameter: number, choose: (fleet: Fleet, day: number) => number[]): Policy => ({
  family,
  name: `${family} ${parameter}`,
  plan(fleet, day, team) {
    const wishes = choose(fleet, day).map(
      (machine, rank): Wish => ({ machine, value: rankValue(1e6 - 1e3 * rank), pieces: missingIn(fleet, machine, day) }),
    )
    return planDay(problemOf(fleet, day, team.people, wishes), searchFor(day, team))
  },
})

/** As of the last report. */
const missingIn = (fleet: Fleet, machine: number, day: number): number => {
  const { stock } = fleet.known(machine)
  return sum(fleet.filled(machine, day).map((pieces, slot) => Math.max(0, pieces - (stock[slot] ?? 0))))
}

const rankValue = (total: number): Wish['value'] => ({
  total,
  parts: { margin: total, service: 0, expiring: 0, cash: 0, issues: 0, due: 0 },
  until: 0,
  lost: 0,
})

const sum = (all: readonly number[]) => all.reduce((total, one) => total + one, 0)
const capacityOf = ({ slots }: SimMachine) => slots.reduce((total, { capacity }) => total + capacity, 0)

/** Machines for which a figure is below a limit, the lowest first. */
function below(fleet: Fleet, limit: number, figureOf: (machine: number) => number): number[] {
  return [...fleet.world.machines.keys()]
    .map((machine) => ({ machine, figure: figureOf(machine) }))
    .filter(({ figure }) => figure < limit)
    .toSorted((a, b) => a.figure - b.figure)
    .map(({ machine }) => machine)
}

const levelIn = (fleet: Fleet) => (machine: number) =>
  sum(fleet.known(machine).stock) / capacityOf(fleet.world.machines[machine] as SimMachine)

const emptiest = (count: number): Policy =>
  ruled('the emptiest', count, (fleet) => below(fleet, Number.POSITIVE_INFINITY, levelIn(fleet)).slice(0, count))

const belowLevel = (level: number): Policy => ruled('stock below', level, (fleet) => below(fleet, level, levelIn(fleet)))

/** The share of slots that are not empty. */
const slotsEmpty = (share: number): Policy =>
  ruled('slots empty', share, (fleet) =>
    below(fleet, 1 - share + 1e-9, (machine) => {
      const { stock } = fleet.known(machine)
      return stock.filter((pieces) => pieces > 0).length / stock.length
    }),
  )

/** Days until the stock is sold at the pace of the last four weeks. */
const daysOfCover = (days: number): Policy =>
  ruled('days of cover', days, (fleet, day) =>
    below(fleet, days, (machine) => {
      const { stock, sales } = fleet.known(machine)
      const seen = Math.min(28, Math.max(1, day))
      const sold = sales.reduce((total, moments) => total + countSince(moments, (day - seen) * DAY_MINUTES), 0)
      return (sum(stock) * seen) / Math.max(sold, 1)
    }),
  )

/** Every machine on fixed weekdays, by areas, so often that this share of its stock is wanted between two visits. It uses the true demand. */
export const fixedRounds = (share: number): Policy => {
  const calendars = new WeakMap<World, (machine: number, day: number) => boolean>()
  const calendarOf = (world: World) => {
    const known = calendars.get(world) ?? calendarFor(world, share)
    calendars.set(world, known)
    return known
  }
  return ruled('fixed rounds', share, (fleet, day) => {
    const isOn = calendarOf(fleet.world)
    return [...fleet.world.machines.keys()].filter((machine) => isOn(machine, day))
  })
}

function calendarFor(world: World, share: number): (machine: number, day: number) => boolean {
  const { machines, days } = world
  const aWeek = machines.map((machine) => (7 * machine.customers.at.length) / days / (share * capacityOf(machine)))
  const areas = new Map(chainOf(world).map((machine, rank) => [machine, Math.floor((5 * rank) / machines.length)]))
  return (machine, day) => {
    const [often, area, weekday] = [aWeek[machine] ?? 1, areas.get(machine) ?? 0, day % 7]
    if (often > 3.5) return true
    if (often > 2.2) return weekday % 2 === (area % 2 === 0 ? 0 : 1) || (area % 2 === 1 && weekday === 4)
    if (often > 1.2) return weekday === area || weekday === (area + (area < 2 ? 3 : 2)) % 5
    return weekday === area && (often > 0.65 || Math.floor(day / 7) % 2 === machine % 2)
  }
}

/** A chain of nearest neighbours, which keeps areas together. */
function chainOf({ machines, travel, start }: World): number[] {
  const left = new Set(machines.keys())
  const order: number[] = []
  let at = start
  while (left.size > 0) {
    const way = travel.metres[at] ?? []
    const nearest = [...left].reduce((best, one) => ((way[one] ?? 0) < (way[best] ?? 0) ? one : best))
    left.delete(nearest)
    order.push(nearest)
    at = nearest
  }
  return order
}

/** All parameters that are tried for each rule. */
export const RULES: readonly Policy[] = [
  ...[0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.5].map(fixedRounds),
  ...[9, 12, 15, 20].map(emptiest),
  ...[0.3, 0.7, 0.75, 0.8, 0.85].map(belowLevel),
  ...[0.03, 0.05, 0.09, 0.13].map(slotsEmpty),
  ...[8, 10, 12, 15].map(daysOfCover),
]

/** The best parameter of each rule on seeds 101 and 102 (bench/simulator/tune.ts); of the best rule also its neighbours. */
export const CHOSEN: readonly Policy[] = [
  ...[0.3, 0.35, 0.4, 0.5].map(fixedRounds),
  emptiest(12),
  belowLevel(0.75),
  slotsEmpty(0.09),
  daysOfCover(10),
]
