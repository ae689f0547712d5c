import { createRandom } from '#domain/rounds/random.ts'

/** Seeded random draws. */
export class Chance {
  readonly next: () => number

  constructor(seed: number) {
    this.next = createRandom(seed * 7_919 + 13)
  }

  below = (limit: number): number => Math.floor(this.next() * limit)

  normal = (): number => Math.sqrt(-2 * Math.log(1 - this.next())) * Math.cos(2 * Math.PI * this.next())

  poisson(mean: number): number {
    if (mean > 30) return Math.max(0, Math.round(mean + Math.sqrt(mean) * this.normal()))
    const end = Math.exp(-mean)
    let [count, product] = [0, this.next()]
    while (product > end) {
      count++
      product *= this.next()
    }
    return count
  }

  /** An index with a probability in proportion to its weight. */
  index(weights: readonly number[]): number {
    let at = this.next() * weights.reduce((sum, weight) => sum + weight, 0)
    for (const [index, weight] of weights.entries()) {
      at -= weight
      if (at < 0 && weight > 0) return index
    }
    return weights.findLastIndex((weight) => weight > 0)
  }

  pick<One>(all: readonly One[], weightOf: (one: One) => number): One {
    return all[this.index(all.map(weightOf))] as One
  }

  shuffled<One>(all: readonly One[]): One[] {
    return all
      .map((one) => ({ one, key: this.next() }))
      .toSorted((a, b) => a.key - b.key)
      .map(({ one }) => one)
  }
}

export const clamp = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most)
