import type { Place } from '#app/data/stock.ts'
import type { ChangeReason } from '#domain/stock/movements.ts'

/** The counted quantity, and the one on the screen when it was typed, which sold and lost refer to. */
type Counted = { quantity: number; base: number }

/** The input for a machine, by productInstallationId. */
export type Count = Readonly<Record<string, Counted>>

export type Change = Counted & { place: Place }

/** The limit of a slot on this screen: its maximum, or a higher current quantity. Null: unlimited. */
export const countCapOf = ({ maxQuantity, currentQuantity }: Place): number | null =>
  maxQuantity === null ? null : Math.max(maxQuantity, currentQuantity)

/** A value equal to the shown quantity is no change. */
export function countAs(count: Count, place: Place, quantity: number): Count {
  const id = String(place.productInstallationId)
  const base = count[id]?.base ?? place.currentQuantity
  const { [id]: _, ...others } = count
  return quantity === base ? others : { ...others, [id]: { quantity, base } }
}

/** Confirms the shown quantity. Pressing again reverts it. */
export function confirmAsShown(count: Count, place: Place): Count {
  const id = String(place.productInstallationId)
  const { [id]: entry, ...others } = count
  const base = entry?.base ?? place.currentQuantity
  return entry && isAsShown(entry) ? others : { ...others, [id]: { quantity: base, base } }
}

/** Confirms every slot without input. */
export const confirmAllAsShown = (count: Count, places: readonly Place[]): Count =>
  places.reduce((all, place) => (all[place.productInstallationId] ? all : confirmAsShown(all, place)), count)

export const isAsShown = ({ quantity, base }: Counted): boolean => quantity === base

export const changesOf = (count: Count, places: readonly Place[]): Change[] =>
  places.flatMap((place) => {
    const counted = count[place.productInstallationId]
    return counted ? [{ place, ...counted }] : []
  })

/** Filled up to the maximum: a restock, which is neither sold nor lost. */
const isFullRestock = ({ quantity, base, place }: Change): boolean =>
  place.maxQuantity !== null && quantity >= place.maxQuantity && quantity > base

/** The only possible reason of these changes, or null if there is a choice. Only an adjustment records an unchanged total. */
export const lockedReason = (changes: readonly Change[]): ChangeReason | null =>
  changes.some((change) => isFullRestock(change) || isAsShown(change)) ? 'ADJUST' : null

/** An increase cannot have been sold or lost. */
export const isTreatedAsAdjustment = ({ quantity, base }: Counted, reason: ChangeReason): boolean => reason !== 'ADJUST' && quantity > base
