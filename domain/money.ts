/** Decimals of each currency we offer where it is not two (ISO 4217). */
const DECIMALS: Readonly<Record<string, number>> = { JPY: 0, KWD: 3 }

export const decimalsOf = (currency: string): number => DECIMALS[currency] ?? 2

/** 250 in EUR is 2.5: the number that the API carries. */
export const toDecimal = (minor: number, currency: string): number => minor / 10 ** decimalsOf(currency)

/** Whether a currency has coins for it: 2.505 is no amount in EUR. */
export const isAmount = (amount: number, currency: string): boolean =>
  Math.abs(amount * 10 ** decimalsOf(currency) - toMinor(amount, currency)) < 1e-3

/** 2.5 in EUR is 250: what the database keeps. */
export const toMinor = (amount: number, currency: string): number => Math.round(amount * 10 ** decimalsOf(currency))
