import { type CountedCollection, explain, repeated, sharesOf } from '#domain/cash/differences.ts'
import { collectionsOf } from '../../tests/support/cash-people.ts'
import type { Row } from '../table.ts'

const WEEKS = 52
const HALF = 26
const DAYS = 7 * 24 * 60 * 60 * 1000
const PEOPLE = 4000
const THIEVES = 500

type Person = readonly CountedCollection[]
type Test = (bags: Person) => number | null

/** The product: each half-year is tested on its own. Returns the number of bags until the first flag. */
const ours: Test = (bags) => {
  for (const from of [0, HALF]) {
    const part = bags.filter(({ at }) => at >= from * DAYS && at < (from + HALF) * DAYS)
    const found = repeated(sharesOf(explain(part)))
    if (found?.direction === 'SHORT') return part.findIndex(({ at }) => at === found.since) + 1
    if (found) return part.length
  }
  return null
}

/** A common rule: a month whose shortage exceeds 0.5 % is flagged if a t-test of its differences is significant at 1 %. */
const monthly: Test = (bags) => {
  for (let from = 0; from < WEEKS; from += 4) {
    const part = bags.filter(({ at }) => at >= from * DAYS && at < (from + 4) * DAYS)
    const shares = part.map(({ expected, counted }) => counted / expected - 1)
    const mean = shares.reduce((sum, one) => sum + one, 0) / shares.length
    const variance = shares.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (shares.length - 1)
    if (Math.abs(mean) > 0.005 && Math.abs(mean) / Math.sqrt(variance / shares.length) > 2.6)
      return bags.indexOf(part.at(-1) as CountedCollection) + 1
  }
  return null
}

const HABITS = {
  'honest, 5 bags a day': { aDay: 5, machines: 40, steals: () => 0 },
  'honest, 2 bags a day': { aDay: 2, machines: 20, steals: () => 0 },
  'honest, a machine emptied every week': { aDay: 0.2, machines: 1, steals: () => 0 },
  'takes 2 % of every bag, 5 bags a day': { aDay: 5, machines: 40, steals: () => 0.02 },
  'takes 10 % of every fifth bag, 5 bags a day': { aDay: 5, machines: 40, steals: (bag: number) => (bag % 5 === 0 ? 0.1 : 0) },
  'takes 2 % of every bag, 2 bags a day': { aDay: 2, machines: 20, steals: () => 0.02 },
} as const

/** Flags of differences in counted bags of simulated people over a year. */
export async function cash(): Promise<Row[]> {
  return Object.entries(HABITS).map(([name, habits]) => {
    const isHonest = name.startsWith('honest')
    const people = Array.from({ length: isHonest ? PEOPLE : THIEVES }, (_, seed) => yearOf(habits, seed + 1))
    const [own, other] = [ours, monthly].map((test) =>
      people
        .map(test)
        .filter((bags) => bags !== null)
        .toSorted((a, b) => a - b),
    )
    const shareOf = (found: readonly number[] = []) => (100 * found.length) / people.length
    const after = (found: readonly number[] = []) =>
      isHonest || found.length === 0 ? '' : `, after ${found[Math.floor(found.length / 2)]} bags`
    const shown = (found: readonly number[] | undefined) => `${shareOf(found).toFixed(1)} %${after(found)}`
    return {
      what: `flagged in a year, ${people.length} people: ${name}`,
      ours: shown(own),
      peer: `${shown(other)} (t-test each month)`,
      ratio: '',
      goal: isHonest ? '≤ 1 %' : '≥ 95 %',
      isMet: isHonest ? shareOf(own) <= 1 : shareOf(own) >= 95,
    }
  })
}

/** A fifth of a bag a day is one a week. */
function yearOf({ aDay, ...habits }: (typeof HABITS)[keyof typeof HABITS], seed: number): Person {
  if (aDay >= 1) return collectionsOf({ ...habits, aDay, weeks: WEEKS }, seed)
  return collectionsOf({ ...habits, aDay: 1, weeks: WEEKS }, seed).filter((_, index) => index % 5 === 0)
}
