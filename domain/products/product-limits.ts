import { decimalsOf } from '../money.ts'

export const MAX_NAME_LENGTH = 100
export const MAX_VOLUME = 50_000
export const MAX_TAX = 100
/** Upper bound (exclusive) of a product's cost, in the company's currency; in currencies without decimals, of the smallest coins. */
export const COST_LIMIT = 1_000
export const COST_LIMIT_WITHOUT_DECIMALS = 100_000
export const costLimit = (currency: string): number => (decimalsOf(currency) === 0 ? COST_LIMIT_WITHOUT_DECIMALS : COST_LIMIT)
export const MAX_INGREDIENTS = 6
/** Exclusive bounds of an ingredient's share, in the ingredient's own unit. */
export const SHARE_LIMITS = { above: 0.1, below: 10_000 }

export const hasDecimals = (value: number, most: number): boolean => Math.abs(value * 10 ** most - Math.round(value * 10 ** most)) < 1e-6
