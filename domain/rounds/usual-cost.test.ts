import { describe, expect, test } from 'vitest'
import { usualCosts } from './usual-cost.ts'

/** Places on a line by kilometres; place 0 is the start. A kilometre costs 1 there and back in each direction. */
const usualOf = (kilometres: readonly number[], past: number[][] = []) =>
  usualCosts({
    travel: {
      minutes: kilometres.map(() => kilometres.map(() => 0)),
      metres: kilometres.map((from) => kilometres.map((to) => 1_000 * Math.abs(from - to))),
    },
    rates: { perMinute: 2, perKilometre: 1 },
    machines: kilometres.slice(1).map((_, index) => ({ place: index + 1, minutes: { fixed: 5, perPiece: 9 } })),
    starts: [0],
    past,
  })

describe('the usual cost of a visit', () => {
  test('is the minutes at the machine and its share of a round through its neighbours', () => {
    expect(usualOf([0, 10])).toEqual([30])
    expect(usualOf([0, 10, 10])).toEqual([20, 20])
  })

  test('a machine far from all others costs its own trip', () => {
    const near = Array.from({ length: 12 }, () => 1)
    const costs = usualOf([0, ...near, 40])
    expect(costs.at(-1)).toBeGreaterThan(80)
    expect(costs[0]).toBeLessThan(13)
  })

  test('follows the rounds of the past', () => {
    // Together both cost 10 each, alone 20.
    const alone = Array.from({ length: 38 }, () => [0, 1, 0])
    expect(usualOf([0, 10, 10], alone)).toEqual([10 + (2 * 10 + 38 * 20) / 40, 20])
  })

  test('machines without a place that is known, and without a start, have a cost too', () => {
    expect(usualCosts({ travel: { minutes: [], metres: [] }, rates: { perMinute: 1, perKilometre: 1 }, machines: [], starts: [] })).toEqual(
      [],
    )
  })
})
