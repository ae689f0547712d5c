import type { PlaceDays } from './days.ts'
import { beliefsOf, type Demand, demandOf, rateOf, type Spread, USUAL_SPREAD } from './demand.ts'
import { APART_DAYS, type Part, partOf, reachesOf, stocksToTry } from './reaches.ts'
import { timesAsFast } from './switching.ts'

/** The places of a machine, day by day. */
export type MachineDays = readonly (PlaceDays & { product: number })[]

/** After how many days half is forgotten: of what a place sells, and of how busy its machine is. */
export type Memory = { place: number; machine: number }

/**
 * What the forecasts of the last weeks would have missed by. `level`: the relative variance of a place's pace beyond what is known of it.
 */
export type Calibration = Manner & { level: number; spread: Spread }

const MEMORIES: Memory[] = [10, 20, 40, 80].flatMap((place) =>
  [3, 7, 14, 28, Number.POSITIVE_INFINITY].map((machine) => ({ place, machine })),
)
const USUAL: Calibration = {
  memory: { place: 40, machine: 28 },
  switching: 0,
  level: 0.02,
  spread: { ...USUAL_SPREAD, luck: 0.05 },
}

/** Forecasts of the past are made so many days before now, each for the week after. */
const FOLDS = [7, 10, 14, 18, 21, 25, 28]
/** Further ones, for stocks that last for weeks. */
const LONG_FOLDS = [35, 42]
const WEEK = 7
/** A forecast of the past needs so many days before it. */
const LEAST_DAYS = 14

/** So many pieces must be sold before a machine's level speaks as loud as the average. */
const DOUBT = 15

/** How a kind of machine is learnt from: what is forgotten how fast, and how many customers switch (domain/forecast/switching.ts). */
export type Manner = { memory: Memory; switching: number }

/** How fast each place sells at the end of day `from` while nothing is sold out, by what was seen before. */
export function ratesOf(machines: readonly MachineDays[], from: number, { memory, switching }: Manner): Demand[][] {
  const plain = pacesOf(machines, from, memory, null)
  return switching === 0 ? plain : pacesOf(machines, from, memory, timesByDay(machines, plain, switching))
}

/** How many times as fast the rest of each machine sold on each day, because some of it was sold out. */
export const timesByDay = (machines: readonly MachineDays[], rates: readonly Demand[][], switching: number): Float64Array[] =>
  machines.map((places, machine) => {
    const paces = places.map((_, index) => rateOf(rates[machine]?.[index] ?? { pieces: 0, hours: 0 }))
    return Float64Array.from({ length: places[0]?.sold.length ?? 0 }, (_, day) => {
      let [out, all] = [0, 0]
      places.forEach((place, index) => {
        out += (paces[index] ?? 0) * (place.out[day] ?? 0)
        all += (paces[index] ?? 0) * ((place.out[day] ?? 0) + (place.open[day] ?? 0))
      })
      return all > 0 ? timesAsFast(out / all, switching) : 1
    })
  })

function pacesOf(machines: readonly MachineDays[], from: number, memory: Memory, times: readonly Float64Array[] | null): Demand[][] {
  const days = machines.find((places) => places.length > 0)?.[0]?.sold.length ?? 0
  const weights = weightsOf(days, from, memory.place)
  const all = machines.flatMap((places, machine) => {
    const weightsOfOpen = product(weights, times?.[machine])
    return places.map(({ product, sold, open }) => {
      return { machine, product, seen: { sold: dot(sold, weights, from), hours: dot(open, weightsOfOpen, from) } }
    })
  })
  const demands = beliefsOf(all).map((belief, index) => demandOf(belief, all[index]?.seen ?? { sold: 0, hours: 0 }))
  let next = 0
  const recent = Number.isFinite(memory.machine) ? weightsOf(days, from, memory.machine) : null
  return machines.map((places, machine) => {
    const own = demands.slice(next, next + places.length)
    next += places.length
    if (!recent) return own
    const recentOpen = product(recent, times?.[machine])
    let [sold, expected] = [DOUBT, DOUBT]
    places.forEach((place, index) => {
      sold += dot(place.sold, recent, from)
      expected += rateOf(own[index] ?? { pieces: 0, hours: 0 }) * dot(place.open, recentOpen, from)
    })
    const level = sold / expected
    return own.map(({ pieces, hours }) => ({ pieces, hours: hours / level }))
  })
}

const product = (weights: Float64Array, times: Float64Array | undefined): Float64Array =>
  times ? weights.map((weight, day) => weight * (times[day] ?? 1)) : weights

/** So many machines, evenly chosen, say enough of how well a company's forecasts do. */
const MOST_MACHINES = 150

