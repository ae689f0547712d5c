import type { StockPointId } from '../ids.ts'
import { type Milli, toMilli } from '../units.ts'

/** The effect of a line before it has a position in time, which the fold assigns. */
export type Line = { point: StockPointId; kind: 'delta' | 'count'; quantity: Milli; cause: Cause }

/**
 * `RETURN`: out of a deleted slot or a van, and `RECEIVE` into the warehouse that it returns to. `PICK`: out of the warehouse into a van, or
 * out of a van into a machine. `HAND_OVER`: between two vans.
 */
export type Cause = 'RESTOCK' | 'FULL' | 'SOLD' | 'LOSS' | 'ADJUST' | 'SALE' | 'RECEIVE' | 'PICK' | 'SET' | 'RETURN' | 'HAND_OVER'

/** The user's reason for a difference to the quantity on the screen. */
export type ChangeReason = 'SOLD' | 'LOSS' | 'ADJUST'

/** Quantities are whole pieces, grams or millilitres. `full`: it is at its maximum now. */
export type RestockItem = { point: StockPointId; quantity: number; full?: boolean | undefined; maxQuantity: number | null }

/** A restock adds a quantity; with "full", a count right after it corrects a stale screen. */
export const restockLines = (items: readonly RestockItem[]): Line[] =>
  items.flatMap(({ point, quantity, full, maxQuantity }): Line[] => [
    { point, kind: 'delta', quantity: toMilli(quantity), cause: 'RESTOCK' },
    ...(full && maxQuantity !== null ? [{ point, kind: 'count' as const, quantity: toMilli(maxQuantity), cause: 'FULL' as const }] : []),
  ])

/** `quantity` is the current quantity; `shown` is the one on the screen before the change. */
export type ChangeItem = { point: StockPointId; quantity: number; shown: number }

/**
 * An adjustment is a count. Sold and lost refer to pieces rather than to the total, so they are relative to the quantity on the screen; an
 * increase cannot be sold or lost, and is recorded as an adjustment.
 */
export const changeLines = (reason: ChangeReason, items: readonly ChangeItem[]): Line[] =>
  items.map(({ point, quantity, shown }) =>
    reason === 'ADJUST' || quantity > shown
      ? { point, kind: 'count', quantity: toMilli(quantity), cause: 'ADJUST' }
      : { point, kind: 'delta', quantity: toMilli(quantity - shown), cause: reason },
  )
