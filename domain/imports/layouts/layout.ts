import type { DateOrder } from '../dates.ts'

/** What a layout holds. Sums over a period, cancelled baskets and refills are known so that they are not taken for sales. */
export type LayoutHolds = 'SALES' | 'SETTLEMENT' | 'MACHINES' | 'PLANOGRAMS' | 'PRODUCTS' | 'AGGREGATE' | 'CANCELLED' | 'REFILLS'

/**
 * A report of another system, as it is known from public files, documents and code. `heads`: its columns, divided by bars. `inMinor`:
 * amounts are in cents. `isLoose`: its columns are known by their content and not by their names.
 */
export type Layout = {
  vendor: string
  report: string
  holds: LayoutHolds
  heads: string
  dateOrder?: DateOrder
  inMinor?: true
  isLoose?: true
  source: string
  confidence: string
}
