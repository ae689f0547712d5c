import { mutationOptions, queryOptions } from '@tanstack/react-query'
import * as contract from '#contract/products.ts'
import type { OperationId } from '#domain/ids.ts'
import { SECOND } from '#domain/time.ts'
import { call } from '#offline/api-client.ts'
import { awaitLocalSync } from './outbox.ts'
import { answered } from './server-requests.ts'

const TIMEOUT = { timeoutMs: 30 * SECOND }
const at = (sku: string) => ({ params: { sku } })
const keyed = (key: OperationId) => ({ ...TIMEOUT, headers: { 'idempotency-key': key } })

// A change is in the local data when the mutation ends.

/** Creates a product, or changes the one with this article number. */
export const saveProduct = (sku: string | null) =>
  mutationOptions({
    mutationFn: ({ product, change, key }: { product: contract.NewProduct; change: contract.ProductChange; key: OperationId }) =>
      answered(
        awaitLocalSync(
          sku === null
            ? call(contract.addProduct, { body: product }, keyed(key))
            : call(contract.changeProduct, { ...at(sku), body: change }, keyed(key)),
        ),
      ),
  })
export const deleteProduct = (sku: string) =>
  mutationOptions({ mutationFn: () => answered(awaitLocalSync(call(contract.deleteProduct, at(sku), TIMEOUT))) })
/** An empty change restores the product. */
export const restoreProduct = (sku: string) =>
  mutationOptions({ mutationFn: () => answered(awaitLocalSync(call(contract.changeProduct, at(sku), TIMEOUT))) })
/** The library shows what was imported, also by another user. */
export const importProduct = (id: number) =>
  mutationOptions({
    meta: { invalidates: [['library'], ['warehouse']] },
    mutationFn: () => answered(awaitLocalSync(call(contract.importProduct, { params: { id: String(id) } }, TIMEOUT))),
  })

/** The machines and sales of a product; null if the server does not respond. */
export const productSummary = (sku: string) =>
  queryOptions({
    queryKey: ['productSummary', sku],
    meta: { topics: ['products', 'slots', 'sales'] },
    staleTime: 5 * SECOND,
    retry: false,
    queryFn: (): Promise<contract.ProductSummary> =>
      answered(call(contract.productSummary, { ...at(sku), query: { type: 'summary' } }, TIMEOUT)),
  })

/** Products of the library by name. */
export const library = (query: string) =>
  queryOptions({
    queryKey: ['library', query],
    meta: { topics: ['products'] },
    staleTime: 30 * SECOND,
    retry: false,
    queryFn: async (): Promise<contract.LibraryProduct[]> =>
      (await answered(call(contract.listLibrary, { query: { query, size: '500', sort: 'name' } }, TIMEOUT))).items,
  })
