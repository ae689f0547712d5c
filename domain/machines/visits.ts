/** A visit that fills a smaller share of a machine could have waited. */
export const WORTH_A_VISIT = 0.2

/** Whether a visit was needed: much was missing, or customers found a slot empty. */
export const isNeeded = ({ filled, fromEmpty }: { filled: number; fromEmpty: number }): boolean => fromEmpty > 0 || filled >= WORTH_A_VISIT
