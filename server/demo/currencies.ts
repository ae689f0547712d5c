import type { CURRENCIES } from '#domain/locales.ts'
import { decimalsOf, toDecimal, toMinor } from '#domain/money.ts'
import { costLimit } from '#domain/products/product-limits.ts'
import type { DemoProduct } from './catalogue.ts'

export type DemoCurrency = (typeof CURRENCIES)[number]

/**
 * `perEuro`: what costs one euro in a German machine costs about as much in this currency. `coins`: those in a coin changer. Prices are
 * multiples of `step`.
 */
type Coinage = { perEuro: number; step: number; coins: readonly number[] }

const COINAGES: Record<DemoCurrency, Coinage> = {
  AED: { perEuro: 4, step: 0.5, coins: [0.25, 0.5, 1] },
  ARS: { perEuro: 1000, step: 50, coins: [5, 10] },
  AUD: { perEuro: 1.7, step: 0.2, coins: [0.05, 0.1, 0.2, 0.5, 1, 2] },
  BRL: { perEuro: 5, step: 0.5, coins: [0.05, 0.1, 0.25, 0.5, 1] },
  CAD: { perEuro: 1.5, step: 0.25, coins: [0.05, 0.1, 0.25, 1, 2] },
  CHF: { perEuro: 1.5, step: 0.1, coins: [0.05, 0.1, 0.2, 0.5, 1, 2, 5] },
  CZK: { perEuro: 25, step: 1, coins: [1, 2, 5, 10, 20, 50] },
  EUR: { perEuro: 1, step: 0.1, coins: [0.05, 0.1, 0.2, 0.5, 1, 2] },
  GBP: { perEuro: 0.9, step: 0.1, coins: [0.05, 0.1, 0.2, 0.5, 1, 2] },
  HRK: { perEuro: 7.5, step: 0.5, coins: [0.5, 1, 2, 5] },
  HUF: { perEuro: 400, step: 10, coins: [5, 10, 20, 50, 100, 200] },
  ILS: { perEuro: 4, step: 0.5, coins: [0.5, 1, 2, 5, 10] },
  JPY: { perEuro: 110, step: 10, coins: [10, 50, 100, 500] },
  KWD: { perEuro: 0.35, step: 0.05, coins: [0.005, 0.01, 0.02, 0.05, 0.1] },
  LTL: { perEuro: 3.5, step: 0.2, coins: [0.1, 0.2, 0.5, 1, 2, 5] },
  LVL: { perEuro: 0.7, step: 0.05, coins: [0.05, 0.1, 0.2, 0.5, 1, 2] },
  MXN: { perEuro: 18, step: 1, coins: [0.5, 1, 2, 5, 10] },
  NOK: { perEuro: 15, step: 1, coins: [1, 5, 10, 20] },
  NZD: { perEuro: 1.9, step: 0.2, coins: [0.1, 0.2, 0.5, 1, 2] },
  PLN: { perEuro: 4.25, step: 0.5, coins: [0.1, 0.2, 0.5, 1, 2, 5] },
  RON: { perEuro: 4, step: 0.5, coins: [0.1, 0.5] },
  RUB: { perEuro: 60, step: 5, coins: [1, 2, 5, 10] },
  SAR: { perEuro: 4, step: 0.5, coins: [0.25, 0.5, 1, 2] },
  SEK: { perEuro: 13, step: 1, coins: [1, 2, 5, 10] },
  SGD: { perEuro: 1.4, step: 0.1, coins: [0.05, 0.1, 0.2, 0.5, 1] },
  USD: { perEuro: 1.25, step: 0.25, coins: [0.05, 0.1, 0.25, 1] },
}

/** Prices at another level than those of the country, in steps that machines of the currency accept. */
export type Money = { currency: DemoCurrency; level: number }

/** Money of a company in this currency, in a country whose amounts are in that of the country. */
export const moneyIn = (currency: DemoCurrency, country: DemoCurrency): Money => ({
  currency,
  level: COINAGES[currency].perEuro / COINAGES[country].perEuro,
})

export const stepOf = (currency: DemoCurrency): number => COINAGES[currency].step

/** The coins in a coin changer, in minor units. */
export const coinsOf = (currency: DemoCurrency): number[] => COINAGES[currency].coins.map((value) => toMinor(value, currency))

/** An amount of the country in minor units of the company's currency. */
export const amountOf = (amount: number, { currency, level }: Money): number => {
  const { step } = COINAGES[currency]
  return toMinor(Math.round((amount * level) / step) * step, currency)
}

/** The catalogue of a country with prices and costs of another currency, as the product form accepts them. */
export function catalogueFor(catalogue: readonly DemoProduct[], { currency, level }: Money): readonly DemoProduct[] {
  if (level === 1) return catalogue
  const smallest = 10 ** -decimalsOf(currency)
  const costOf = (cost: number) =>
    cost === 0 ? 0 : toDecimal(Math.max(1, toMinor(Math.min(cost * level, costLimit(currency) - smallest), currency)), currency)
  return catalogue.map((product) => ({ ...product, lastCost: costOf(product.lastCost), price: product.price * level }))
}
