import { describe, expect, test } from 'vitest'
import { betterProducts, type EarningElsewhere } from './better-product.ts'

const MONTH = 720
const elsewhere = (...rows: [product: number, profit: number, machines?: number][]): EarningElsewhere[] =>
  rows.map(([product, profit, machines = 10]) => ({ product, profit: profit * machines, machines, hours: MONTH * machines }))

describe('a better product', () => {
  test('replaces the weakest with the strongest and suggests none twice', () => {
    const own = [
      { product: 1, hours: MONTH, profit: 100 },
      { product: 2, hours: MONTH, profit: 4_000 },
      { product: 3, hours: MONTH, profit: 900 },
    ]
    const better = betterProducts(own, elsewhere([1, 100], [2, 4_000], [3, 900], [8, 3_000], [9, 3_900]))
    expect([...better].map(([product, { product: next }]) => [product, next])).toEqual([
      [1, 9],
      [3, 8],
    ])
  })

  test('is scaled by how busy this machine is compared to others', () => {
    const others = elsewhere([1, 1_000], [2, 2_000])
    const gain = (profit: number) => betterProducts([{ product: 1, hours: MONTH, profit }], others).get(1)?.gain ?? 0
    expect(gain(1_000)).toBeGreaterThan(800)
    expect(gain(1_000)).toBeLessThan(1_200)
    expect(gain(3_000)).toBeGreaterThan(1.5 * gain(1_000))
  })

  test('is missing if nothing sells better, gains little, or only one machine has it', () => {
    const own = [{ product: 1, hours: MONTH, profit: 1_000 }]
    expect(betterProducts(own, elsewhere([1, 1_000], [2, 900]))).toEqual(new Map())
    expect(betterProducts(own, elsewhere([1, 1_000], [2, 1_100]))).toEqual(new Map())
    expect(betterProducts(own, elsewhere([1, 1_000], [2, 9_000, 1]))).toEqual(new Map())
    expect(betterProducts(own, [])).toEqual(new Map())
    expect(betterProducts([], elsewhere([2, 900]))).toEqual(new Map())
  })

  test('needs more than a few lucky hours', () => {
    const own = [{ product: 1, hours: MONTH, profit: 1_000 }]
    const lucky = { product: 2, hours: 4, profit: 60, machines: 2 }
    expect(betterProducts(own, [...elsewhere([1, 1_000]), lucky]).get(2)).toBeUndefined()
    expect(betterProducts(own, [...elsewhere([1, 1_000]), lucky]).size).toBe(0)
  })

  test('never is one that loses money elsewhere', () => {
    const own = [{ product: 1, hours: 3 * MONTH, profit: 500 }]
    expect(betterProducts(own, elsewhere([1, -3_000], [2, 6_000, 40], [3, -2_000])).get(1)?.product).toBe(2)
  })

  test('is valid for a machine with losses only', () => {
    const better = betterProducts([{ product: 1, hours: MONTH, profit: -5_000 }], elsewhere([1, 1_000], [2, 2_000]))
    expect(better).toEqual(new Map())
  })
})
