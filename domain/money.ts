/** Decimals of each supported currency unless they are two (ISO 4217). */
const DECIMALS: Readonly<Record<string, number>> = { JPY: 0, KWD: 3 }

export const decimalsOf = (currency: string): number => DECIMALS[currency] ?? 2

/** Converts minor units to the number in the API: 250 in EUR is 2.5. */
export const toDecimal = (minor: number, currency: string): number => minor / 10 ** decimalsOf(currency)

/** Whether an amount is valid in a currency: 2.505 is not in EUR, and the smallest one is 0.01. Devices send sums such as 0.1 + 0.2. */
export const isAmount = (amount: number, currency: string): boolean =>
  Math.abs(amount * 10 ** decimalsOf(currency) - toMinor(amount, currency)) < 1e-3 && (amount === 0 || toMinor(amount, currency) !== 0)

/** Converts to the minor units in the database: 2.5 in EUR is 250. */
export const toMinor = (amount: number, currency: string): number => Math.round(amount * 10 ** decimalsOf(currency))

/** The exact sum of amounts, because floats do not add up: 0.1 + 0.2 - 0.3 would be more than nothing. */
export const sumOf = (amounts: readonly number[], currency: string): number =>
  toDecimal(
    amounts.reduce((sum, amount) => sum + toMinor(amount, currency), 0),
    currency,
  )
