import { toDecimal, toMinor } from '../money.ts'
import { MAX_IN_SLOT, MAX_PRICE } from './slot.ts'

/** How figures of many slots are changed at once: all to one value, or each by so many percent. */
export type Bulk = { way: 'set'; value: number | null } | { way: 'percent'; value: number }

/** Prices that are reckoned end at what coins can pay: a tenth of the currency's unit, or ten of one without decimals. */
export const priceStep = (currency: string): number => toDecimal(10, currency)

/** A price after the change; where there was none, a percentage of it is none. */
export function bulkPrice(price: number | null, bulk: Bulk, currency: string): number | null {
  if (bulk.way === 'set') return bulk.value === null ? null : Math.min(bulk.value, MAX_PRICE)
  if (price === null) return null
  const minor = (toMinor(price, currency) * (100 + bulk.value)) / 100
  const most = toMinor(MAX_PRICE, currency)
  // Half a step goes up, and no binary fraction decides about it.
  return toDecimal(Math.max(0, Math.min(Math.floor(Math.round(minor * 1_000) / 10_000 + 0.5) * 10, most)), currency)
}

/** A maximum after the change, in whole pieces. */
export function bulkMaximum(maximum: number | null, bulk: Bulk): number | null {
  if (bulk.way === 'set') return bulk.value === null ? null : Math.min(bulk.value, MAX_IN_SLOT)
  return maximum === null ? null : Math.max(0, Math.min(Math.round((maximum * (100 + bulk.value)) / 100), MAX_IN_SLOT))
}