/** Learns from what its own forecasts of the last weeks would have missed. It pauses between steps. */
export function* calibrating(all: readonly MachineDays[]): Generator<void, Calibration> {
  const machines = some(
    all.filter((places) => places.length > 0),
    MOST_MACHINES,
  )
  const seenDays = machines.reduce(
    (most, places) => Math.max(most, ...places.map(({ open }) => open.findLastIndex((hours) => hours > 0) + 1)),
    0,
  )
  const folds = FOLDS.filter((fold) => fold + LEAST_DAYS <= seenDays)
  if (folds.length === 0) return USUAL
  let best = { memory: USUAL.memory, likelihood: Number.NEGATIVE_INFINITY }
  const switching = switchingOf(machines)
  yield
  for (const memory of MEMORIES) {
    const likelihood = likelihoodOf(machines, folds, { memory, switching })
    if (likelihood > best.likelihood) best = { memory, likelihood }
    yield
  }
  const manner: Manner = { memory: best.memory, switching }
  const cases = casesOf(machines, folds, manner)
  yield
  const { level, luck } = spreadOf(cases)
  yield
  const calibration: Calibration = { ...manner, level, spread: { ...USUAL_SPREAD, luck } }
  const longFolds = [...folds, ...LONG_FOLDS.filter((fold) => fold + LEAST_DAYS <= seenDays)]
  const independent = machines.length * Math.max(1, Math.floor(Math.max(...longFolds) / APART_DAYS))
  return { ...calibration, spread: { luck, ...reachesOf(partsOf(machines, longFolds, calibration), independent) } }
}

const SWITCHINGS = [-4, -2, -1, -0.5, 0, 0.2, 0.4, 0.6, 0.8, 0.95]
const LONG_MEMORY: Memory = { place: 80, machine: Number.POSITIVE_INFINITY }

/** By the days of each machine: how much more or less of the rest sold on those days on which more was sold out. */
function switchingOf(machines: readonly MachineDays[]): number {
  let best = { switching: 0, likelihood: Number.NEGATIVE_INFINITY }
  for (const switching of SWITCHINGS) {
    const rates = ratesOf(machines, 0, { memory: LONG_MEMORY, switching })
    const times = timesByDay(machines, rates, switching)
    let likelihood = 0
    machines.forEach((places, machine) => {
      const sold = new Float64Array(places[0]?.sold.length ?? 0)
      const expected = new Float64Array(sold.length)
      places.forEach((place, index) => {
        const pace = rateOf(rates[machine]?.[index] ?? { pieces: 0, hours: 0 })
        for (let day = 0; day < sold.length; day++) {
          sold[day] = (sold[day] ?? 0) + (place.sold[day] ?? 0)
          expected[day] = (expected[day] ?? 0) + pace * (place.open[day] ?? 0) * (times[machine]?.[day] ?? 1)
        }
      })
      // Compared with the machine's own total, so that its level says nothing.
      const all = expected.reduce((sum, one) => sum + one, 0)
      expected.forEach((one, day) => {
        if (one > 0) likelihood += (sold[day] ?? 0) * Math.log(one / all)
      })
    })
    if (likelihood > best.likelihood) best = { switching, likelihood }
  }
  return best.switching
}

/** How likely what came in the weeks after each fold was by the forecasts before it. */
function likelihoodOf(machines: readonly MachineDays[], folds: readonly number[], manner: Manner): number {
  let likelihood = 0
  for (const fold of folds) {
    const rates = ratesOf(machines, fold, manner)
    const times = timesByDay(machines, rates, manner.switching)
    eachPlace(machines, rates, (place, demand, machine) => {
      const expected = rateOf(demand) * sumOf(product(place.open, times[machine]), fold, WEEK)
      if (expected > 0) likelihood += sumOf(place.sold, fold, WEEK) * Math.log(expected) - expected
    })
  }
  return likelihood
}

const GRID = [0, 0.005, 0.01, 0.02, 0.03, 0.05, 0.08, 0.12, 0.18, 0.25, 0.35, 0.5, 0.7, 1]

/** A forecast of the past, and what came. `days`: how many average days it was for. */
type Case = { mean: number; came: number; pieces: number; days: number }

const SPANS = [1, 3, WEEK, 14, 21]
const MOST_CASES = 15_000

