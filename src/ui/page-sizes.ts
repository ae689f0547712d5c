/**
 * Page sizes by type of list: those to choose from, and the standard. Separate from the queries, because URLs are parsed before anything
 * is fetched.
 */
export const SALES_SIZES = [10, 15, 20, 25, 50, 100] as const
export const PASS_SIZES = [10, 20, 50, 100] as const
export const DEVICE_SIZES = [25, 50, 100] as const
/** Stock of the warehouse. */
export const STORED_SIZES = [10, 25, 50, 100, 500] as const
/** Suppliers, purchases, and changes of the warehouse. */
export const LIST_SIZES = [10, 25, 50, 100] as const

export const STANDARD_SIZE = { sales: 50, cash: 50, passes: 50, devices: 50, stored: 10, lists: 100 } as const

export const PRODUCT_SALES_A_PAGE = 50
/** A row of a report takes a quarter of a phone's screen. */
export const ROWS_OF_A_PHONE = 10
export const EVENTS_A_PAGE = 50
