import { type DayProblem, fixedCostOf, wayOf } from './day.ts'

/** Stops among which the way to the area and back is divided. */
const STOPS_A_ROUND = 12
/** Machines that are near enough to be the stop before. */
const NEAREST = 4

/**
 * What a visit of each machine usually costs within a round: its minutes, the way from a machine nearby, and its share of the way from the
 * nearest start and back.
 */
export function usualCosts(problem: Pick<DayProblem, 'travel' | 'rates'> & UsualPlaces): number[] {
  const { machines, starts } = problem
  const costBetween = (from: number, to: number) => wayOf({ ...problem, people: [], machines: [] }, from, to).cost
  return machines.map((machine) => {
    const ways = machines
      .flatMap((other) => (other === machine ? [] : [costBetween(other.place, machine.place)]))
      .toSorted((a, b) => a - b)
      .slice(0, NEAREST)
    const near = ways.reduce((sum, way) => sum + way, 0) / Math.max(1, ways.length)
    const fromStart = starts.length > 0 ? Math.min(...starts.map((start) => costBetween(start, machine.place))) : 0
    return fixedCostOf(machine, problem.rates) + near + (2 * fromStart) / STOPS_A_ROUND
  })
}

type UsualPlaces = { machines: readonly { place: number; minutes: { fixed: number; perPiece: number } }[]; starts: readonly number[] }