function casesOf(machines: readonly MachineDays[], folds: readonly number[], manner: Manner): Case[] {
  const cases: Case[] = []
  for (const fold of folds) {
    const rates = ratesOf(machines, fold, manner)
    const times = timesByDay(machines, rates, manner.switching)
    eachPlace(machines, rates, (place, demand, machine) => {
      if (demand.hours <= 0 || demand.pieces <= 0) return
      const open = product(place.open, times[machine])
      for (const span of SPANS) {
        const hours = span <= fold ? sumOf(open, fold, span) : 0
        if (hours > 0)
          cases.push({ mean: rateOf(demand) * hours, came: sumOf(place.sold, fold, span), pieces: demand.pieces, days: hours / 24 })
      }
    })
  }
  return some(cases, MOST_CASES)
}

/** The spread under which what came was most likely. The likelihood has one peak, so each figure may be found in turn. */
function spreadOf(cases: readonly Case[]): { level: number; luck: number } {
  const likelihoodOf = (level: number, luck: number) =>
    cases.reduce((sum, { mean, came, pieces, days }) => sum + logChance(mean, 1 / (1 / pieces + level + luck / days), came), 0)
  let best = { level: 0, luck: 0, likelihood: Number.NEGATIVE_INFINITY }
  const consider = (level: number, luck: number) => {
    const likelihood = likelihoodOf(level, luck)
    if (likelihood > best.likelihood) best = { level, luck, likelihood }
  }
  for (let round = 0; round < 2; round++) {
    for (const level of GRID) consider(level, best.luck)
    for (const luck of GRID) consider(best.level, luck)
  }
  return { level: best.level, luck: best.luck }
}

/** So many forecasts of emptying say enough of how far spans must reach. */
const MOST_PARTS = 4_000

/**
 * Where in the forecasts of the past places ran empty. Spans of emptying are calibrated by these and not by counts of a few days, because
 * errors grow with how far ahead a stock lasts.
 */
function partsOf(machines: readonly MachineDays[], folds: readonly number[], calibration: Calibration): Part[] {
  const found = folds.flatMap((fold) => {
    const rates = ratesOf(machines, fold, calibration)
    const stocks: { demand: Demand; pieces: number; place: Pick<PlaceDays, 'sold' | 'open'>; fold: number }[] = []
    eachPlace(machines, rates, ({ sold, open, shut }, rate) => {
      const demand = widened(rate, calibration)
      // A stock lasts longer where other places keep it from being sold, or the machine is closed.
      const place = { sold, open: open.map((hours, day) => hours + (shut[day] ?? 0)) }
      for (const pieces of stocksToTry(demand, fold)) stocks.push({ demand, pieces, place, fold })
    })
    return stocks
  })
  return some(found, MOST_PARTS).map(({ demand, pieces, place, fold }) => partOf(demand, pieces, place, fold))
}

/** The logarithm of how likely a count is, but for what depends on neither mean nor shape. */
const logChance = (mean: number, shape: number, count: number): number =>
  count * Math.log(mean / (shape + mean)) - shape * Math.log1p(mean / shape) + logGamma(shape + count) - logGamma(shape)

/** Stirling's series. */
function logGamma(x: number): number {
  let [at, less] = [x, 0]
  for (; at < 8; at++) less += Math.log(at)
  return (at - 0.5) * Math.log(at) - at + 0.5 * Math.log(2 * Math.PI) + 1 / (12 * at) - 1 / (360 * at ** 3) - less
}

/** At most so many, from everywhere in the list. */
const some = <Item>(items: readonly Item[], most: number): Item[] =>
  items.length <= most ? [...items] : Array.from({ length: most }, (_, index) => items[Math.floor((index * items.length) / most)] as Item)

export function widened({ pieces, hours }: Demand, { level, spread }: Calibration): Demand {
  if (pieces <= 0 || hours <= 0) return { pieces, hours }
  const wide = 1 / (1 / pieces + level)
  return { pieces: wide, hours: (hours * wide) / pieces, spread }
}

function eachPlace(
  machines: readonly MachineDays[],
  rates: readonly Demand[][],
  visit: (place: PlaceDays, demand: Demand, machine: number) => void,
) {
  machines.forEach((places, machine) => {
    places.forEach((place, index) => {
      visit(place, rates[machine]?.[index] ?? { pieces: 0, hours: 0 }, machine)
    })
  })
}

/** The days [from - span, from) before now. */
function sumOf(days: Float64Array, from: number, span: number): number {
  let sum = 0
  for (let day = from - span; day < from; day++) sum += days[day] ?? 0
  return sum
}

function weightsOf(days: number, from: number, halfLife: number): Float64Array {
  return Float64Array.from({ length: days }, (_, day) => 0.5 ** ((day - from) / halfLife))
}

function dot(days: Float64Array, weights: Float64Array, from: number): number {
  let sum = 0
  for (let day = from; day < days.length; day++) sum += (days[day] ?? 0) * (weights[day] ?? 0)
  return sum
}
