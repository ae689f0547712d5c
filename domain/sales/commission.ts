import { costLimit } from '../products/product-limits.ts'

/** Turnover with or without tax. */
export const COMMISSION_BASES = ['GROSS', 'NET'] as const

export const MAX_COMMISSION_PERCENT = 100
/** Upper bound (exclusive) of a monthly amount, in the company's currency. */
export const monthlyLimit = (currency: string): number => costLimit(currency) * 100
/** Days further ahead are a mistyped year. */
export const MAX_YEARS_AHEAD = 5
