import type { DateOrder } from '../dates.ts'

/** The content of a layout. Totals of a period, cancelled baskets and refills are known so that they are not imported as sales. */
export type LayoutHolds =
  | 'SALES'
  | 'SETTLEMENT'
  | 'MACHINES'
  | 'PLANOGRAMS'
  | 'PRODUCTS'
  | 'ROUTES'
  | 'AGGREGATE'
  | 'CANCELLED'
  | 'REFILLS'
  | 'PIVOT'
  | 'SIDE_BY_SIDE'

/**
 * A report of another system, known from public files, documents and code. `heads`: its columns, separated by bars. `inMinor`: amounts are
 * in cents. `isLoose`: its columns are recognised by content rather than by name.
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
