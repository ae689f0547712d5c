import type { LinkProps } from '@tanstack/react-router'
import * as v from 'valibot'
import { searchParam } from '#app/data/search-param.ts'
import type { MachineId } from '#domain/ids.ts'

export const STOCK_TABS = ['SHORTAGES_TAB', 'INVENTORY_TAB', 'PRODUCTS_TAB'] as const
export type StockTab = (typeof STOCK_TABS)[number]

/** Digits-only text is parsed from the URL as a number. */
const SearchText = v.pipe(v.union([v.string(), v.number()]), v.transform(String), v.maxLength(200))

const ListSearch = v.object({
  q: searchParam(SearchText),
  page: searchParam(v.pipe(v.number(), v.integer(), v.minValue(1))),
  size: searchParam(v.picklist([15, 30, 60, 100])),
  /** The day up to whose end shortages are computed; absent for now. */
  until: searchParam(v.pipe(v.string(), v.isoDate())),
})
export const TabSearch = v.object({ q: searchParam(SearchText), tab: searchParam(v.picklist(STOCK_TABS)) })
export const ShortagesSearch = v.object({
  ...ListSearch.entries,
  ...TabSearch.entries,
  machine: searchParam(v.union([v.literal('all'), v.pipe(v.number(), v.integer(), v.minValue(1))])),
})

/** The URLs of a role's stock screens: the same pages have different URLs for managers and servicemen. */
export type StockArea = {
  /** The list of machines, a separate page on a phone. */
  list: LinkProps
  all: LinkProps
  machine(id: MachineId): LinkProps
  /** The machine's own page. */
  about(id: MachineId): LinkProps
  /** The machines are visited one after another, by the person who fills them. */
  isVisit?: boolean
  /** The list is the round of today, and not all machines. */
  isRound?: boolean
  /** Whether slots can be created here in addition to editing. */
  hasPanel?: boolean
}
