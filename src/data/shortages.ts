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

/** What all machines together lack of a product now, and what they will be missing, in whole pieces, grams or millilitres. */
export type ProductShortage = {
  product: ProductCard
  currentShortage: number
  currentQuantity: number
  maxQuantity: number
  missing: number
}
/** `asNow`: how many of the machines are counted as they are now, since nobody knows how they will sell. Most missing first. */
export type Shortages = { products: ProductShortage[]; machines: number; asNow: number }

/** What this person's machines lack, from what this device holds and with what they did since: it needs no network. */
export const allShortages = (until: Until = null) =>
  queryOptions({
    queryKey: ['shortages', until],
    // The clock's offset is not worth reading every machine again: what it moves is told by the outbox soon after.
    // Only what is foretold depends on whether a machine runs.
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

/** Adds up by product; a place that holds too much does not make up for another that lacks. */
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

/** What lies in the warehouse, which only the server knows: its last answer, kept on this device. Null: never asked with success. */
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

/** Asks the server for the warehouse and keeps what it says; false where it could not be asked. */
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
