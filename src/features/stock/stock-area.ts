import type { LinkProps } from '@tanstack/react-router'
import * as v from 'valibot'
import type { MachineId } from '#domain/ids.ts'

export const STOCK_TABS = ['SHORTAGES_TAB', 'INVENTORY_TAB', 'PRODUCTS_TAB'] as const
export type StockTab = (typeof STOCK_TABS)[number]

/** What stands in the address may be anybody's: what cannot be read is left out. */
const said = <S extends v.GenericSchema>(schema: S) => v.optional(v.fallback(v.optional(schema), undefined))

/** A text of figures alone comes out of the address as a number. */
const Words = v.pipe(v.union([v.string(), v.number()]), v.transform(String), v.maxLength(200))

export const ListSearch = v.object({
  q: said(Words),
  page: said(v.pipe(v.number(), v.integer(), v.minValue(1))),
  size: said(v.picklist([15, 30, 60, 100])),
  /** Until the end of which day it is asked what is missing; without it, now. */
  until: said(v.pipe(v.string(), v.isoDate())),
})
export const TabSearch = v.object({ q: said(Words), tab: said(v.picklist(STOCK_TABS)) })
export const ShortagesSearch = v.object({
  ...ListSearch.entries,
  ...TabSearch.entries,
  machine: said(v.union([v.literal('all'), v.pipe(v.number(), v.integer(), v.minValue(1))])),
})

/** Where the stock screens of a role live: the same page has other addresses for managers and for servicemen. */
export type StockArea = {
  /** The machines to choose from; on a phone a page of its own. */
  list: LinkProps
  all: LinkProps
  machine(id: MachineId): LinkProps
  /** What is known about the machine itself. */
  about(id: MachineId): LinkProps
  /** Whether the slots of a machine are set up here, and not only changed. */
  hasPanel?: boolean
}
