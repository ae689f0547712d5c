import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
import { answered, type Keyed, keyed, TIMEOUT } from '#app/data/server-requests.ts'
import * as contract from '#contract/supplier-orders.ts'
import type { OrderState } from '#domain/warehouse/order.ts'
import { call } from '#offline/api-client.ts'

const LIVE = { meta: { topics: ['warehouse'] }, retry: false } as const

export const proposals = (days: number) =>
  queryOptions({
    ...LIVE,
    queryKey: ['warehouse', 'proposals', days],
    placeholderData: keepPreviousData,
    queryFn: () => answered(call(contract.proposeOrders, { query: { coverDays: String(days) } }, TIMEOUT)),
  })

type ListRequest = { page: number; size: number; query: string; state?: OrderState | undefined }

export const orderList = ({ page, size, query, state }: ListRequest) =>
  queryOptions({
    ...LIVE,
    queryKey: ['warehouse', 'orders', page, size, query, state],
    placeholderData: keepPreviousData,
    queryFn: () =>
      answered(call(contract.listOrders, { query: { page: String(page), size: String(size), query, ...(state && { state }) } }, TIMEOUT)),
  })

export const orderOf = (id: string) =>
  queryOptions({
    ...LIVE,
    queryKey: ['warehouse', 'order', id],
    queryFn: () => answered(call(contract.getOrder, { params: { id } }, TIMEOUT)),
  })

const WAREHOUSE = { meta: { invalidates: [['warehouse']] } }
const named = (id: number) => ({ params: { id: String(id) } })

export const addOrder = mutationOptions({
  ...WAREHOUSE,
  mutationFn: ({ key, body }: Keyed<{ body: contract.OrderBody }>) => answered(call(contract.addOrder, { body }, keyed(key))),
})

export const changeOrder = mutationOptions({
  ...WAREHOUSE,
  mutationFn: ({ key, id, body }: Keyed<{ id: number; body: contract.OrderChange }>) =>
    answered(call(contract.changeOrder, { ...named(id), body }, keyed(key))),
})

type Versioned = Keyed<{ id: number; version: number }>

export const sendOrder = mutationOptions({
  ...WAREHOUSE,
  mutationFn: ({ key, id, version }: Versioned) => answered(call(contract.sendOrder, { ...named(id), body: { version } }, keyed(key))),
})

export const cancelOrder = mutationOptions({
  ...WAREHOUSE,
  mutationFn: ({ key, id, version }: Versioned) => answered(call(contract.cancelOrder, { ...named(id), body: { version } }, keyed(key))),
})

export const receiveOrder = mutationOptions({
  ...WAREHOUSE,
  mutationFn: ({ key, id, body }: Keyed<{ id: number; body: contract.ReceiptBody }>) =>
    answered(call(contract.receiveOrder, { ...named(id), body }, keyed(key))),
})

export const setSupplierProducts = mutationOptions({
  ...WAREHOUSE,
  mutationFn: ({ key, identifier, productIds }: Keyed<{ identifier: number; productIds: number[] }>) =>
    answered(call(contract.setSupplierProducts, { params: { identifier: String(identifier) }, body: { productIds } }, keyed(key))),
})

/** Downloads the PDF of an order. */
export async function downloadOrder(id: number): Promise<void> {
  const { url } = await answered(call(contract.printOrder, named(id), TIMEOUT))
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}
