import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { loadingOrder, type Need, shareOut } from './pick-list.ts'

const need: fc.Arbitrary<Need> = fc.record({
  machine: fc.integer({ min: 1, max: 5 }),
  product: fc.integer({ min: 1, max: 4 }),
  quantity: fc.integer({ min: 1, max: 50 }),
})
const needs = fc.uniqueArray(need, { selector: ({ machine, product }) => `${machine} ${product}`, maxLength: 15 })
const picked = fc.array(fc.tuple(fc.integer({ min: 1, max: 4 }), fc.nat(120))).map((list) => new Map(list))

const sum = (list: readonly Need[], product: number) =>
  list.filter((one) => one.product === product).reduce((total, { quantity }) => total + quantity, 0)

describe('a pick list', () => {
  it('distributes all picked or all missing pieces, each machine up to its shortage', () => {
    fc.assert(
      fc.property(picked, needs, (van, lacking) => {
        const shared = shareOut(van, lacking)
        for (const { machine, product, quantity } of shared)
          expect(quantity).toBeLessThanOrEqual(lacking.find((one) => one.machine === machine && one.product === product)?.quantity ?? 0)
        for (const product of [1, 2, 3, 4]) expect(sum(shared, product)).toBe(Math.min(van.get(product) ?? 0, sum(lacking, product)))
      }),
    )
  })

  it('fills the machines in order', () => {
    const lacking = [1, 2, 3].map((machine) => ({ machine, product: 7, quantity: 10 }))
    expect(shareOut(new Map([[7, 14]]), lacking)).toEqual([
      { machine: 1, product: 7, quantity: 10 },
      { machine: 2, product: 7, quantity: 4 },
    ])
  })

  it('loads heavy goods first, and fragile ones last', () => {
    const goods = [
      { name: 'Crisps', packaging: 'PIECE' },
      { name: 'Water', packaging: 'BOTTLE' },
      { name: 'Beans', packaging: 'INGREDIENT' },
      { name: 'Cola', packaging: 'CAN' },
    ] as const
    expect(goods.toSorted(loadingOrder).map(({ name }) => name)).toEqual(['Water', 'Cola', 'Beans', 'Crisps'])
  })
})
