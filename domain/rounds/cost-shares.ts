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
