import * as v from 'valibot'
import { searchParam } from '#app/data/search-param.ts'
import { COVER_DAYS, ORDER_STATES } from '#domain/warehouse/order.ts'

export const ORDER_TABS = ['proposals', 'orders'] as const

const Whole = v.pipe(v.number(), v.integer(), v.minValue(1))

/** `days`: for how many days an order lasts after its delivery. `page` counts from 1. */
export const OrdersSearch = v.object({
  tab: searchParam(v.picklist(ORDER_TABS)),
  days: searchParam(v.picklist(COVER_DAYS)),
  q: searchParam(v.pipe(v.union([v.string(), v.number()]), v.transform(String), v.maxLength(200))),
  state: searchParam(v.picklist(ORDER_STATES)),
  page: searchParam(Whole),
  size: searchParam(v.picklist([10, 25, 50, 100, 500])),
})
export type OrdersSearch = v.InferOutput<typeof OrdersSearch>

export type OrdersTabProps = { search: OrdersSearch; onSearch(next: OrdersSearch): void }

/** The open dialog of an order, so that a reload restores it. */
export const OrderSearch = v.object({ open: searchParam(v.literal('receipt')) })
