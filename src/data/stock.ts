import { queryOptions } from '@tanstack/react-query'
import type { MachineCard } from '#contract/machines.ts'
import type { ProductCard } from '#contract/products.ts'
import type { InventoryItem } from '#contract/stock.ts'
import { type InventoryRecord, unpackInventory } from '#contract/sync.ts'
import type { MachineId, OperationId, ProductId, StockPointId } from '#domain/ids.ts'
import type { VolumeType } from '#domain/products/product.ts'
import { slotOrder } from '#domain/slots/slot.ts'
import { filledOf } from '#domain/stock/fill.ts'
import type { ChangeReason } from '#domain/stock/movements.ts'
import { shortageOf } from '#domain/stock/shortage.ts'
import { MINUTE, type Moment } from '#domain/time.ts'
import { toWhole } from '#domain/units.ts'
import type { Enqueued } from '#offline/outbox.ts'
import { byName } from './by-name.ts'
import { getSession } from './device.ts'
import { live } from './local-query.ts'
import { discard, record } from './outbox.ts'
import { isSelling, type PlaceSelling, sellingsOf } from './outlook.ts'
import { atOneMoment, pendingOperations, shownStock } from './own-work.ts'

/** A stock point of a machine as shown to this user: a slot of a snack machine, a canister of a coffee machine. */
export type Place = Omit<InventoryItem, 'asOf' | 'productInstallationId'> & {
  productInstallationId: number
  slotId: number | null
  /** Its rate; null if unknown, or if the machine is not selling. */
  selling: PlaceSelling | null
}

/** `asOf`: time of the server's data, by this device's clock. `recorded`: the user's operations that the stock contains. */
export type MachineStock = { machine: MachineCard; places: Place[]; asOf: Moment | null; isStale: boolean; recorded: OperationId[] }

/** Data this old may be wrong, so its limits become warnings. */
const STALE = 15 * MINUTE

/** The stock of a machine: the server's data and the user's later operations. Null if the mirror has no such machine. */
export const machineStock = (machineId: MachineId) =>
  queryOptions({
    queryKey: ['stock', machineId],
    // Fresh data becomes stale without a change.
    refetchInterval: MINUTE,
    queryFn: live(async (): Promise<MachineStock | null> => {
      const { db } = getSession()
      const [machine, record, own, products, synced] = await atOneMoment(db, ['machines', 'inventory', 'products'], () =>
        Promise.all([
          db.machines.get(machineId),
          db.inventory.get(machineId),
          pendingOperations(db, machineId),
          db.products.toArray(),
          db.meta.get('syncedAt'),
        ]),
      )
      if (!machine || !record) return null
      const asOf = synced?.key === 'syncedAt' && synced.value !== null ? synced.value - own.offset : null
      const names = new Map<ProductId, ProductCard>(products.map((product) => [product.id, product]))
      const shown = shownStock(unpackInventory(record), own)
      const now = Date.now() + own.offset
      const sellings = isSelling(machine) ? sellingsOf(shown, Math.min(now, asOf === null ? now : asOf + own.offset)) : new Map()
      return {
        machine,
        places: placesOf(shown.stocks, names, sellings),
        asOf,
        isStale: asOf === null || Date.now() - asOf > STALE,
        recorded: [...own.entries, ...own.journal].map(({ opId }) => opId),
      }
    }),
  })

/** In slot order; canisters have no numbers and are ordered by name. */
function placesOf(
  stocks: InventoryRecord['stocks'],
  names: ReadonlyMap<ProductId, ProductCard>,
  sellings: ReadonlyMap<StockPointId, PlaceSelling>,
): Place[] {
  const places = stocks.flatMap(({ productInstallationId, productId, slotId, slotNumber, maxQuantity, balance }) => {
    const product = names.get(productId)
    if (!product) return []
    const currentQuantity = toWhole(balance)
    return [
      {
        productInstallationId,
        productId,
        product,
        slotId,
        slotNumber,
        maxQuantity,
        currentQuantity,
        currentShortage: shortageOf(currentQuantity, maxQuantity),
        selling: sellings.get(productInstallationId) ?? null,
      },
    ]
  })
  return places.toSorted((a, b) => slotOrder(a.slotNumber ?? '', b.slotNumber ?? '') || byName(a.product, b.product))
}

