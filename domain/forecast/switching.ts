/** The pace of a place, and whether it has nothing to sell. */
export type Pace = { rate: number; isOut: boolean }

/**
 * How many times as fast the rest sells while some places are sold out. `switching`: which part of the customers who find nothing takes
 * something else; below zero, what is out keeps the rest from being sold, as an empty canister does.
 */
export function insteadOf(places: readonly Pace[], switching: number): number {
  const all = places.reduce((sum, { rate }) => sum + rate, 0)
  const out = places.reduce((sum, { rate, isOut }) => sum + (isOut ? rate : 0), 0)
  return all > 0 ? timesAsFast(out / all, switching) : 1
}

/** `share`: the part of the demand that finds nothing. */
export const timesAsFast = (share: number, switching: number): number => 1 / (1 - switching * Math.min(share, 0.9))
