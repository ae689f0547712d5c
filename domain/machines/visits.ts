/** A visit that fills less of a machine than this could have waited. */
export const WORTH_A_VISIT = 0.2

/** Whether somebody had to come: much was missing, or customers found a place empty. */
export const isNeeded = ({ filled, fromEmpty }: { filled: number; fromEmpty: number }): boolean => fromEmpty > 0 || filled >= WORTH_A_VISIT