/** All stock points of one product in a machine. */
export type ProductPlaces = {
  product: ProductCard
  places: Place[]
  currentQuantity: number
  filledQuantity: number
  maxQuantity: number
  currentShortage: number
}

/** Groups by product, each with all its stock points in the machine, even if only some of them are shown. */
export function byProduct(places: readonly Place[], isShown: (place: Place) => boolean = () => true): ProductPlaces[] {
  const groups = new Map<ProductId, Place[]>()
  for (const place of places) groups.set(place.productId, [...(groups.get(place.productId) ?? []), place])
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (!first || !group.some(isShown)) return []
    const sum = (of: (place: Place) => number) => group.reduce((total, place) => total + of(place), 0)
    return [
      {
        product: first.product,
        places: group,
        currentQuantity: sum((place) => place.currentQuantity),
        filledQuantity: sum(({ currentQuantity, maxQuantity }) => (maxQuantity === null ? 0 : filledOf(currentQuantity, maxQuantity))),
        maxQuantity: sum((place) => place.maxQuantity ?? 0),
        currentShortage: sum((place) => place.currentShortage),
      },
    ]
  })
}

/** A restock of one slot. `full`: it is now at the maximum on the screen ("MAX"). */
type Filled = { quantity: number; full: boolean; maximum: number | null; bestBefore?: string | null }

const filled = ({ quantity, full, maximum, bestBefore }: Filled) => ({
  quantity,
  ...(full ? { full, ...(maximum === null ? {} : { maximum }) } : {}),
  ...(bestBefore ? { bestBefore } : {}),
})

/** Records a restock of slots (snack machines). */
export const restockSlots = (
  machineId: MachineId,
  items: readonly ({ productInstallationId: number } & Filled)[],
  opId?: OperationId,
): Promise<Enqueued> =>
  record(
    {
      call: 'restockSlots',
      machineId,
      body: items.map(({ productInstallationId, ...item }) => ({ productInstallationId, ...filled(item) })),
    },
    opId,
  )

/** Records a restock of the canisters of a coffee machine. */
export const restockCanisters = (
  machineId: MachineId,
  items: readonly ({ productId: ProductId } & Filled)[],
  opId?: OperationId,
): Promise<Enqueued> =>
  record({ call: 'restockProducts', machineId, body: items.map(({ productId, ...item }) => ({ productId, ...filled(item) })) }, opId)

/** Records counted stock, and why it differs from the screen. */
export const changeInventory = (
  { id, type }: Pick<MachineCard, 'id' | 'type'>,
  change: { note: string; type: ChangeReason; stocks: readonly { place: Place; quantity: number }[] },
  opId?: OperationId,
): Promise<Enqueued> =>
  record(
    {
      call: type === 'COFFEE' ? 'changeCoffeeInventory' : 'changeInventory',
      machineId: id,
      body: {
        note: change.note,
        type: change.type,
        stocks: change.stocks.map(({ place, quantity }) => ({
          productInstallationId: place.productInstallationId,
          quantity,
          baseQuantity: place.currentQuantity,
        })),
      },
    },
    opId,
  )

/** Undoes an operation of this user that has already been sent. */
export const undo = (machineId: MachineId, operationId: OperationId): Promise<Enqueued> =>
  record({ call: 'voidOperation', machineId, body: { operationId } })

/** A slot holds pieces, whatever each of them contains; a canister is measured in its ingredient's own unit. */
export const unitAt = ({ slotId, product }: Pick<Place, 'slotId' | 'product'>): VolumeType =>
  slotId === null ? product.volumeType : 'PIECE'

/** Takes back what was just recorded: it is not sent at all, or undone if it has left this device. False if nothing could be stored. */
export async function undoOperation(machineId: MachineId, operationId: OperationId): Promise<boolean> {
  if (await discard(operationId)) return true
  return 'kept' in (await undo(machineId, operationId))
}
