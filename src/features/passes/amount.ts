import { decimalsOf } from '#domain/money.ts'
import { readNumber } from '#domain/numbers.ts'

/** The amount of a field in this currency; null if it is invalid or outside the limits. */
export function amountBetween(
  typed: string,
  { currency, locale }: { currency: string; locale: string },
  min: number,
  max: number,
): number | null {
  const read = readNumber(typed, { locale, decimals: decimalsOf(currency), min, max })
  return read.state === 'number' ? read.value : null
}
