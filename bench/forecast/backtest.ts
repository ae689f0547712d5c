import { rateOf } from '#domain/forecast/demand.ts'
import { chanceOfSelling, shapeIn, whenEmpty } from '#domain/forecast/empty.ts'
import { type Learnt, learning } from '#domain/forecast/learn.ts'
import { EVEN } from '#domain/forecast/rhythm.ts'
import { readRhythm, writeRhythm } from '#domain/forecast/rhythm-text.ts'
import { shownSpan } from '#domain/forecast/shown.ts'
import { insteadOf } from '#domain/forecast/switching.ts'
import { businessBetween } from '#domain/forecast/unmet.ts'
import { DAY, type Moment } from '#domain/time.ts'
import type { History, KnownMachine } from './history.ts'
import { RULES, type Rule } from './rules.ts'
import { chances, coverageOf, pinball } from './spread.ts'
import { firstFrom, type MachineView, type PlaceView, soldBetween, viewAt, wasOut } from './view.ts'

export const HORIZONS = [1, 3, 7]
const KINDS: readonly KnownMachine['kind'][] = ['COFFEE', 'SNACK']
export const OURS = 'ours'

/** `cost`: pinball loss, summed over cases. `error`: absolute error of the mean. */
export type Score = { cost: number; error: number; came: number; told: number; cases: number }
/** How many spans of a history contained the outcome: exactly, and as shown on screens, in whole hours or days. */
export type Held = { half: number; most: number; shownHalf: number; shownMost: number; cases: number }
/** The same for numbers of pieces: fractionally, and as spans of whole numbers. No screen shows them. */
export type HeldCounts = { half: number; most: number; wholeHalf: number; wholeMost: number; cases: number }

/** The results of forecasts over several histories. */
export class Result {
  /** Stock points, over the next given number of days. */
  readonly places = new Map<string, Score>()
  /** Whole machines, on the day that is this many days ahead. */
  readonly machines = new Map<string, Score>()
  /** The same by sales, only for stock points that were not sold out on that day. */
  readonly sold = new Map<string, Score>()
  /** By kind, with one entry per history. */
  readonly held: Record<KnownMachine['kind'], Held[]> = { COFFEE: [], SNACK: [] }
  readonly counts = new Map<string, HeldCounts>()
}

export const keyOf = (kind: string, days: number, method: string) => `${kind} ${days} ${method}`

type Known = { machine: MachineView; learnt: Learnt }

/** Forecasts from each origin with the data before it, by the product and by each rule, and compares the forecasts with the outcome. */
export function backtest(history: History, origins: readonly Moment[], result: Result): void {
  for (const kind of KINDS) result.held[kind].push({ half: 0, most: 0, shownHalf: 0, shownMost: 0, cases: 0 })
  for (const now of origins) {
    const machines = viewAt(history, now)
    const learnt = learntBefore(machines, now, history.timeZone)
    const all = machines.map((machine, index): Known => ({ machine, learnt: learnt[index] ?? { rhythm: EVEN, demands: [], switching: 0 } }))
    for (const kind of KINDS) {
      const own = all.filter(({ machine }) => machine.kind === kind)
      for (const days of HORIZONS) {
        if (now + days * DAY > history.to) continue
        scorePlaces(own, { kind, now, days, timeZone: history.timeZone }, result)
        scoreMachines(own, { kind, now, days, timeZone: history.timeZone }, result)
      }
      holdSpans(own, now, history, result)
    }
  }
}

type Forecasting = { kind: string; now: Moment; days: number; timeZone: string }

function scorePlaces(own: readonly Known[], { kind, now, days, timeZone }: Forecasting, result: Result) {
  const to = now + days * DAY
  const excess = new Map(Object.entries(RULES).map(([name, rule]) => [name, excessOf(own, rule, now, days)]))
  for (const { machine, learnt } of own) {
    const hours = businessBetween(now, to, timeZone, learnt.rhythm)
    machine.places.forEach((place, index) => {
      const came = soldBetween(place.wanted, now, to)
      const note = (method: string, mean: number, beyond: number) =>
        add(result.places, keyOf(kind, days, method), { mean, came, cost: pinball(chances({ mean, excess: beyond }), came) })
      for (const [name, rule] of Object.entries(RULES)) note(name, Math.max(rule(place, now, 0, days), LEAST * days), excess.get(name) ?? 0)
      const demand = learnt.demands[index] ?? { pieces: 0, hours: 0 }
      const mean = rateOf(demand) * hours
      const beyond = mean > 0 ? 1 / shapeIn(demand, hours) : 0
      note(OURS, mean, beyond)
      holdCount(result, keyOf(kind, days, OURS), chances({ mean, excess: beyond }), came)
    })
  }
}

function holdCount({ counts }: Result, key: string, all: readonly number[], came: number) {
  const held = counts.get(key) ?? { half: 0, most: 0, wholeHalf: 0, wholeMost: 0, cases: 0 }
  const [half, most] = [coverageOf(all, came, 0.5), coverageOf(all, came, 0.9)]
  held.half += half.exact
  held.most += most.exact
  held.wholeHalf += half.whole
  held.wholeMost += most.whole
  held.cases++
  counts.set(key, held)
}

