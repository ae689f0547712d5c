import { describe, expect, test } from 'vitest'
import { createRandom } from '../rounds/random.ts'
import type { MachineDays } from './days.ts'
import { switchingSeen } from './switching-seen.ts'

const DAYS = 70
/** The slots of a machine by their sales a day. The first ones sell out. */
const PACES = [7, 5, 4, 2, 2, 1, 1, 1]
const CAPACITY = 10

/**
 * Machines that are filled at midnight before every fourth day, with busy and quiet weeks and days. Customers whose slot is sold out choose again
 * with the given probability.
 */
function machinesOf(switching: number, machines: number, seed: number): MachineDays[] {
  const random = createRandom(seed)
  const pick = (weights: readonly number[]) => {
    let at = random() * weights.reduce((sum, weight) => sum + weight, 0)
    return weights.findIndex((weight) => {
      at -= weight
      return at < 0
    })
  }
  return Array.from({ length: machines }, () => {
    const none = () => new Float64Array(DAYS)
    const places = PACES.map((_, product) => ({ product, sold: none(), open: none(), out: none(), shut: none() }))
    const stock = PACES.map(() => CAPACITY)
    let week = 1
    for (let day = DAYS - 1; day >= 0; day--) {
      if (day % 7 === 0) week = 0.6 + 0.8 * random()
      if (day % 4 === 3) stock.fill(CAPACITY)
      const customers = Math.round(23 * week * (0.6 + 0.8 * random()))
      for (let customer = 0; customer < customers; customer++) {
        places.forEach((place, slot) => {
          const hours = (stock[slot] ?? 0) > 0 ? place.open : place.out
          hours[day] = (hours[day] ?? 0) + 24 / customers
        })
        let slot = pick(PACES)
        while ((stock[slot] ?? 0) === 0 && random() < switching) slot = pick(PACES)
        const place = places[slot]
        if (!place || (stock[slot] ?? 0) === 0) continue
        stock[slot] = (stock[slot] ?? 0) - 1
        place.sold[day] = (place.sold[day] ?? 0) + 1
      }
    }
    return places
  })
}

const RATES = PACES.map((pace) => ({ pieces: pace * 100, hours: 2_400 }))
const seenWith = (switching: number) => {
  const machines = machinesOf(switching, 60, 7)
  return switchingSeen(
    machines,
    machines.map(() => RATES),
  )
}

describe('customers who buy another product', () => {
  test.each([0, 0.3, 0.6])('a share of %s is found, although slots sell out on busy days', (share) => {
    const seen = seenWith(share)
    expect(Math.abs(seen - share), `${seen}`).toBeLessThanOrEqual(0.1 + 1e-9)
  })

  test('there are none without any days to compare', () => {
    expect(switchingSeen([], [])).toBe(0)
    expect(switchingSeen([[]], [[]])).toBe(0)
  })
})
