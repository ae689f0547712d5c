import type { MachineDays } from './days.ts'
import { beliefsOf, type Demand, demandOf, rateOf, type Spread, USUAL_SPREAD } from './demand.ts'
import { FOLDS } from './held-out.ts'
import { APART_DAYS, type GroupedPart, partOf, reachesOf, stocksToTry, weighted } from './reaches.ts'
import { type Case, spreadOf } from './spread.ts'
import { timesAsFast } from './switching.ts'
import { switchingSeen } from './switching-seen.ts'

/** Half-life in days of the sales of a slot, and of the activity of its machine. */
type Memory = { place: number; machine: number }

/** The result of backtesting recent forecasts. `level`: the relative variance of a slot's rate beyond its known uncertainty. */
type Calibration = Manner & { level: number; spread: Spread }

const MEMORIES: Memory[] = [10, 20, 40, 80].flatMap((place) =>
  [3, 7, 14, 28, Number.POSITIVE_INFINITY].map((machine) => ({ place, machine })),
)
const USUAL: Calibration = {
  memory: { place: 40, machine: 28 },
  switching: 0,
  level: 0.02,
  spread: { ...USUAL_SPREAD, luck: 0.05 },
}

/** Forecasts of a week are made at these folds; those of stocks that last for weeks at all of them. */
const MAX_DAYS_BACK = 28
const WEEK = 7
/** Minimum number of days before a backtest. */
const MIN_DAYS = 14

/** Number of sold pieces at which a machine's level has the same weight as the average. */
const DOUBT = 15

/** Learning parameters of a kind of machine: half-lives, and the share of customers who switch (domain/forecast/switching.ts). */
type Manner = { memory: Memory; switching: number }

/** The rate of each slot at the end of day `from` while nothing is sold out, from earlier data. */
export function ratesOf(machines: readonly MachineDays[], from: number, { memory, switching }: Manner, busy: Busy = null): Demand[][] {
  const plain = pacesOf(machines, from, memory, busy)
  return switching === 0 ? plain : pacesOf(machines, from, memory, timesByDay(machines, plain, switching, busy))
}

/** Per machine: the activity of each day by the rhythm known then, relative to the current one. Null: equal. */
type Busy = readonly Float64Array[] | null

/**
 * The factor by which the rest of each machine sold faster on each day, because some of it was sold out, and because the day was `busy`.
 */
const timesByDay = (machines: readonly MachineDays[], rates: readonly Demand[][], switching: number, busy: Busy = null): Float64Array[] =>
  machines.map((places, machine) => {
    const days = places[0]?.sold.length ?? 0
    const [out, all] = [new Float64Array(days), new Float64Array(days)]
    places.forEach((place, index) => {
      const pace = rateOf(rates[machine]?.[index] ?? { pieces: 0, hours: 0 })
      for (let day = 0; day < days; day++) {
        const missing = pace * (place.out[day] ?? 0)
        out[day] = (out[day] ?? 0) + missing
        all[day] = (all[day] ?? 0) + missing + pace * (place.open[day] ?? 0)
      }
    })
    for (let day = 0; day < days; day++) {
      const total = all[day] ?? 0
      all[day] = (total > 0 ? timesAsFast((out[day] ?? 0) / total, switching) : 1) * (busy?.[machine]?.[day] ?? 1)
    }
    return all
  })

