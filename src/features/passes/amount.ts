import { isAmount } from '#domain/money.ts'

/** An amount as somebody typed it, with a point or a comma; null where it is none of this currency. */
export function amountIn(typed: string, currency: string): number | null {
  const text = typed.trim().replace(',', '.')
  if (!/^\d{1,6}(\.\d{1,3})?$/.test(text)) return null
  const amount = Number(text)
  return isAmount(amount, currency) ? amount : null
}

/** The same where it lies between the two. */
export function amountBetween(typed: string, currency: string, least: number, most: number): number | null {
  const amount = amountIn(typed, currency)
  return amount !== null && amount >= least && amount <= most ? amount : null
}
