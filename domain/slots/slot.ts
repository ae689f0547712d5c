/** What the maximum of a slot may be set to in the list of slots. */
export const MOST_IN_SLOT = 500_000

/** In whole units of any currency. */
export const HIGHEST_PRICE = 1_000_000

/** Slot numbers are texts ("11", "A2", "010"); they stand in the order a person reads them on the machine. */
export const slotOrder = (a: string, b: string): number => collator.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0)

// One fixed locale, so that phone and server split a restock alike.
const collator = new Intl.Collator('en', { numeric: true })
