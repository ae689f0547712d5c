import type { Machine } from '#contract/machines.ts'
import { type FilledPlace, filledOf, fillOfPlaces } from '#domain/stock/fill.ts'

/** How full a machine is, 0 to 1; null where no place of it has a maximum. A device that kept it from before has the sums alone. */
export const shareOf = ({ currentQuantity, maxQuantity, fillShare }: Pick<Machine, 'currentQuantity' | 'maxQuantity' | 'fillShare'>) =>
  fillShare === undefined ? (maxQuantity > 0 ? filledOf(currentQuantity, maxQuantity) / maxQuantity : null) : fillShare

/** The figures of a machine that follow from its places, as this device knows them. */
export function filledBy(type: Machine['type'], places: readonly FilledPlace[]) {
  const { filled, share, capacity, emptyPlaces } = fillOfPlaces(type, places)
  const currentQuantity = places.reduce((sum, place) => sum + place.currentQuantity, 0)
  return { currentQuantity, maxQuantity: capacity, filledQuantity: filled, fillShare: share, emptyPlaces }
}
