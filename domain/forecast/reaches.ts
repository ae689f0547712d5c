import type { PlaceDays } from './days.ts'
import type { Demand } from './demand.ts'
import { chanceOfSelling } from './empty.ts'

/** The part of a forecast distribution in which a place ran empty; as wide as the day's figures leave it open. */
export type Part = { from: number; to: number }

/** Spans are calibrated for stocks that last about so many days. */
const LASTING_DAYS = [1, 2, 4, 7, 10, 14]
/** A stock counts where its forecast ends before now with this probability, whatever came, because later ends are not known yet. */
const ENDED = 0.95

/** Stocks to forecast at the end of day `from`, each of which most likely was sold before now. */
export function stocksToTry(demand: Demand, from: number): number[] {
  if (demand.pieces <= 0 || demand.hours <= 0) return []
  const aDay = (24 * demand.pieces) / demand.hours
  const stocks = new Set(LASTING_DAYS.map((days) => Math.max(1, Math.round(aDay * days))))
  return [...stocks].filter((pieces) => chanceOfSelling(demand, pieces, 24 * from) >= ENDED)
}

/** Where in its distribution the moment lies at which so many pieces were sold after day `from`. `open`: business hours of each day. */
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

/** So many forecasts must speak before their reaches weigh as much as those of the theory. */
const DOUBTED = 200

/** Forecasts of one machine that begin so many days apart hardly share what came. */
export const APART_DAYS = Math.max(...LASTING_DAYS)

/**
 * How far from the middle of the distribution spans reach that held what came 5 and 9 times in 10, by split conformal prediction: of n
 * independent forecasts the next one lies within the (n + 1)th part more. `independent` is that n, because places of one machine err together.
 */
export function reachesOf(parts: readonly Part[], independent: number): { half: number; most: number } {
  const more = (independent + 1) / Math.max(independent, 1)
  const known = parts.length / (parts.length + DOUBTED)
  const reachOf = (share: number) => {
    let [low, high] = [0, 0.5]
    for (let step = 0; step < 20; step++) {
      const reach = (low + high) / 2
      let held = 0
      for (const { from, to } of parts) {
        const within = Math.min(to, 0.5 + reach) - Math.max(from, 0.5 - reach)
        held += to - from > 1e-9 ? Math.max(0, within) / (to - from) : Number(within >= 0)
      }
      if (held < Math.min(share * more, 0.99) * parts.length) low = reach
      else high = reach
    }
    return ((low + high) / 2) * known + (share / 2) * (1 - known)
  }
  return { half: reachOf(0.5), most: Math.min(reachOf(0.9), 0.495) }
}
