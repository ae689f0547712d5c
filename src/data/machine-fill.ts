import type { Machine } from '#contract/machines.ts'
import { type FilledPlace, filledOf, fillOfPlaces } from '#domain/stock/fill.ts'

/** Stock level of a machine, 0 to 1; null if no slot or canister has a maximum. Older stored data contains only the sums. */
export const shareOf = ({ currentQuantity, maxQuantity, fillShare }: Pick<Machine, 'currentQuantity' | 'maxQuantity' | 'fillShare'>) =>
  fillShare === undefined ? (maxQuantity > 0 ? filledOf(currentQuantity, maxQuantity) / maxQuantity : null) : fillShare

/** The figures of a machine computed from its slots or canisters on this device. */
export function filledBy(type: Machine['type'], places: readonly FilledPlace[]) {
  const { filled, share, capacity, emptyPlaces } = fillOfPlaces(type, places)
  const currentQuantity = places.reduce((sum, place) => sum + place.currentQuantity, 0)
  return { currentQuantity, maxQuantity: capacity, filledQuantity: filled, fillShare: share, emptyPlaces }
}
