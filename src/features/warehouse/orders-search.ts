import * as v from 'valibot'
import { COVER_DAYS, ORDER_STATES } from '#domain/warehouse/order.ts'

export const ORDER_TABS = ['proposals', 'orders'] as const

/** URLs may come from anywhere: invalid parameters are ignored. */
const said = <S extends v.GenericSchema>(schema: S) => v.optional(v.fallback(v.optional(schema), undefined))
const Whole = v.pipe(v.number(), v.integer(), v.minValue(1))

/** `days`: for how many days an order lasts after its delivery. `page` counts from 1. */
export const OrdersSearch = v.object({
  tab: said(v.picklist(ORDER_TABS)),
  days: said(v.picklist(COVER_DAYS)),
  q: said(v.pipe(v.union([v.string(), v.number()]), v.transform(String), v.maxLength(200))),
  state: said(v.picklist(ORDER_STATES)),
  page: said(Whole),
  size: said(v.picklist([10, 25, 50, 100, 500])),
})
export type OrdersSearch = v.InferOutput<typeof OrdersSearch>

export type OrdersTabProps = { search: OrdersSearch; onSearch(next: OrdersSearch): void }

/** The open dialog of an order, so that a reload restores it. */
export const OrderSearch = v.object({ open: said(v.literal('receipt')) })