/** One day of a whole machine, `days` days ahead: all slots of a snack machine, all drinks of a coffee machine. */
function scoreMachines(own: readonly Known[], { kind, now, days, timeZone }: Forecasting, result: Result) {
  const [from, to] = [now + (days - 1) * DAY, now + days * DAY]
  for (const { machine, learnt } of own) {
    const hours = businessBetween(from, to, timeZone, learnt.rhythm)
    const counting = machine.kind === 'SNACK' ? machine.places.map((_, index) => index) : [busiest(machine, now)]
    const note = (scores: Map<string, Score>, places: readonly number[], times: number, cameTo: (place: PlaceView) => number) => {
      const known = places.flatMap((index) => machine.places[index] ?? [])
      if (known.length === 0) return
      const came = sum(known.map(cameTo))
      for (const [name, rule] of Object.entries(RULES))
        add(scores, keyOf(kind, days, name), { mean: sum(known.map((place) => rule(place, now, days - 1, 1))), came, cost: 0 })
      const mean = sum(places.map((index) => rateOf(learnt.demands[index] ?? { pieces: 0, hours: 0 }) * hours * times))
      add(scores, keyOf(kind, days, OURS), { mean, came, cost: 0 })
    }
    note(result.machines, counting, 1, ({ wanted }) => soldBetween(wanted, from, to))
    const never = counting.filter((index) => !wasOut(machine.places[index] as PlaceView, from, to))
    note(result.sold, never, insteadNow(machine, learnt), ({ sales }) => soldBetween(sales, from, to))
  }
}

function add(scores: Map<string, Score>, key: string, { mean, came, cost }: { mean: number; came: number; cost: number }) {
  const score = scores.get(key) ?? { cost: 0, error: 0, came: 0, told: 0, cases: 0 }
  score.cost += cost
  score.error += Math.abs(mean - came)
  score.came += came
  score.told += mean
  score.cases++
  scores.set(key, score)
}

/** A lower bound, so that no rule is charged for a stock point without sales so far. */
const LEAST = 0.01

/** Each drink takes from several stock points; the one that most drinks use counts them. */
function busiest({ places }: MachineView, now: Moment): number {
  const sold = places.map(({ sales }) => firstFrom(sales, now))
  return sold.indexOf(Math.max(...sold))
}

function learntBefore(machines: readonly MachineView[], now: Moment, timeZone: string): Learnt[] {
  const pasts = machines.map(({ kind, places }) => ({
    kind,
    until: now,
    places: places.map(({ product, stock, since, sales, soldOut }) => ({
      product,
      stock,
      since,
      soldOut,
      sales: sales.slice(0, firstFrom(sales, now)),
    })),
  }))
  const steps = learning(pasts, { now, timeZone })
  for (;;) {
    const { done, value } = steps.next()
    // In the format that is sent to phones.
    if (done) return value.map((one) => ({ ...one, rhythm: readRhythm(writeRhythm(one.rhythm)) ?? EVEN }))
  }
}

/**
 * Rules yield a mean only. Each gets the spread that best fits its own errors: the excess over chance in the preceding span, over all stock
 * points of the kind.
 */
function excessOf(own: readonly Known[], rule: Rule, now: Moment, days: number): number {
  const at = now - days * DAY
  let [beyond, squares] = [0, 0]
  for (const { machine } of own) {
    for (const place of machine.places) {
      if (isOutBetween(place, at, now)) continue
      const mean = Math.max(rule(place, at, 0, days), LEAST * days)
      beyond += (soldBetween(place.sales, at, now) - mean) ** 2 - mean
      squares += mean ** 2
    }
  }
  return Math.max(0, beyond / squares)
}

const isOutBetween = ({ soldOut }: PlaceView, from: Moment, to: Moment) => soldOut.some((span) => span.from < to && span.to > from)

/** How much the other products' sales increase because of those that are currently sold out. */
function insteadNow({ places }: MachineView, { demands, switching }: Learnt): number {
  const paces = places.map(({ stock }, index) => ({ rate: rateOf(demands[index] ?? { pieces: 0, hours: 0 }), isOut: stock <= 0 }))
  return insteadOf(paces, switching)
}

/** Empty times are compared up to the horizon that every history covers. */
const FARTHEST_DAYS = 21

/**
 * When each stock point would have run empty without a refill: when it had nothing to sell, or, if it was refilled before, at the sale that
 * equals its stock at the origin, because sales continue after a refill. A drink that takes more than others leaves an unsaleable rest.
 */
function holdSpans(own: readonly Known[], now: Moment, history: History, result: Result) {
  const farthest = Math.min(now + FARTHEST_DAYS * DAY, history.to)
  for (const { machine, learnt } of own) {
    const more = insteadNow(machine, learnt)
    machine.places.forEach(({ stock, sales, outEver }, index) => {
      const full = learnt.demands[index]
      if (!full) return
      const demand = { ...full, hours: full.hours / more }
      if (stock <= 0 || chanceOfSelling(demand, 1, 1) <= 0) return
      const { half, most } = whenEmpty({ now, timeZone: history.timeZone, rhythm: learnt.rhythm, demand, stock })
      if (most.to === null || most.to > farthest) return
      const out = outEver.find(({ from }) => from >= now)?.from ?? Number.POSITIVE_INFINITY
      const came = Math.min(sales[firstFrom(sales, now) + stock - 1] ?? Number.POSITIVE_INFINITY, out)
      const isIn = (span: { from: Moment; to: Moment }) => Number(came >= span.from && came <= span.to)
      const held = result.held[machine.kind].at(-1)
      if (!held || half.from === null || half.to === null || most.from === null) return
      const [inner, outer] = [
        { from: half.from, to: half.to },
        { from: most.from, to: most.to },
      ]
      held.half += isIn(inner)
      held.most += isIn(outer)
      held.shownHalf += isIn(shownSpan(inner.from, inner.to, now, history.timeZone))
      held.shownMost += isIn(shownSpan(outer.from, outer.to, now, history.timeZone))
      held.cases++
    })
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
