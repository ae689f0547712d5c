import type { Place } from '#app/data/stock.ts'
import type { ChangeReason } from '#domain/stock/movements.ts'

/** What there is now, and what the screen showed when it was typed: sold and lost are told against that. */
export type Counted = { quantity: number; base: number }

/** What is typed for a machine, by productInstallationId. */
export type Count = Readonly<Record<string, Counted>>

export type Change = Counted & { place: Place }

/** As much as a place takes on this screen: its maximum, or what it holds already where that is more. Null: without a limit. */
export const countCapOf = ({ maxQuantity, currentQuantity }: Place): number | null =>
  maxQuantity === null ? null : Math.max(maxQuantity, currentQuantity)

/** What is typed back to what was shown is no change. */
export function countAs(count: Count, place: Place, quantity: number): Count {
  const id = String(place.productInstallationId)
  const base = count[id]?.base ?? place.currentQuantity
  const { [id]: _, ...others } = count
  return quantity === base ? others : { ...others, [id]: { quantity, base } }
}

/** Counted, and as much lies there as the screen shows. Pressed again, it is no longer said. */
export function confirmAsShown(count: Count, place: Place): Count {
  const id = String(place.productInstallationId)
  const { [id]: said, ...others } = count
  const base = said?.base ?? place.currentQuantity
  return said && isAsShown(said) ? others : { ...others, [id]: { quantity: base, base } }
}

/** Every place that nothing was typed for is as shown. */
export const confirmAllAsShown = (count: Count, places: readonly Place[]): Count =>
  places.reduce((all, place) => (all[place.productInstallationId] ? all : confirmAsShown(all, place)), count)

export const isAsShown = ({ quantity, base }: Counted): boolean => quantity === base

export const changesOf = (count: Count, places: readonly Place[]): Change[] =>
  places.flatMap((place) => {
    const counted = count[place.productInstallationId]
    return counted ? [{ place, ...counted }] : []
  })

/** Filled up to the maximum: that is a restock, which is neither sold nor lost. */
export const isFullRestock = ({ quantity, base, place }: Change): boolean =>
  place.maxQuantity !== null && quantity >= place.maxQuantity && quantity > base

/** The only reason that these changes can have, or null where the person chooses. Only an adjustment records a total that did not change. */
export const lockedReason = (changes: readonly Change[]): ChangeReason | null =>
  changes.some((change) => isFullRestock(change) || isAsShown(change)) ? 'ADJUST' : null

/** More than the screen showed cannot have been sold or lost. */
export const isTreatedAsAdjustment = ({ quantity, base }: Counted, reason: ChangeReason): boolean => reason !== 'ADJUST' && quantity > base
