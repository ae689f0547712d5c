import { describe, expect, it } from 'vitest'
import { CURRENCIES } from '#domain/locales.ts'
import { isAmount, toDecimal } from '#domain/money.ts'
import { costLimit } from '#domain/products/product-limits.ts'
import { amountOf, coinsOf, type DemoCurrency, moneyIn } from './currencies.ts'
import { catalogueOf, demoFleet } from './fleet.ts'
import { sampleCompany } from './sample.ts'

const now = Date.parse('2026-03-12T10:20:00Z')
const sampleIn = (currency: DemoCurrency, country = 'DE') =>
  sampleCompany({ companyId: 7 as never, name: 'Ours', locale: 'en-GB', country, currency })
const costOf = (currency: DemoCurrency, sku: string, country = 'DE') =>
  catalogueOf(sampleIn(currency, country)).find((product) => product.sku === sku)?.lastCost

/** The lowest and highest price of a machine, and the cost of a kilogram of coffee beans. */
const SENSIBLE = [
  ['EUR', 'DE', 0.1, [0.3, 3], 13.9],
  ['PLN', 'PL', 0.5, [1, 12.5], 59.08],
  ['JPY', 'JP', 10, [30, 330], 1529],
  ['USD', 'US', 0.25, [0.25, 3.75], 17.38],
  ['BRL', 'BR', 0.5, [1.5, 15], 69.5],
] as const

describe.each(SENSIBLE)('sample data in %s', (currency, country, step, [least, most], beans) => {
  const company = sampleIn(currency, country)
  const machines = [...demoFleet(company, { seed: 'spring', now, days: 3, machines: 5 })]
  const prices = machines.flatMap(({ planogram }) => planogram.slots.map(({ vendPrice }) => vendPrice))
  const paid = machines.flatMap(({ history }) => history.vends.map(({ price }) => price))

  it('has prices that customers can pay with coins of the currency', () => {
    expect(company.currency).toBe(currency)
    expect(prices.filter((price) => !isAmount(price, currency) || Math.abs(price / step - Math.round(price / step)) > 1e-6)).toEqual([])
    expect(paid.filter((price) => !isAmount(price, currency))).toEqual([])
    expect([Math.min(...prices) >= least, Math.max(...prices) <= most, Math.max(...prices) > most / 2]).toEqual([true, true, true])
  })

  it('has costs of the currency, below the usual prices', () => {
    expect(costOf(currency, 'ING-BEANS', country)).toBe(beans)
    for (const { lastCost, price, packaging } of catalogueOf(company)) {
      expect(isAmount(lastCost, currency)).toBe(true)
      if (packaging !== 'INGREDIENT' && packaging !== 'COFFEE') expect(lastCost).toBeLessThan(price)
    }
  })
})

it.each(CURRENCIES)('costs in %s are valid, and coin changers contain coins', (currency) => {
  const costs = catalogueOf(sampleIn(currency)).flatMap(({ packaging, lastCost }) => (packaging === 'COFFEE' ? [] : [lastCost]))
  expect(costs.filter((cost) => !isAmount(cost, currency) || cost <= 0 || cost >= costLimit(currency))).toEqual([])
  expect(coinsOf(currency).length).toBeGreaterThan(1)
  expect(coinsOf(currency).filter((coin) => !Number.isSafeInteger(coin) || coin <= 0)).toEqual([])
})

it('amounts of the country stay as they are in its own currency', () => {
  expect([25, 10, 0.5, -2].map((amount) => amountOf(amount, moneyIn('EUR', 'EUR')))).toEqual([2500, 1000, 50, -200])
  expect([5, 40, 600].map((amount) => amountOf(amount, moneyIn('PLN', 'PLN')))).toEqual([500, 4000, 60_000])
  expect(toDecimal(amountOf(25, moneyIn('JPY', 'EUR')), 'JPY')).toBe(2750)
})
