/** The most credit that may lie on an employee's card, and the most that it may get each time, in the company's currency. */
export const MAX_CREDIT = 5_000
export const MAX_RECURRING = 1_000
/** What all cards may be topped up by at once is more than nothing and less than this. */
export const BELOW_FUNDS = 200
/** What a field for funds goes up and down by, and begins with. */
export const FUNDS_STEP = 0.5
export const MIN_FUNDS = 1

export const CARD_LENGTH = { least: 3, most: 200 } as const
export const HOLDER_LENGTH = 200

/** Why credit came or went: the card was made, or brought with a file; somebody set it; all cards were topped up. */
export const PASS_CAUSES = ['OPENED', 'IMPORTED', 'SET', 'RECURRING', 'FUNDS'] as const
export type PassCause = (typeof PASS_CAUSES)[number]

/** A word that the API's own addresses use, and no card may. */
export const RESERVED_CARD = 'credits'
