import { toDecimal, toMinor } from '../money.ts'
import { MAX_IN_SLOT, MAX_PRICE } from './slot.ts'

/** A bulk change of slots: all to one value, or each by an amount or a percentage. */
export type Bulk = { way: 'set'; value: number | null } | { way: 'amount' | 'percent'; value: number }

/** Computed prices are rounded to coins: a tenth of the currency's unit, or ten in one without decimals. */
export const priceStep = (currency: string): number => toDecimal(10, currency)

/** The price after the change; a slot without a price gets none from an amount or a percentage. */
export function bulkPrice(price: number | null, bulk: Bulk, currency: string): number | null {
  if (bulk.way === 'set') return bulk.value === null ? null : Math.min(bulk.value, MAX_PRICE)
  if (price === null) return null
  const most = toMinor(MAX_PRICE, currency)
  const own = toMinor(price, currency)
  if (bulk.way === 'amount') return toDecimal(Math.max(0, Math.min(own + toMinor(bulk.value, currency), most)), currency)
  const minor = (own * (100 + bulk.value)) / 100
  // Rounds half a step up, without an effect of binary fractions.
  return toDecimal(Math.max(0, Math.min(Math.floor(Math.round(minor * 1_000) / 10_000 + 0.5) * 10, most)), currency)
}

/** The maximum after the change, in whole pieces. */
export function bulkMaximum(maximum: number | null, bulk: Bulk): number | null {
  if (bulk.way === 'set') return bulk.value === null ? null : Math.min(bulk.value, MAX_IN_SLOT)
  if (maximum === null) return null
  const changed = bulk.way === 'amount' ? maximum + bulk.value : Math.round((maximum * (100 + bulk.value)) / 100)
  return Math.max(0, Math.min(changed, MAX_IN_SLOT))
}
