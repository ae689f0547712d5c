/** Page sizes by type of list. Separate from the queries, because URLs are parsed before anything is fetched. */
export const SALES_SIZES = [10, 15, 20, 25, 50, 100] as const
export const PASS_SIZES = [10, 20, 50, 100] as const
export const DEVICE_SIZES = [25, 50, 100] as const
