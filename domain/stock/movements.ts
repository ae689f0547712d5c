import type { StockPointId } from '../ids.ts'
import { type Milli, toMilli } from '../units.ts'

/** What a line of an operation does, before it has a place in time: the fold gives it one. */
export type Line = { point: StockPointId; kind: 'delta' | 'count'; quantity: Milli; cause: Cause }

/** `RETURN`: out of a place that is given up, and `RECEIVE` where it goes back to, the warehouse. */
export type Cause = 'RESTOCK' | 'FULL' | 'SOLD' | 'LOSS' | 'ADJUST' | 'SALE' | 'RECEIVE' | 'PICK' | 'SET' | 'RETURN'

/** Why a person says that stock differs from what the screen showed. */
export type ChangeReason = 'SOLD' | 'LOSS' | 'ADJUST'

/** Quantities are whole pieces, grams or millilitres. `full`: it is at its maximum now. */
export type RestockItem = { point: StockPointId; quantity: number; full?: boolean | undefined; maxQuantity: number | null }

/** A restock adds what was put in; where the person said "full", a count right after it heals a screen that was stale. */
export const restockLines = (items: readonly RestockItem[]): Line[] =>
  items.flatMap(({ point, quantity, full, maxQuantity }): Line[] => [
    { point, kind: 'delta', quantity: toMilli(quantity), cause: 'RESTOCK' },
    ...(full && maxQuantity !== null ? [{ point, kind: 'count' as const, quantity: toMilli(maxQuantity), cause: 'FULL' as const }] : []),
  ])

/** `quantity` is what there is now; `shown` is what the person saw before changing it. */
export type ChangeItem = { point: StockPointId; quantity: number; shown: number }

/**
 * An adjustment is a count. Sold and lost are statements about pieces, not about the total, so they are relative to what
 * the screen showed; more than it showed cannot have been sold or lost, and is recorded as an adjustment.
 */
export const changeLines = (reason: ChangeReason, items: readonly ChangeItem[]): Line[] =>
  items.map(({ point, quantity, shown }) =>
    reason === 'ADJUST' || quantity > shown
      ? { point, kind: 'count', quantity: toMilli(quantity), cause: 'ADJUST' }
      : { point, kind: 'delta', quantity: toMilli(quantity - shown), cause: reason },
  )
