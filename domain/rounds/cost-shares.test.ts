import { describe, expect, test } from 'vitest'
import { createRandom } from './random.ts'
import { costShares } from './usual-cost.ts'

const onLine = (from: number, to: number) => Math.abs(from - to)
const sum = (all: readonly number[]) => all.reduce((total, one) => total + one, 0)

describe('what each stop of a round costs', () => {
  test('a single stop costs the whole way', () => {
    expect(costShares([0, 10, 0], onLine)).toEqual([20])
    expect(costShares([0, 0], onLine)).toEqual([])
  })

  test('two stops at one place share the way to it', () => {
    expect(costShares([0, 10, 10, 0], onLine)).toEqual([10, 10])
  })

  test('a stop on the way to a farther one shares only its own part', () => {
    // The first 5 kilometres are shared, the others are the farther stop's.
    expect(costShares([0, 5, 10, 0], onLine)).toEqual([5, 15])
  })

  test('the shares are the means over all orders of adding stops', () => {
    const random = createRandom(3)
    for (let round = 0; round < 20; round++) {
      const points = Array.from({ length: 6 }, () => [random(), random()] as const)
      const cost = (from: number, to: number) => {
        const [[x, y], [u, v]] = [points[from] ?? [0, 0], points[to] ?? [0, 0]]
        return Math.hypot(x - u, y - v)
      }
      const route = [0, 1, 2, 3, 4, 5]
      const lengthOf = (stops: ReadonlySet<number>) => {
        const kept = route.filter((place) => place === 0 || place === 5 || stops.has(place))
        return sum(kept.slice(1).map((place, index) => cost(kept[index] as number, place)))
      }
      const orders = permutations([1, 2, 3, 4])
      const expected = [1, 2, 3, 4].map(
        (stop) =>
          sum(
            orders.map((order) => {
              const before = new Set(order.slice(0, order.indexOf(stop)))
              return lengthOf(new Set([...before, stop])) - lengthOf(before)
            }),
          ) / orders.length,
      )
      const shares = costShares(route, cost)
      shares.forEach((share, index) => {
        expect(share).toBeCloseTo(expected[index] ?? 0, 9)
      })
      expect(sum(shares)).toBeCloseTo(lengthOf(new Set(route)) - cost(0, 5), 9)
    }
  })
})

const permutations = (all: readonly number[]): number[][] =>
  all.length === 0 ? [[]] : all.flatMap((one) => permutations(all.filter((other) => other !== one)).map((rest) => [one, ...rest]))
