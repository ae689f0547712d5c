import { charactersIn } from '../characters.ts'
import { decimalsOf } from '../money.ts'

export const MAX_NAME_LENGTH = 100
export const MAX_SKU_LENGTH = 100
/** Whether an article number fits into the address of its product. Browsers remove a part of one or two points from addresses. */
export const isSku = (sku: string): boolean => charactersIn(sku) <= MAX_SKU_LENGTH && !/^\.{1,2}$/.test(sku)
export const MAX_VOLUME = 50_000
export const MAX_TAX = 100
/** Upper bound (exclusive) of a product's cost in the company's currency, and in those of which a coffee costs hundreds. */
const COST_LIMIT = 1_000
export const HIGHEST_COST_LIMIT = 100_000
const SMALL_UNITS: readonly string[] = ['ARS', 'HUF', 'RUB']
export const costLimit = (currency: string): number =>
  decimalsOf(currency) === 0 || SMALL_UNITS.includes(currency) ? HIGHEST_COST_LIMIT : COST_LIMIT
export const MAX_INGREDIENTS = 6
/** Exclusive bounds of an ingredient's share, in the ingredient's own unit. */
export const SHARE_LIMITS = { above: 0.1, below: 10_000 }

export const hasDecimals = (value: number, most: number): boolean => Math.abs(value * 10 ** most - Math.round(value * 10 ** most)) < 1e-6
