/** What the maximum of a slot may be set to in the list of slots. */
export const MAX_IN_SLOT = 500_000

/** In whole units of any currency. */
export const MAX_PRICE = 1_000_000

/** Slot numbers are texts ("11", "A2", "010"); they stand in the order a person reads them on the machine. */
export const slotOrder = (a: string, b: string): number => collator.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0)

// One fixed locale, so that phone and server split a restock alike.
const collator = new Intl.Collator('en', { numeric: true })

/** The most that a new slot may be set up for; the list of slots goes less far. */
export const MAX_IN_NEW_SLOT = 5_000_000

/** What a slot's number may take on a label. */
export const MAX_SLOT_NUMBER_LENGTH = 20

/** What becomes of what lies in a place that is given up: back to the warehouse, lost, or to be decided by a manager later. */
export const STOCK_ENDS = ['WAREHOUSE', 'LOST', 'LATER'] as const
export type StockEnd = (typeof STOCK_ENDS)[number]
