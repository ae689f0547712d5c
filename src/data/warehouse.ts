import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
import type { Endpoint, RequestOf } from '#contract/endpoint.ts'
import * as purchases from '#contract/purchases.ts'
import { listExpiring } from '#contract/stock.ts'
import * as warehouse from '#contract/warehouse.ts'
import type { OperationId } from '#domain/ids.ts'
import { MINUTE, SECOND } from '#domain/time.ts'
import type { PurchaseStatus } from '#domain/warehouse/purchase.ts'
import { call, type Page, type Received } from '#offline/api-client.ts'
import { unlessLive } from './liveness.ts'
import { answered, NotAnswered } from './server-requests.ts'

const TIMEOUT = { timeoutMs: 30 * SECOND }

/** A page of a list that only the server has and whose changes are sent as live events. `page` counts from 0. */
const listed = <E extends Endpoint & { paged: true }>(endpoint: E, query: Record<string, string>) =>
  queryOptions({
    queryKey: ['warehouse', endpoint.name, query],
    meta: { topics: ['warehouse', 'stock'] },
    placeholderData: keepPreviousData,
    refetchInterval: unlessLive(MINUTE),
    retry: false,
    queryFn: async (): Promise<Received<E>> => {
      const answer = await call(endpoint, { query } as RequestOf<E>, TIMEOUT)
      if (answer.state === 'answered') return answer.value
      throw new NotAnswered(answer)
    },
  })

type PageRequest = { page: number; size: number; query: string }
const pageOf = ({ page, size, query }: PageRequest) => ({ page: String(page), size: String(size), query })

export const storedProducts = (request: PageRequest) => listed(warehouse.listStoredProducts, pageOf(request))
export const expiringStock = ({ until, page, size }: Omit<PageRequest, 'query'> & { until: string }) =>
  listed(listExpiring, { until, page: String(page), size: String(size) })
export const warehouseChanges = (request: PageRequest) => listed(warehouse.listWarehouseChanges, pageOf(request))
export const suppliers = (request: PageRequest) => listed(purchases.listSuppliers, pageOf(request))
export const purchaseList = (request: PageRequest & { status?: PurchaseStatus | undefined }) =>
  listed(purchases.listPurchases, { ...pageOf(request), ...(request.status ? { status: request.status } : {}) })

export type Listed<T> = Page<T[]>

/** Calls that need the server immediately. The same `key` counts once. */
const keyed = (key: OperationId) => ({ ...TIMEOUT, headers: { 'idempotency-key': key } })

const WAREHOUSE = { invalidates: [['warehouse']] }

export const changeWarehouse = mutationOptions({
  meta: WAREHOUSE,
  mutationFn: ({ body, key }: { body: warehouse.WarehouseChange; key: OperationId }) =>
    answered(call(warehouse.changeWarehouse, { body }, keyed(key))),
})

const named = (identifier: number) => ({ params: { identifier: String(identifier) } })

/** Creates a supplier, or changes the one with this identifier. */
export const saveSupplier = mutationOptions({
  meta: WAREHOUSE,
  mutationFn: ({ identifier, body, key }: { identifier: number | null; body: purchases.SupplierBody; key: OperationId }) =>
    answered(
      identifier === null
        ? call(purchases.addSupplier, { body }, keyed(key))
        : call(purchases.changeSupplier, { ...named(identifier), body }, keyed(key)),
    ),
})

/** Creates a purchase, or changes the one with this identifier. */
export const savePurchase = mutationOptions({
  meta: WAREHOUSE,
  mutationFn: ({ identifier, body, key }: { identifier: number | null; body: purchases.PurchaseBody; key: OperationId }) =>
    answered(
      identifier === null
        ? call(purchases.addPurchase, { body }, keyed(key))
        : call(purchases.changePurchase, { ...named(identifier), body }, keyed(key)),
    ),
})

export const deletePurchase = mutationOptions({
  meta: WAREHOUSE,
  mutationFn: ({ identifier, key }: { identifier: number; key: OperationId }) =>
    answered(call(purchases.deletePurchase, named(identifier), keyed(key))),
})
