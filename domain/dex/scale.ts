import { decimalsOf } from '../money.ts'
import { currencyOf, isCurrency } from './currencies.ts'
import { numberIn } from './numbers.ts'
import type { Segment } from './segments.ts'
import type { Warn } from './warnings.ts'

/** How the amounts of an audit are to be understood. */
export type Scale = {
  /** ISO 4217; null where neither the machine nor whoever asked knows it. */
  currency: string | null
  /** Amounts are integers of so many decimals: those of the currency, or those of the machine where there is no currency. */
  digits: number
  /** The decimals that the machine itself writes with, and what its smallest step is worth in minor units. */
  decimals: number
  unit: number
}

const USUAL_DECIMALS = 2
const MAX_DECIMALS = 4

/** `assumed` is the currency of whoever owns the machine, for machines that tell none. */
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
