/** A quantity in thousandths of a piece, gram or millilitre. Integers, because float sums depend on their order. */
export type Milli = number

export const MILLI = 1_000

/** The maximum of whole units in a slot or canister, and in one operation. */
export const MAX_UNITS = 5_000_000

export const toMilli = (quantity: number): Milli => Math.round(quantity * MILLI)

/** Whole pieces, grams or millilitres, as on screens and in the API. Half a unit is rounded up. */
export const toWhole = (quantity: Milli): number => Math.round(quantity / MILLI) + 0
