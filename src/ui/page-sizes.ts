/** How many rows a page may have, by what is listed. Here, and not beside what is fetched: addresses are read before anything is. */
export const SALES_SIZES = [10, 15, 20, 25, 50, 100] as const
export const PASS_SIZES = [10, 20, 50, 100] as const
export const DEVICE_SIZES = [25, 50, 100] as const
