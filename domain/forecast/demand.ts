/**
 * A sales rate in pieces per average hour, as the posterior gamma distribution of a prior (`pieces` in `hours`) and observed sales. The
 * quotient is the mean; more pieces mean more certainty. Without `spread` its variance is chance only.
 */
export type Demand = { pieces: number; hours: number; spread?: Spread }

/**
 * The errors of past forecasts for one kind of machine. `luck`: the relative variance of one day, which averages out over several days.
 * `half` and `most`: distance from the median of spans that contained 5 and 9 of 10 outcomes.
 */
export type Spread = { luck: number; half: number; most: number }

/**
 * Without past forecasts. The inner span is the theoretical one. The outer one is wider than 0.45, because vacations and failures, which no
 * distribution of chance contains, make the theoretical one hold less often than 9 times in 10.
 */
export const USUAL_SPREAD: Spread = { luck: 0, half: 0.25, most: 0.485 }

/** Observations of one slot: pieces sold while it had stock, and the time with stock in average business hours. */
type Seen = { sold: number; hours: number }

/** Half-life of observations in days, because seasons and tastes change. */
const HALF_LIFE_DAYS = 42

/** Weight of a day that is this many days ago. */
export const weightOf = (daysAgo: number): number => 0.5 ** (Math.max(daysAgo, 0) / HALF_LIFE_DAYS)

/** The prior of a slot before any sales. `spread`: the number of pieces that the prior is worth. */
type Belief = { rate: number; spread: number }

/** The posterior of a slot: the prior, updated by the observations. */
export function demandOf({ rate, spread }: Belief, { sold, hours }: Seen): Demand {
  return rate > 0 ? { pieces: spread + sold, hours: spread / rate + hours } : { pieces: sold, hours }
}

export const rateOf = ({ pieces, hours }: Demand): number => (hours > 0 ? pieces / hours : 0)

/** A slot or canister with its machine and product, as compared by `beliefsOf`. */
type Place = { machine: number; product: number; seen: Seen }

/** Minimum and maximum weight of a prior, in pieces. */
const SPREAD = { least: 1, most: 40 }

/**
 * The prior of each slot: the rate of its machine, multiplied by the rate of its product relative to others in the same machines. The
 * weight of the prior follows from the variance between slots.
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

/** Number of sold pieces at which a machine's or a product's own value has the same weight as the average. */
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

/** By moments: the variance of the slots' sales beyond chance. */
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
