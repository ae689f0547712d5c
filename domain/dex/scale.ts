import { decimalsOf } from '../money.ts'
import { currencyOf, isCurrency } from './currencies.ts'
import { numberIn } from './numbers.ts'
import type { Segment } from './segments.ts'
import type { Warn } from './warnings.ts'

/** How to interpret the amounts of an audit. */
export type Scale = {
  /** ISO 4217; null if neither the machine nor the caller knows it. */
  currency: string | null
  /** Number of decimals of amounts: those of the currency, or the machine's if there is no currency. */
  digits: number
  /** The machine's own number of decimals, and its smallest step in minor units. */
  decimals: number
  unit: number
}

const USUAL_DECIMALS = 2
const MAX_DECIMALS = 4

/** `assumed` is the company's currency, for machines that report none. */
export function scaleOf(id4: Segment | undefined, assumed: string | null, warn: Warn): Scale {
  const [, place, numeric = '', alpha = ''] = id4?.elements.map((element) => element.trim()) ?? []
  const told = numberIn(place)
  const isAbsurd = told === 'junk' || (typeof told === 'number' && told > MAX_DECIMALS)
  if (isAbsurd) warn('DECIMALS_ABSURD', id4?.line ?? 1)
  const decimals = typeof told === 'number' && !isAbsurd ? told : USUAL_DECIMALS
  const own = currencyOf(numeric) ?? (isCurrency(alpha) ? alpha : null)
  if (!own && (numeric || alpha)) warn('CURRENCY_UNKNOWN', id4?.line ?? 1)
  const currency = own ?? assumed
  const digits = currency ? decimalsOf(currency) : decimals
  return { currency, digits, decimals, unit: 10 ** (digits - decimals) }
}
