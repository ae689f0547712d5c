import type { ProductId } from '../ids.ts'
import { DAY, HOUR } from '../time.ts'

/** What a product was worth where it lay: the profit, in minor units, of so many hours in one place each. */
export type Earning = { product: ProductId; hours: number; profit: number }

/** The same in other machines: in how many of them. */
export type EarningElsewhere = Earning & { machines: number }

export type Better = { product: ProductId /** More profit in 30 days, in minor units. */; gain: number }

/** As much as two weeks in one place are believed before anything was seen. */
const PRIOR_HOURS = (14 * DAY) / HOUR
const MONTH_HOURS = (30 * DAY) / HOUR
/** One machine alone may have a reason of its own. */
const FEWEST_MACHINES = 2
/** Less than this is not worth changing a place for. */
const WORTH_A_CHANGE = 0.2

/**
 * For each product in a machine the one that would most likely bring more in a place of it, none named twice: the weakest is exchanged for
 * the strongest that sells elsewhere and is not there yet. How products do elsewhere counts as much as it was seen; how busy this machine
 * is, follows from what its own products do elsewhere.
 */
export function betterProducts(own: readonly Earning[], elsewhere: readonly EarningElsewhere[]): Map<ProductId, Better> {
  const [all, here] = [together(elsewhere), together(own)]
  if (all.hours <= 0 || all.profit <= 0 || here.hours <= 0) return new Map()
  const usual = all.profit / all.hours
  const rates = new Map(elsewhere.map(({ product, hours, profit }) => [product, believed(profit, hours, usual)]))
  const expected = own.reduce((sum, { product, hours }) => sum + hours * (rates.get(product) ?? usual), 0)
  const busy = Math.max(0, here.profit + PRIOR_HOURS * usual) / (expected + PRIOR_HOURS * usual)

  const there = new Set(own.map(({ product }) => product))
  const offered = elsewhere
    .filter(({ product, machines }) => machines >= FEWEST_MACHINES && !there.has(product))
    .map(({ product }) => ({ product, rate: busy * (rates.get(product) ?? 0) }))
    .toSorted((a, b) => b.rate - a.rate || a.product - b.product)
  const weakest = own
    .map(({ product, hours, profit }) => ({ product, rate: believed(profit, hours, busy * (rates.get(product) ?? usual)) }))
    .toSorted((a, b) => a.rate - b.rate || a.product - b.product)

  const better = new Map<ProductId, Better>()
  for (const [index, { product, rate }] of weakest.entries()) {
    const next = offered[index]
    if (!next || next.rate <= Math.max(rate, 0) * (1 + WORTH_A_CHANGE)) break
    better.set(product, { product: next.product, gain: (next.rate - rate) * MONTH_HOURS })
  }
  return better
}

const believed = (profit: number, hours: number, usual: number): number => (profit + PRIOR_HOURS * usual) / (hours + PRIOR_HOURS)

const together = (earnings: readonly Earning[]) => ({
  hours: earnings.reduce((sum, { hours }) => sum + hours, 0),
  profit: earnings.reduce((sum, { profit }) => sum + profit, 0),
})
