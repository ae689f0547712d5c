/**
 * How fast something sells: a rate in pieces an average hour, as the gamma distribution that is left of what was believed before (`pieces`
 * in `hours`) after what was seen. Their quotient is the mean; the more pieces, the surer. Without `spread` it varies as
 * chance alone lets it.
 */
export type Demand = { pieces: number; hours: number; spread?: Spread }

/**
 * How forecasts of one kind of machine erred before. `luck`: the relative variance of one day, because no two days are alike; over several
 * days it evens out. `half` and `most`: how far from the middle of the distribution the spans reach that held 5 and 9 times in 10.
 */
export type Spread = { luck: number; half: number; most: number }

export const USUAL_SPREAD: Spread = { luck: 0, half: 0.25, most: 0.45 }

/** What was seen of one place: pieces sold while there were any, and for how long there were, in hours of average business. */
export type Seen = { sold: number; hours: number }

/** Half of what is known of a place is forgotten in so many days, since seasons and tastes change. */
export const HALF_LIFE_DAYS = 42

/** How much a day counts that is so many days gone. */
export const weightOf = (daysAgo: number): number => 0.5 ** (Math.max(daysAgo, 0) / HALF_LIFE_DAYS)

/** What is believed of a place before anything was sold there. `spread`: how many pieces the belief is worth. */
export type Belief = { rate: number; spread: number }

/** What is known of a place: the belief, moved towards what was seen as far as that speaks. */
export function demandOf({ rate, spread }: Belief, { sold, hours }: Seen): Demand {
  return rate > 0 ? { pieces: spread + sold, hours: spread / rate + hours } : { pieces: sold, hours }
}

export const rateOf = ({ pieces, hours }: Demand): number => (hours > 0 ? pieces / hours : 0)

/** A place in a machine and what it holds, as far as `beliefsOf` compares them. */
export type Place = { machine: number; product: number; seen: Seen }

/** Beliefs are worth this many pieces at least and at most. */
const SPREAD = { least: 1, most: 40 }

/**
 * What is believed of each place before it speaks for itself: how its machine sells, times how its product sells compared with others
 * beside it. How far places differ from that says how much the belief is worth.
 */
export function beliefsOf(places: readonly Place[]): Belief[] {
  const all = total(places)
  const overall = all.hours > 0 ? all.sold / all.hours : 0
  const machines = indices(
    places,
    ({ machine }) => machine,
    () => overall,
  )
  const machineRate = ({ machine }: Place) => overall * (machines.get(machine) ?? 1)
  const products = indices(places, ({ product }) => product, machineRate)
  const rates = places.map((place) => machineRate(place) * (products.get(place.product) ?? 1))
  const spread = spreadOf(places, rates)
  return rates.map((rate) => ({ rate, spread }))
}

/** So many pieces must be sold before a machine's or a product's own figure weighs as much as the average's. */
const DOUBT = 5

function indices(places: readonly Place[], groupOf: (place: Place) => number, rateOf: (place: Place) => number): Map<number, number> {
  const groups = new Map<number, { sold: number; expected: number }>()
  for (const place of places) {
    const group = groups.get(groupOf(place)) ?? { sold: 0, expected: 0 }
    group.sold += place.seen.sold
    group.expected += rateOf(place) * place.seen.hours
    groups.set(groupOf(place), group)
  }
  return new Map([...groups].map(([key, { sold, expected }]) => [key, (DOUBT + sold) / (DOUBT + expected)]))
}

/** By moments: what the places' sales vary more than chance alone would make them. */
function spreadOf(places: readonly Place[], rates: readonly number[]): number {
  let excess = 0
  let squares = 0
  places.forEach(({ seen }, index) => {
    const expected = (rates[index] ?? 0) * seen.hours
    excess += (seen.sold - expected) ** 2 - expected
    squares += expected ** 2
  })
  return excess > 0 ? Math.min(Math.max(squares / excess, SPREAD.least), SPREAD.most) : SPREAD.most
}

function total(places: readonly Place[]): Seen {
  return places.reduce((sum, { seen }) => ({ sold: sum.sold + seen.sold, hours: sum.hours + seen.hours }), { sold: 0, hours: 0 })
}
