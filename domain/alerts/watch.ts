import { DAY } from '../time.ts'

// What no machine knows of itself, the server watches: how full its places are, by their average, and when it last sold anything.

/** So empty, somebody should go there … */
export const LOW_STOCK = 0.2
/** … and not before it is so full again is it over: a sale more or less makes no other alert. */
export const ENOUGH_STOCK = 0.4

/** The alert of a machine that runs and sells nothing, as the server raises it. */
export const NO_SALES = 'NO_SALES'

/** A machine that runs and has sold nothing for so long … */
export const NO_SALES_FOR = 1 * DAY
/** … though it sold something lately: one that stands empty all summer is no news. */
export const SELLS_WITHIN = 14 * DAY
