import type { PlaceDays } from './days.ts'
import { type Demand, USUAL_SPREAD } from './demand.ts'
import { chanceOfSelling } from './empty.ts'

/** The part of a forecast distribution in which a slot ran empty; as wide as the daily data leaves it open. */
type Part = { from: number; to: number }

/**
 * Spans are calibrated for stocks close to the current ones, because those are forecast. The ratio of real to predicted errors depends on
 * how long a stock lasts, and on the slot.
 */
const OF_NOW = [0.75, 1, 1.33]
/** With an unknown stock, for stocks that last about this many days. */
const LASTING_DAYS = [2, 4, 7, 10, 14]
/** A stock counts if its forecast ends before now with this probability, whatever the outcome, because later ends are not known yet. */
const ENDED = 0.95

/** Stocks to backtest at the end of day `from`, each of which was most likely sold before now. `now`: current pieces. */
export function stocksToTry(demand: Demand, from: number, now?: number): number[] {
  if (demand.pieces <= 0 || demand.hours <= 0 || now === 0) return []
  const aDay = (24 * demand.pieces) / demand.hours
  const tried = now === undefined ? LASTING_DAYS.map((days) => aDay * days) : OF_NOW.map((times) => now * times)
  const stocks = new Set(tried.map((pieces) => Math.max(1, Math.round(pieces))))
  return [...stocks].filter((pieces) => chanceOfSelling(demand, pieces, 24 * from) >= ENDED)
}

/**
 * The position in its distribution of the moment at which this many pieces were sold after day `from`. `open`: business hours of each day.
 */
export function partOf(demand: Demand, pieces: number, { sold, open }: Pick<PlaceDays, 'sold' | 'open'>, from: number): Part {
  const chanceAfter = (hours: number) => chanceOfSelling(demand, pieces, hours)
  let [left, hours] = [pieces, 0]
  for (let day = from - 1; day >= 0; day--) {
    const [count, its] = [sold[day] ?? 0, open[day] ?? 0]
    if (count >= left) return { from: chanceAfter(hours + (its * (left - 1)) / count), to: chanceAfter(hours + (its * left) / count) }
    left -= count
    hours += its
  }
  return { from: chanceAfter(hours), to: 1 }
}

/**
 * Number of forecasts at which their spans have the same weight as the usual ones. It is higher for the inner span, because chance describes
 * the middle of the distribution better than its ends.
 */
const DOUBTED = { half: 1_500, most: 300 }

/** Forecasts of one machine that start this many days apart share little data. */
export const APART_DAYS = Math.max(...LASTING_DAYS)

/**
 * Forecasts of one machine or one time may have correlated errors. `weight`: makes all slots count equally, however many of their forecasts
 * have ended.
 */
export type GroupedPart = Part & { machine: number; fortnight: number; weight: number }

/** Gives every slot the same weight. */
export function weighted<Its extends { place: object }>(all: readonly Its[]): (Its & { weight: number })[] {
  const counts = new Map<object, number>()
  for (const { place } of all) counts.set(place, (counts.get(place) ?? 0) + 1)
  return all.map((one) => ({ ...one, weight: 1 / (counts.get(one.place) ?? 1) }))
}

/**
 * Distance from the median of spans that contained 5 and 9 of 10 outcomes. The maximum of few independent forecasts is exceeded by the next
 * one more often than by them, so the outer share is slightly higher: of n ordered numbers, the k-th is at the share (k - 0.5) / n of those
 * observed, and at k / (n + 1) of future ones.
 */
export function reachesOf(parts: readonly GroupedPart[]): { half: number; most: number } {
  const reachOf = (share: number, span: 'half' | 'most') => {
    const known = parts.length / (parts.length + DOUBTED[span])
    const target = Math.min(share + (share - 0.5) / independentOf(parts, share), 0.99) * sum(parts.map(({ weight }) => weight))
    let [low, high] = [0, 0.5]
    for (let step = 0; step < 20; step++) {
      const reach = (low + high) / 2
      if (sum(parts.map((part) => part.weight * shareWithin(part, reach))) < target) low = reach
      else high = reach
    }
    return ((low + high) / 2) * known + USUAL_SPREAD[span] * (1 - known)
  }
  return { half: reachOf(0.5, 'half'), most: Math.min(reachOf(0.9, 'most'), 0.495) }
}

/** The share of an outcome's part inside a span of this width. */
function shareWithin({ from, to }: Part, reach: number): number {
  const within = Math.min(to, 0.5 + reach) - Math.max(from, 0.5 - reach)
  return to - from > 1e-9 ? Math.max(0, within) / (to - from) : Number(within >= 0)
}

/** A machine's slots have correlated errors, and partly its fortnights too: all of its forecasts count as this many independent ones. */
const PER_MACHINE = 2

/** The effective number of independent forecasts: lower if those of one machine or one fortnight are correlated, as in a strike. */
function independentOf(parts: readonly GroupedPart[], share: number): number {
  const held = parts.map((part) => shareWithin(part, share / 2))
  const all = Math.max(sum(parts.map(({ weight }) => weight)), Number.MIN_VALUE)
  const mean = sum(parts.map(({ weight }, index) => weight * (held[index] ?? 0))) / all
  const varianceBy = (groupOf: (part: GroupedPart) => number) => {
    const groups = new Map<number, number>()
    parts.forEach((part, index) => {
      groups.set(groupOf(part), (groups.get(groupOf(part)) ?? 0) + part.weight * ((held[index] ?? 0) - mean))
    })
    return sum([...groups.values()].map((off) => off ** 2)) / all ** 2
  }
  const variance = Math.max(
    varianceBy(({ machine }) => machine),
    varianceBy(({ fortnight }) => fortnight),
  )
  const most = PER_MACHINE * new Set(parts.map(({ machine }) => machine)).size
  return Math.max(MIN_INDEPENDENT, Math.min(most, (mean * (1 - mean)) / Math.max(variance, Number.MIN_VALUE)))
}

/** Fewer do not allow an estimate of the correlation. */
const MIN_INDEPENDENT = 10

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
