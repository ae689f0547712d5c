/** The maximum credit of an employee's card, and of each top-up, in the company's currency. */
export const MAX_CREDIT = 5_000
export const MAX_RECURRING = 1_000
/** Upper bound (exclusive) of a top-up of all cards; it must be above zero. */
export const BELOW_FUNDS = 200
/** Step and initial value of a funds field. */
export const FUNDS_STEP = 0.5
export const MIN_FUNDS = 1

export const CARD_LENGTH = { least: 3, most: 200 } as const
export const HOLDER_LENGTH = 200

/** Causes of a credit change: card created or imported, credit set, or all cards topped up. */
export const PASS_CAUSES = ['OPENED', 'IMPORTED', 'SET', 'RECURRING', 'FUNDS'] as const
export type PassCause = (typeof PASS_CAUSES)[number]

/** A word in the API's own paths, which no card number may be. */
export const RESERVED_CARD = 'credits'
