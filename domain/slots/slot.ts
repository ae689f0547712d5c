/** The limit of a slot's maximum in the list of slots. */
export const MAX_IN_SLOT = 500_000

/** In whole units of any currency. */
export const MAX_PRICE = 1_000_000

/** Slot numbers are texts ("11", "A2", "010"), sorted in the natural order of the machine. */
export const slotOrder = (a: string, b: string): number => collator.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0)

// A fixed locale, so that phone and server split a restock in the same way.
const collator = new Intl.Collator('en', { numeric: true })

/** The limit of a new slot's maximum; the list of slots has a lower one. */
export const MAX_IN_NEW_SLOT = 5_000_000

/** Maximum length of a slot number. */
export const MAX_SLOT_NUMBER_LENGTH = 20

/** What happens to the stock of a deleted slot: back to the warehouse, written off, or decided by a manager later. */
export const STOCK_ENDS = ['WAREHOUSE', 'LOST', 'LATER'] as const
export type StockEnd = (typeof STOCK_ENDS)[number]
