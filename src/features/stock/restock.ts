import type { Place, ProductPlaces } from '#app/data/stock.ts'
import { splitOverSlots } from '#domain/stock/split.ts'

/** What is typed for one place: how much was put in, and whether it is at its maximum now. */
export type Entry = { quantity: number; full: boolean }

/** What is typed for a machine, by productInstallationId. Both groupings write into the same, so that switching loses nothing. */
export type Restock = Readonly<Record<string, Entry>>

export type RestockLine = Entry & { place: Place }

/**
 * The most that the screen lets go in: what it shows as missing; up to the maximum where what it shows is stale and may be
 * wrong by now. Null: this place has no maximum, so nothing limits it.
 */
export const capOf = ({ currentShortage, maxQuantity }: Place, isStale: boolean): number | null =>
  maxQuantity === null ? null : isStale ? Math.max(currentShortage, maxQuantity) : currentShortage

/** Null as soon as one of the places is without a limit. */
export const capOfAll = (places: readonly Place[], isStale: boolean): number | null =>
  places.reduce<number | null>((sum, place) => {
    const cap = capOf(place, isStale)
    return sum === null || cap === null ? null : sum + cap
  }, 0)

const within = (quantity: number, cap: number | null) => Math.max(0, cap === null ? quantity : Math.min(quantity, cap))

const withEntries = (restock: Restock, entries: readonly (Entry & { id: number })[]): Restock => {
  const next: Record<string, Entry> = { ...restock }
  for (const { id, quantity, full } of entries) {
    if (quantity > 0 || full) next[id] = { quantity, full }
    else delete next[id]
  }
  return next
}

export const putInto = (restock: Restock, place: Place, quantity: number, isStale: boolean): Restock =>
  withEntries(restock, [{ id: place.productInstallationId, quantity: within(quantity, capOf(place, isStale)), full: false }])

/** MAX: what is missing went in, and the place is full now. */
export const fill = (restock: Restock, places: readonly Place[]): Restock =>
  withEntries(
    restock,
    places.filter(hasMaximum).map((place) => ({ id: place.productInstallationId, quantity: place.currentShortage, full: true })),
  )

export const empty = (restock: Restock, places: readonly Place[]): Restock =>
  withEntries(
    restock,
    places.map((place) => ({ id: place.productInstallationId, quantity: 0, full: false })),
  )

/** What went in of one product, spread over its slots as the server would. */
export function putProductInto(restock: Restock, { places, currentShortage }: ProductPlaces, quantity: number, isStale: boolean): Restock {
  const total = within(quantity, capOfAll(places, isStale))
  const points = places.map((place) => ({
    point: place.productInstallationId,
    slotId: place.slotId ?? 0,
    slotNumber: place.slotNumber ?? '',
    maxQuantity: place.maxQuantity,
    // More than was missing: what is shown is stale, so each slot may take up to its maximum.
    shortage: total > currentShortage ? (capOf(place, isStale) ?? 0) : place.currentShortage,
  }))
  return withEntries(
    empty(restock, places),
    splitOverSlots(points, total).map(({ point, quantity: part }) => ({ id: point, quantity: part, full: false })),
  )
}

/**
 * Everything to its maximum. Where what is shown is stale, the places that look full are recorded as full too: the person
 * stands before the machine and says that all of it is.
 */
export const fillAll = (places: readonly Place[], isStale: boolean): Restock =>
  fill(
    {},
    places.filter(
      ({ currentShortage, currentQuantity, maxQuantity }) =>
        currentShortage > 0 || (isStale && maxQuantity !== null && currentQuantity === maxQuantity),
    ),
  )

const hasMaximum = ({ maxQuantity }: Place) => maxQuantity !== null

/** What would be recorded, in the order of the places. What was typed for a place that is gone is left out. */
export const restockLines = (restock: Restock, places: readonly Place[]): RestockLine[] =>
  places.flatMap((place) => {
    const entry = restock[place.productInstallationId]
    return entry ? [{ place, ...entry }] : []
  })

/** How many typed entries belong to places that the machine no longer has: somebody changed the product meanwhile. */
export const lostEntries = (typed: Readonly<Record<string, unknown>>, places: readonly Place[]): number => {
  const known = new Set(places.map(({ productInstallationId }) => String(productInstallationId)))
  return Object.keys(typed).filter((id) => !known.has(id)).length
}

export const totalOf = (lines: readonly Entry[]): number => lines.reduce((sum, { quantity }) => sum + quantity, 0)

/** More than was missing when the data was fresh: allowed, and said in words. */
export const exceedsShortage = ({ place, quantity }: { place: Pick<Place, 'currentShortage'>; quantity: number }): boolean =>
  quantity > place.currentShortage
