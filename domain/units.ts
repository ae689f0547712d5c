/** A quantity in thousandths of a piece, gram or millilitre. Integers, since float sums depend on their order. */
export type Milli = number

export const MILLI = 1_000

/** As many whole units as a place in a machine could ever hold, and as can be said of it at once. */
export const MAX_UNITS = 5_000_000

export const toMilli = (quantity: number): Milli => Math.round(quantity * MILLI)

/** Whole pieces, grams or millilitres, as screens and the API show them. Half a unit counts as one. */
export const toWhole = (quantity: Milli): number => Math.round(quantity / MILLI) + 0
