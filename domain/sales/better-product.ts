import type { ProductId } from '../ids.ts'
import { DAY, HOUR } from '../time.ts'

/** Profit of a product in minor units, over the given hours in one slot. */
type Earning = { product: ProductId; hours: number; profit: number }

/** The same in other machines, and in how many. */
export type EarningElsewhere = Earning & { machines: number }

export type Better = { product: ProductId /** Additional profit in 30 days, in minor units. */; gain: number }

/** Weight of the prior: two weeks in one slot. */
const PRIOR_HOURS = (14 * DAY) / HOUR
const MONTH_HOURS = (30 * DAY) / HOUR
/** A single machine may have special reasons. */
const FEWEST_MACHINES = 2
/** A smaller gain is not worth changing a slot for. */
const WORTH_A_CHANGE = 0.2

/**
 * For each product in a machine, suggests the product that would most likely earn more in its slot: the weakest is replaced by the
 * strongest that sells elsewhere and is not there yet, none twice. Results elsewhere are weighted by observed time; how busy this machine
 * is follows from its own products elsewhere.
 */
export function betterProducts(own: readonly Earning[], elsewhere: readonly EarningElsewhere[]): Map<ProductId, Better> {
  const [all, here] = [together(elsewhere), together(own)]
  if (all.hours <= 0 || all.profit <= 0 || here.hours <= 0) return new Map()
  const usual = all.profit / all.hours
  const rates = new Map(elsewhere.map(({ product, hours, profit }) => [product, believed(profit, hours, usual)]))
  // A loss elsewhere says nothing about how busy this machine is.
  const expected = own.reduce((sum, { product, hours }) => sum + hours * Math.max(0, rates.get(product) ?? usual), 0)
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
