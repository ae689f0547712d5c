import { type DayProblem, fixedCostOf, wayOf } from './day.ts'

/** The places of a round in order, from its start to its end. */
export type PastRound = readonly number[]

/** Stops of a typical round. */
const STOPS_A_ROUND = 12
/** The number of past visits that count as much as the estimate. */
const DOUBT = 2

type Usual = {
  machines: readonly { place: number; minutes: { fixed: number; perPiece: number } }[]
  /** Where people start. */
  starts: readonly number[]
  /** Rounds of the past weeks. */
  past?: readonly PastRound[]
}

/**
 * What a visit of each machine usually costs: its minutes, and its share of the ways in past rounds. Without any, its share in rounds through
 * neighbouring machines.
 */
export function usualCosts({ travel, rates, machines, starts, past = [] }: Pick<DayProblem, 'travel' | 'rates'> & Usual): number[] {
  const costBetween = (from: number, to: number) => wayOf({ travel, rates, people: [], machines: [] }, from, to).cost
  const estimated = sharesBy(roundsThrough(new Set(machines.map(({ place }) => place)), starts, costBetween), costBetween)
  const seen = sharesBy(past, costBetween)
  return machines.map((machine) => {
    const { sum, visits } = seen.get(machine.place) ?? { sum: 0, visits: 0 }
    const expected = estimated.get(machine.place)?.sum ?? 0
    return fixedCostOf(machine, rates) + (DOUBT * expected + sum) / (DOUBT + visits)
  })
}

type Cost = (from: number, to: number) => number

function sharesBy(rounds: readonly PastRound[], cost: Cost): Map<number, { sum: number; visits: number }> {
  const shares = new Map<number, { sum: number; visits: number }>()
  for (const round of rounds)
    costShares(round, cost).forEach((share, index) => {
      const place = round[index + 1] as number
      const before = shares.get(place) ?? { sum: 0, visits: 0 }
      shares.set(place, { sum: before.sum + share, visits: before.visits + 1 })
    })
  return shares
}

/** Rounds that visit every place once: the farthest one with its neighbours, then the farthest of the others, and so on. */
function roundsThrough(places: ReadonlySet<number>, starts: readonly number[], cost: Cost): PastRound[] {
  const left = new Set(places)
  const fromStart = new Map([...left].map((place) => [place, nearestTo(place, starts, cost)]))
  const costFromStart = (place: number) => cost(fromStart.get(place) ?? place, place)
  const rounds: PastRound[] = []
  while (left.size > 0) {
    const farthest = [...left].reduce((best, one) => (costFromStart(one) > costFromStart(best) ? one : best))
    const near = [...left].toSorted((a, b) => cost(farthest, a) - cost(farthest, b)).slice(0, STOPS_A_ROUND)
    for (const place of near) left.delete(place)
    const start = fromStart.get(farthest) ?? farthest
    rounds.push([...chain(start, near, cost), start])
  }
  return rounds
}

/** From a start always to the nearest place. */
function chain(start: number, places: readonly number[], cost: Cost): number[] {
  const route = [start]
  const left = new Set(places)
  while (left.size > 0) {
    const next = nearestTo(route.at(-1) ?? start, [...left], cost)
    left.delete(next)
    route.push(next)
  }
  return route
}

const nearestTo = (place: number, others: readonly number[], cost: Cost): number =>
  others.reduce((best, one) => (cost(place, one) < cost(place, best) ? one : best), others[0] ?? place)

/**
 * What each stop of a round costs: its Shapley value, the mean of what the stop adds to the way over all orders in which stops could be added.
 * The order of visits stays. `cost`: of the way between two places of the route, whose first and last are start and end.
 */
export function costShares(route: readonly number[], cost: (from: number, to: number) => number): number[] {
  const last = route.length - 1
  const between = (a: number, b: number) => cost(route[a] as number, route[b] as number)
  return route.slice(1, -1).map((_, index) => {
    const stop = index + 1
    let share = 0
    for (let before = stop - 1; before >= 0; before--)
      for (let after = stop + 1; after <= last; after++) {
        const added = between(before, stop) + between(stop, after) - between(before, after)
        share += added * chanceOf(after - before - 2, Number(before > 0) + Number(after < last))
      }
    return share
  })
}

/**
 * The probability that a stop is added after its `neighbours`, and before the stops that the route later has between it and them. Start and end
 * are there from the beginning.
 */
function chanceOf(between: number, neighbours: number): number {
  const all = between + neighbours + 1
  if (neighbours === 0) return 1 / all
  return neighbours === 1 ? 1 / (all * (all - 1)) : 2 / (all * (all - 1) * (all - 2))
}
