import { DAY } from '../time.ts'

// The server monitors what machines do not report themselves: the average stock level, and the last sale.

/** The alert of a low stock level, raised by the server. */
export const LOW_STOCK_LEVEL = 'LOW_STOCK_LEVEL'
/** Below this stock level an alert is raised … */
export const LOW_STOCK = 0.2
/** … and it ends only above this level, so that single sales raise no further alerts. */
export const ENOUGH_STOCK = 0.4

/** The alert of a running machine without sales, raised by the server. */
export const NO_SALES = 'NO_SALES'

/** A running machine without sales for this long … */
export const NO_SALES_FOR = 1 * DAY
/** … that sold something recently; a machine that is unused all summer raises no alert. */
export const SELLS_WITHIN = 14 * DAY
