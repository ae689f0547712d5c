import { queryOptions } from '@tanstack/react-query'
import * as contract from '#contract/products.ts'
import type { OperationId } from '#domain/ids.ts'
import { SECOND } from '#domain/time.ts'
import { call } from '#offline/api-client.ts'
import { answered } from './not-answered.ts'
import { awaitLocalSync } from './then-here.ts'

const PATIENCE = { timeoutMs: 30 * SECOND }
const at = (sku: string) => ({ params: { sku } })
const keyed = (key: OperationId) => ({ ...PATIENCE, headers: { 'idempotency-key': key } })

/** The same `key` creates one product, however often it is sent. */
export const addProduct = (body: contract.NewProduct, key: OperationId) => awaitLocalSync(call(contract.addProduct, { body }, keyed(key)))
export const changeProduct = (sku: string, body: contract.ProductChange, key: OperationId) =>
  awaitLocalSync(call(contract.changeProduct, { ...at(sku), body }, keyed(key)))
export const deleteProduct = (sku: string) => awaitLocalSync(call(contract.deleteProduct, at(sku), PATIENCE))
/** An empty change restores the product. */
export const restoreProduct = (sku: string) => awaitLocalSync(call(contract.changeProduct, at(sku), PATIENCE))
export const importProduct = (id: number) => awaitLocalSync(call(contract.importProduct, { params: { id: String(id) } }, PATIENCE))

/** The machines and sales of a product; null if the server does not respond. */
export const productSummary = (sku: string) =>
  queryOptions({
    queryKey: ['productSummary', sku],
    meta: { asks: ['products', 'slots', 'sales'] },
    staleTime: 5 * SECOND,
    retry: false,
    queryFn: (): Promise<contract.ProductSummary> =>
      answered(call(contract.productSummary, { ...at(sku), query: { type: 'summary' } }, PATIENCE)),
  })

/** Products of the library by name. */
export const library = (query: string) =>
  queryOptions({
    queryKey: ['library', query],
    meta: { asks: ['products'] },
    staleTime: 30 * SECOND,
    retry: false,
    queryFn: async (): Promise<contract.LibraryProduct[]> =>
      (await answered(call(contract.listLibrary, { query: { query, size: '500', sort: 'name' } }, PATIENCE))).items,
  })
