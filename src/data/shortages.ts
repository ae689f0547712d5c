import { queryOptions } from '@tanstack/react-query'
import * as v from 'valibot'
import type { ProductCard } from '#contract/products.ts'
import { machineShortages } from '#contract/stock.ts'
import type { ProductId } from '#domain/ids.ts'
import { shortageOf } from '#domain/stock/shortage.ts'
import { SECOND } from '#domain/time.ts'
import { toWhole } from '#domain/units.ts'
import { call } from '#offline/api-client.ts'
import { byName } from './by-name.ts'
import { live } from './local-query.ts'
import { type LackingMachine, readLacking, type Until } from './missing.ts'
import { answered } from './server-requests.ts'
import { storedAs } from './stored-responses.ts'

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
    queryFn: live(async (): Promise<Shortages> => {
      const { machines, products } = await readLacking(until)
      return {
        products: shortagesOf(machines, products),
        machines: machines.length,
        asNow: machines.filter(({ isForetold }) => !isForetold).length,
      }
    }),
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

/** The warehouse stock by product, which only the server has. */
export const warehouse = () =>
  queryOptions({
    queryKey: ['warehouse', 'quantities'],
    persister: storedAs(v.map(v.number(), v.number())),
    meta: { topics: ['warehouse'] },
    staleTime: 30 * SECOND,
    refetchInterval: 60 * SECOND,
    retry: false,
    structuralSharing: false,
    queryFn: async (): Promise<ReadonlyMap<ProductId, number>> => {
      const stock = await answered(call(machineShortages, {}, { timeoutMs: 30 * SECOND }))
      return new Map(stock.map(({ product, inWarehouse }) => [product.id, inWarehouse]))
    },
  })
