import type { MachineType } from '../machines/machine.ts'

/** A slot or canister as input for the stock level of its machine, in whole pieces, grams or millilitres. */
export type FilledPlace = { currentQuantity: number; maxQuantity: number | null }

/**
 * Stock level of several slots or canisters. `filled`: the part that counts toward the capacity, each at most full and at least zero;
 * `share`: 0 to 1, null if none has a maximum.
 */
type Fill = { filled: number; capacity: number; share: number | null; emptyPlaces: number }

/**
 * Stock level of a machine. Pieces in slots are added. Canisters hold grams, millilitres and pieces, which cannot be added: their share is
 * the mean of their shares. Slots and canisters without a maximum have no share and are never empty.
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

/** The part that counts toward the capacity: stock above the maximum does not, because it does not fill another slot. */
export const filledOf = (currentQuantity: number, maxQuantity: number): number => Math.min(maxQuantity, Math.max(0, currentQuantity))

/** No stock, although there is a maximum. */
const isEmpty = ({ currentQuantity, maxQuantity }: FilledPlace): boolean => maxQuantity !== null && maxQuantity > 0 && currentQuantity <= 0

/** Average stock level of machines: the mean of their shares, so that each machine has the same weight. */
export function meanShare(shares: readonly (number | null)[]): number | null {
  const known = shares.filter((share) => share !== null)
  return known.length === 0 ? null : sum(known) / known.length
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)
