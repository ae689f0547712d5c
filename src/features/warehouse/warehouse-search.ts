import * as v from 'valibot'
import { PURCHASE_STATUSES } from '#domain/warehouse/purchase.ts'

export const TABS = ['inventory', 'purchases', 'suppliers', 'changes', 'library'] as const
export type WarehouseTab = (typeof TABS)[number]

/** What stands in the address may be anybody's: what cannot be read is left out. */
const said = <S extends v.GenericSchema>(schema: S) => v.optional(v.fallback(v.optional(schema), undefined))

/** A text of figures alone comes out of the address as a number. */
const Words = v.pipe(v.union([v.string(), v.number()]), v.transform(String), v.maxLength(200))
const Whole = v.pipe(v.number(), v.integer(), v.minValue(1))

/** `open`: the dialog that stands over the list, so that a reload leads back into it; `id`: what it is about. */
export const WarehouseSearch = v.object({
  tab: said(v.picklist(TABS)),
  q: said(Words),
  /** Counts from 1. */
  page: said(Whole),
  size: said(v.picklist([10, 25, 50, 100, 500])),
  status: said(v.picklist(PURCHASE_STATUSES)),
  open: said(v.picklist(['change', 'supplier', 'purchase'])),
  id: said(Whole),
})
export type WarehouseSearch = v.InferOutput<typeof WarehouseSearch>

/** What every tab is handed: where it stands, and the way on. */
export type TabProps = { search: WarehouseSearch; onSearch(next: WarehouseSearch): void }
