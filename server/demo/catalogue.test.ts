import { describe, expect, it } from 'vitest'
import { CATALOGUE, type DemoProduct } from './catalogue.ts'
import { POLISH_CATALOGUE } from './catalogue-in-polish.ts'
import { DEMO_COMPANIES } from './people.ts'

describe.each([
  ['German', CATALOGUE],
  ['Polish', POLISH_CATALOGUE],
])('%s demo catalogue', (_, catalogue) => {
  const of = (...packagings: DemoProduct['packaging'][]) => catalogue.filter(({ packaging }) => packagings.includes(packaging))

  it('contains each product once per size', () => {
    expect(new Set(catalogue.map(({ sku }) => sku)).size).toBe(catalogue.length)
    expect(new Set(catalogue.map(({ name, volume }) => `${name} ${volume}`)).size).toBe(catalogue.length)
  })

  it('complies with the rules of the product form', () => {
    for (const { volume, tax, lastCost, volumeType } of catalogue) {
      expect([volume > 0 && volume <= 50_000, tax >= 0 && tax <= 100, lastCost >= 0 && lastCost < 1000]).toEqual([true, true, true])
      if (volumeType === 'PIECE') expect(volume).toBe(1)
    }
    for (const { volumeType } of of('CAN', 'BOTTLE', 'COFFEE')) expect(volumeType).toBe('MILLILITRE')
  })

  it('makes hot drinks, and only these, from at most 6 existing ingredients', () => {
    const ingredients = new Set(of('INGREDIENT').map(({ sku }) => sku))
    for (const drink of of('COFFEE')) {
      expect(drink.ingredients.length).toBeGreaterThanOrEqual(1)
      expect(drink.ingredients.length).toBeLessThanOrEqual(6)
      for (const { sku, shareAmount } of drink.ingredients)
        expect([ingredients.has(sku), shareAmount > 0.1, shareAmount < 10_000]).toEqual([true, true, true])
    }
    for (const { ingredients: none } of of('PIECE', 'CAN', 'BOTTLE', 'INGREDIENT')) expect(none).toEqual([])
  })

  it('has costs below the prices', () => {
    for (const { lastCost, price } of of('PIECE', 'CAN', 'BOTTLE')) expect(lastCost).toBeLessThan(price)
  })
})

it('Polish catalogue has a name for every product that needs one', () => {
  const same = POLISH_CATALOGUE.filter(({ sku, name }) => CATALOGUE.find((product) => product.sku === sku)?.name === name)
  expect(same.map(({ name }) => name)).toEqual(['Cappuccino', 'Latte macchiato', 'Espresso', 'Espresso macchiato', 'Cola', 'Cola'])
})

it('demo users have distinct logins', () => {
  const logins = DEMO_COMPANIES.flatMap(({ users }) => users.map(({ login }) => login))
  expect(logins).toEqual(expect.arrayContaining(['manager', 'serviceman', 'hq', 'device', 'admin', 'rival', 'rival-serviceman']))
  expect(new Set(logins).size).toBe(logins.length)
})
