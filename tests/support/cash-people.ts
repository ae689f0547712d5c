import type { CountedCollection } from '#domain/cash/differences.ts'
import { DAY, HOUR, MINUTE } from '#domain/time.ts'

/** A seeded generator of numbers from 0 to 1 (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const normal = (random: () => number) => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())

/** `steals`: the missing share of a bag, by its number. `aDay`: bags on each of five days a week. */
type Habits = { weeks: number; aDay: number; machines: number; steals(bag: number, random: () => number): number }

/**
 * Counted collections of one person. Every machine loses up to 0.4 % by itself; counting scatters by 0.5 % to 2 %; one bag in thirty has a
 * large error of up to 10 % in either direction; one in a hundred is swapped with the next; of one in a hundred a part stays in the box.
 */
export function collectionsOf({ weeks, aDay, machines, steals }: Habits, seed: number): CountedCollection[] {
  const random = seeded(seed)
  const loss = Array.from({ length: machines }, () => 0.004 * random())
  const noise = 0.005 + 0.015 * random()
  const carried = new Map<number, number>()
  const bags: CountedCollection[] = []
  for (let day = 0; day < 7 * weeks; day++) {
    if (day % 7 > 4) continue
    for (let bag = 0; bag < aDay; bag++) {
      const number = bags.length
      const machine = number % machines
      const expected = Math.round(4000 + 22_000 * random())
      const isLarge = random() < 1 / 30
      const error = isLarge ? 0.2 * (random() - 0.5) : noise * normal(random)
      const left = random() < 0.01 ? Math.round(0.3 * expected * random()) : 0
      const honest = expected * (1 - (loss[machine] ?? 0) + error) + (carried.get(machine) ?? 0) - left
      carried.set(machine, left)
      const counted = Math.max(0, Math.round(honest - expected * steals(number, random)))
      const at = day * DAY + 8 * HOUR + bag * 40 * MINUTE
      bags.push({ id: `bag ${number}`, at, machine, person: 1, expected, counted, basis: 'METER', other: null })
    }
  }
  for (const [index, bag] of bags.entries()) {
    const next = bags[index + 1]
    if (next && random() < 0.01) [bag.counted, next.counted] = [next.counted, bag.counted]
  }
  return bags
}