function pacesOf(machines: readonly MachineDays[], from: number, memory: Memory, times: Busy): Demand[][] {
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

function product(weights: Float64Array, times: Float64Array | undefined): Float64Array {
  if (!times) return weights
  const all = new Float64Array(weights.length)
  for (let day = 0; day < all.length; day++) all[day] = (weights[day] ?? 0) * (times[day] ?? 1)
  return all
}

/** This many machines, evenly selected, are enough to assess a company's forecasts. */
const MAX_MACHINES = 150

type Fold = { fold: number; busy: Busy }
type BusyAt = (fold: number) => Busy

/** Calibrates by backtesting recent forecasts. Yields between steps. */
export function* calibrating(
  all: readonly MachineDays[],
  busyByFold: ReadonlyMap<number, readonly Float64Array[]> = new Map(),
): Generator<void, Calibration> {
  const chosen = some(
    all.flatMap((places, index) => (places.length > 0 ? [index] : [])),
    MAX_MACHINES,
  )
  const machines = chosen.map((index) => all[index] ?? [])
  const busyAt: BusyAt = (fold) => {
    const busy = busyByFold.get(fold)
    return busy ? chosen.map((index) => busy[index] ?? new Float64Array()) : null
  }
  const seenDays = machines.reduce(
    (most, places) => Math.max(most, ...places.map(({ open }) => open.findLastIndex((hours) => hours > 0) + 1)),
    0,
  )
  const longFolds = FOLDS.filter((fold) => fold + MIN_DAYS <= seenDays).map((fold): Fold => ({ fold, busy: busyAt(fold) }))
  const folds = longFolds.filter(({ fold }) => fold <= MAX_DAYS_BACK)
  const weekFolds = folds.filter(({ fold }) => fold % WEEK === 0)
  if (weekFolds.length === 0) return USUAL
  let best = { memory: USUAL.memory, likelihood: Number.NEGATIVE_INFINITY }
  const switching = switchingOf(machines)
  yield
  for (const memory of MEMORIES) {
    const likelihood = likelihoodOf(machines, weekFolds, { memory, switching })
    if (likelihood > best.likelihood) best = { memory, likelihood }
    yield
  }
  const manner: Manner = { memory: best.memory, switching }
  const cases = casesOf(machines, folds, manner)
  yield
  const { level, luck } = spreadOf(cases)
  yield
  const calibration: Calibration = { ...manner, level, spread: { ...USUAL_SPREAD, luck } }
  return { ...calibration, spread: { luck, ...reachesOf(partsOf(machines, longFolds, calibration)) } }
}

const LONG_MEMORY: Memory = { place: 80, machine: Number.POSITIVE_INFINITY }

/** The rates need the share of customers who switch, and it needs the rates. */
function switchingOf(machines: readonly MachineDays[]): number {
  let switching = 0
  for (let pass = 0; pass < 2; pass++) switching = switchingSeen(machines, ratesOf(machines, 0, { memory: LONG_MEMORY, switching }))
  return switching
}

/** The likelihood of the sales after each fold under the forecasts before it. */
function likelihoodOf(machines: readonly MachineDays[], folds: readonly Fold[], manner: Manner): number {
  let likelihood = 0
  for (const { fold, busy } of folds) {
    const rates = ratesOf(machines, fold, manner, busy)
    const times = timesByDay(machines, rates, manner.switching, busy)
    eachPlace(machines, rates, (place, demand, machine) => {
      const expected = rateOf(demand) * sumOf(place.open, fold, WEEK, times[machine])
      if (expected > 0) likelihood += sumOf(place.sold, fold, WEEK) * Math.log(expected) - expected
    })
  }
  return likelihood
}

const SPANS = [1, 3, WEEK, 14, 21]
const MAX_CASES = 5_000

function casesOf(machines: readonly MachineDays[], folds: readonly Fold[], manner: Manner): Case[] {
  const cases: Case[] = []
  for (const { fold, busy } of folds) {
    const rates = ratesOf(machines, fold, manner, busy)
    const times = timesByDay(machines, rates, manner.switching, busy)
    eachPlace(machines, rates, (place, demand, machine) => {
      if (demand.hours <= 0 || demand.pieces <= 0) return
      for (const span of SPANS) {
        const hours = span <= fold ? sumOf(place.open, fold, span, times[machine]) : 0
        if (hours > 0)
          cases.push({ mean: rateOf(demand) * hours, came: sumOf(place.sold, fold, span), pieces: demand.pieces, days: hours / 24 })
      }
    })
  }
  return some(cases, MAX_CASES)
}

/** This many forecasts of emptying are enough to determine the width of spans. */
const MAX_PARTS = 4_000

/**
 * Where in past forecasts slots ran empty. Spans of emptying are calibrated by these rather than by counts of a few days, because errors
 * grow with the time that a stock lasts.
 */
function partsOf(machines: readonly MachineDays[], folds: readonly Fold[], calibration: Calibration): GroupedPart[] {
  const found = folds.flatMap(({ fold, busy }) => {
    const rates = ratesOf(machines, fold, calibration, busy)
    const tried: Trial[] = []
    eachPlace(machines, rates, (place, rate, machine) => {
      const demand = widened(rate, calibration)
      for (const pieces of stocksToTry(demand, fold, place.stock))
        tried.push({ demand, pieces, place, fold, machine, busy: busy?.[machine] })
    })
    return tried
  })
  return weighted(some(found, MAX_PARTS)).map(({ demand, pieces, place, fold, machine, busy, weight }) => {
    // A stock lasts longer if other slots prevent its sale, or if the machine is closed.
    const open = product(
      place.open.map((hours, day) => hours + (place.shut[day] ?? 0)),
      busy,
    )
    const part = partOf(demand, pieces, { sold: place.sold, open }, fold)
    return { ...part, machine, fortnight: Math.ceil(fold / APART_DAYS), weight }
  })
}

type Trial = {
  demand: Demand
  pieces: number
  place: MachineDays[number]
  fold: number
  machine: number
  busy: Float64Array | undefined
}

/** At most this many, spread over the list. */
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
  visit: (place: MachineDays[number], demand: Demand, machine: number) => void,
) {
  machines.forEach((places, machine) => {
    places.forEach((place, index) => {
      visit(place, rates[machine]?.[index] ?? { pieces: 0, hours: 0 }, machine)
    })
  })
}

/** Sum of the days [from - span, from) before now, each multiplied by `times`. */
function sumOf(days: Float64Array, from: number, span: number, times?: Float64Array): number {
  let sum = 0
  for (let day = from - span; day < from; day++) sum += (days[day] ?? 0) * (times?.[day] ?? 1)
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
