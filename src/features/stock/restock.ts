import type { Place, ProductPlaces } from '#app/data/stock.ts'
import { splitOverSlots } from '#domain/stock/split.ts'

/** The input for one slot: the restocked quantity, whether it is now at its maximum, and the best-before date as typed. */
type Entry = { quantity: number; full: boolean; bestBefore?: string | undefined }

/** The input for a machine, by productInstallationId. Both groupings share it, so that switching loses nothing. */
export type Restock = Readonly<Record<string, Entry>>

export type RestockLine = Entry & { place: Place }

/**
 * The limit of the screen: the shown shortage, or the maximum if the data is stale and may be wrong. Null: the slot has no maximum and no
 * limit.
 */
export const capOf = ({ currentShortage, maxQuantity }: Place, isStale: boolean): number | null =>
  maxQuantity === null ? null : isStale ? Math.max(currentShortage, maxQuantity) : currentShortage

/** Null if one of the slots is unlimited. */
export const capOfAll = (places: readonly Place[], isStale: boolean): number | null =>
  places.reduce<number | null>((sum, place) => {
    const cap = capOf(place, isStale)
    return sum === null || cap === null ? null : sum + cap
  }, 0)

const within = (quantity: number, cap: number | null) => Math.max(0, cap === null ? quantity : Math.min(quantity, cap))

const withEntries = (restock: Restock, entries: readonly (Entry & { id: number })[]): Restock => {
  const next: Record<string, Entry> = { ...restock }
  for (const { id, quantity, full } of entries) {
    const bestBefore = restock[id]?.bestBefore
    if (quantity > 0 || full) next[id] = { quantity, full, ...(bestBefore === undefined ? {} : { bestBefore }) }
    else delete next[id]
  }
  return next
}

export const putInto = (restock: Restock, place: Place, quantity: number, isStale: boolean): Restock =>
  withEntries(restock, [{ id: place.productInstallationId, quantity: within(quantity, capOf(place, isStale)), full: false }])

/** MAX: restocks the shortage and marks the slot as full. */
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

/** Distributes a product over its slots, as the server would. */
export function putProductInto(restock: Restock, { places, currentShortage }: ProductPlaces, quantity: number, isStale: boolean): Restock {
  const total = within(quantity, capOfAll(places, isStale))
  const points = places.map((place) => ({
    point: place.productInstallationId,
    slotId: place.slotId ?? 0,
    slotNumber: place.slotNumber ?? '',
    maxQuantity: place.maxQuantity,
    // More than the shortage: the data is stale, so each slot may take up to its maximum.
    shortage: total > currentShortage ? (capOf(place, isStale) ?? 0) : place.currentShortage,
  }))
  return withEntries(
    empty(restock, places),
    splitOverSlots(points, total).map(({ point, quantity: part }) => ({ id: point, quantity: part, full: false })),
  )
}

/**
 * Fills everything to its maximum. If the data is stale, seemingly full slots are marked as full too, because the user in front of the
 * machine confirms all of it.
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

/** Sets the best-before date of a slot, as typed; an empty text removes it. */
export function withBestBefore(restock: Restock, { productInstallationId: id }: Place, typed: string): Restock {
  const entry = restock[id]
  if (!entry) return restock
  const { bestBefore: _, ...rest } = entry
  return { ...restock, [id]: typed === '' ? rest : { ...rest, bestBefore: typed } }
}

/** The lines to record, in slot order. Input for removed slots is dropped. */
export const restockLines = (restock: Restock, places: readonly Place[]): RestockLine[] =>
  places.flatMap((place) => {
    const entry = restock[place.productInstallationId]
    return entry ? [{ place, ...entry }] : []
  })

/** The number of inputs for slots that no longer exist, because another user changed the product. */
export const lostEntries = (typed: Readonly<Record<string, unknown>>, places: readonly Place[]): number => {
  const known = new Set(places.map(({ productInstallationId }) => String(productInstallationId)))
  return Object.keys(typed).filter((id) => !known.has(id)).length
}

export const totalOf = (lines: readonly Entry[]): number => lines.reduce((sum, { quantity }) => sum + quantity, 0)
