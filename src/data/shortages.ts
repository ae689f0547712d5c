import { queryOptions } from '@tanstack/react-query'
import type { ProductCard } from '#contract/products.ts'
import { machineShortages } from '#contract/stock.ts'
import type { ProductId } from '#domain/ids.ts'
import { shortageOf } from '#domain/stock/shortage.ts'
import { type Moment, SECOND } from '#domain/time.ts'
import { toWhole } from '#domain/units.ts'
import { call } from '#offline/api-client.ts'
import { byName } from './by-name.ts'
import { getSession } from './device.ts'
import { type LackingMachine, readLacking, type Until } from './missing.ts'

/** The current and the expected shortage of a product over all machines, in whole pieces, grams or millilitres. */
export type ProductShortage = {
  product: ProductCard
  currentShortage: number
  currentQuantity: number
  maxQuantity: number
  missing: number
}
/** `asNow`: the number of machines with their current shortage, because their rates are unknown. Largest shortage first. */
export type Shortages = { products: ProductShortage[]; machines: number; asNow: number }

/** The shortages of the user's machines, computed without a network from local data and pending operations. */
export const allShortages = (until: Until = null) =>
  queryOptions({
    queryKey: ['shortages', until],
    // Changes of the clock's offset do not trigger a new read of all machines, because the outbox reports their effect soon after. Only
    // forecasts depend on whether a machine is running.
    meta: { reads: [...(until === null ? [] : (['machines'] as const)), 'inventory', 'products', 'outbox'] },
    queryFn: async (): Promise<Shortages> => {
      const { machines, products } = await readLacking(until)
      return {
        products: shortagesOf(machines, products),
        machines: machines.length,
        asNow: machines.filter(({ isForetold }) => !isForetold).length,
      }
    },
  })

/** Sums by product; a slot above its maximum does not compensate for another. */
export function shortagesOf(machines: readonly Pick<LackingMachine, 'places'>[], products: readonly ProductCard[]): ProductShortage[] {
  const sums = new Map<ProductId, Omit<ProductShortage, 'product'>>()
  for (const { places } of machines)
    for (const { productId, balance, maxQuantity, missing } of places) {
      const sum = sums.get(productId) ?? { currentShortage: 0, currentQuantity: 0, maxQuantity: 0, missing: 0 }
      const quantity = toWhole(balance)
      sum.currentQuantity += quantity
      sum.maxQuantity += maxQuantity ?? 0
      sum.currentShortage += shortageOf(quantity, maxQuantity)
      sum.missing += missing
      sums.set(productId, sum)
    }
  return products
    .flatMap((product) => {
      const sum = sums.get(product.id)
      return sum ? [{ product, ...sum, missing: Math.round(sum.missing) }] : []
    })
    .toSorted((a, b) => b.missing - a.missing || byName(a.product, b.product))
}

/** The warehouse stock, which only the server has: its last response, stored on this device. Null if it was never fetched. */
export type Warehouse = { askedAt: Moment; quantities: ReadonlyMap<ProductId, number> }

export const warehouse = () =>
  queryOptions({
    queryKey: ['warehouse'],
    meta: { reads: ['meta'] },
    structuralSharing: false,
    queryFn: async (): Promise<Warehouse | null> => {
      const row = await getSession().db.meta.get('inWarehouse')
      return row?.key === 'inWarehouse' ? { askedAt: row.value.askedAt, quantities: new Map(row.value.stock) } : null
    },
  })

/** Fetches and stores the warehouse stock; false if the server does not respond. */
export const askWarehouse = () =>
  queryOptions({
    queryKey: ['warehouse', 'ask'],
    meta: { asks: ['warehouse'] },
    staleTime: 30 * SECOND,
    refetchInterval: 60 * SECOND,
    retry: false,
    queryFn: async (): Promise<boolean> => {
      const { db } = getSession()
      const answer = await call(machineShortages, {}, { timeoutMs: 30 * SECOND })
      if (answer.state !== 'answered') return false
      const stock = answer.value.map(({ product, inWarehouse }): [number, number] => [product.id, inWarehouse])
      await db.meta.put({ key: 'inWarehouse', value: { askedAt: Date.now(), stock } })
      return true
    },
  })
