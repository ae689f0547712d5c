/** The rate of a slot, and whether it is sold out. */
type Pace = { rate: number; isOut: boolean }

/**
 * The factor by which the rest sells faster while some slots are sold out. `switching`: the share of unserved customers who take something
 * else; negative if a sold-out slot prevents other sales, as an empty canister does.
 */
export function insteadOf(places: readonly Pace[], switching: number): number {
  const all = places.reduce((sum, { rate }) => sum + rate, 0)
  const out = places.reduce((sum, { rate, isOut }) => sum + (isOut ? rate : 0), 0)
  return all > 0 ? timesAsFast(out / all, switching) : 1
}

/** `share`: the unserved part of the demand. */
export const timesAsFast = (share: number, switching: number): number => 1 / (1 - switching * Math.min(share, 0.9))
