import * as v from 'valibot'
import { searchParam } from '#app/data/search-param.ts'
import { PURCHASE_STATUSES } from '#domain/warehouse/purchase.ts'

export const TABS = ['inventory', 'expiring', 'purchases', 'suppliers', 'changes', 'library'] as const
export type WarehouseTab = (typeof TABS)[number]

/** Number of days until which stock that expires is listed. */
export const EXPIRING_DAYS = [7, 14, 30, 90] as const
export const STANDARD_EXPIRING_DAYS = 30

/** Digits-only text is parsed from the URL as a number. */
const SearchText = v.pipe(v.union([v.string(), v.number()]), v.transform(String), v.maxLength(200))
const Whole = v.pipe(v.number(), v.integer(), v.minValue(1))

/** `open`: the open dialog, so that a reload restores it; `id`: its subject. */
export const WarehouseSearch = v.object({
  tab: searchParam(v.picklist(TABS)),
  q: searchParam(SearchText),
  /** Counts from 1. */
  page: searchParam(Whole),
  size: searchParam(v.picklist([10, 25, 50, 100, 500])),
  days: searchParam(v.picklist(EXPIRING_DAYS)),
  status: searchParam(v.picklist(PURCHASE_STATUSES)),
  open: searchParam(v.picklist(['change', 'supplier', 'purchase'])),
  id: searchParam(Whole),
})
export type WarehouseSearch = v.InferOutput<typeof WarehouseSearch>

/** The props of every tab: the URL's state and how to change it. */
export type TabProps = { search: WarehouseSearch; onSearch(next: WarehouseSearch): void }
