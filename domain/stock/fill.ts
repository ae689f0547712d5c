import type { MachineType } from '../machines/machine.ts'

/** A place as it counts for how full its machine is, in whole pieces, grams or millilitres. */
export type FilledPlace = { currentQuantity: number; maxQuantity: number | null }

/**
 * How full several places are. `filled`: what counts for the capacity, each place at most full and none below nothing; `share`: 0 to 1,
 * null where no place has a maximum.
 */
export type Fill = { filled: number; capacity: number; share: number | null; emptyPlaces: number }

/**
 * How full a machine is. Pieces in slots are added. Canisters hold grams, millilitres and pieces, which have no sum: their share is the
 * mean of their shares. Places without a maximum have no share, and none of them is empty.
 */
export function fillOfPlaces(type: MachineType, places: readonly FilledPlace[]): Fill {
  const sized = places.flatMap(({ currentQuantity, maxQuantity }) =>
    maxQuantity !== null && maxQuantity > 0 ? [{ filled: filledOf(currentQuantity, maxQuantity), capacity: maxQuantity }] : [],
  )
  const filled = sum(sized.map((place) => place.filled))
  const capacity = sum(sized.map((place) => place.capacity))
  const mean = () => sum(sized.map((place) => place.filled / place.capacity)) / sized.length
  return {
    filled,
    capacity,
    share: sized.length === 0 ? null : type === 'COFFEE' ? mean() : filled / capacity,
    emptyPlaces: places.filter(isEmpty).length,
  }
}

/** What of it counts for the capacity: what lies above the maximum does not, because it does not fill another place. */
export const filledOf = (currentQuantity: number, maxQuantity: number): number => Math.min(maxQuantity, Math.max(0, currentQuantity))

/** Nothing lies there, and something should. */
export const isEmpty = ({ currentQuantity, maxQuantity }: FilledPlace): boolean =>
  maxQuantity !== null && maxQuantity > 0 && currentQuantity <= 0

/** How full machines are together: the mean of their shares, so that a machine counts the same whatever it holds. */
export function meanShare(shares: readonly (number | null)[]): number | null {
  const known = shares.filter((share) => share !== null)
  return known.length === 0 ? null : sum(known) / known.length
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)
