import type { MachineId, OperationId, UserId } from '../ids.ts'
import { DAY, type Moment } from '../time.ts'
import type { Basis } from './expected.ts'

/** A counted collection. Amounts are in minor units; `other`: the expected amount by the other basis, if it is known. */
export type CountedCollection = {
  id: OperationId
  at: Moment
  machine: MachineId
  person: UserId | null
  expected: number
  counted: number
  basis: Basis
  other: number | null
}

/**
 * What a difference is explained by. NONE: within the accuracy of counting. SWAPPED_BAGS: two bags of a day contain each other's amount.
 * LEFT_IN_BOX: the next bag of the machine contains what this one lacks. OTHER_BASIS: counters and sales differ, and the bag agrees with the
 * other one.
 */
export const CAUSES = ['NONE', 'SWAPPED_BAGS', 'LEFT_IN_BOX', 'OTHER_BASIS', 'UNEXPLAINED'] as const
type Cause = (typeof CAUSES)[number]

export type Explained = CountedCollection & {
  difference: number
  cause: Cause
  /** The other collection of the pair, for swapped bags and cash that was left. */
  pair: OperationId | null
}

/** Accuracy of counting and of counters. */
const ACCURACY = 0.005

const near = (amount: number, expected: number) => Math.abs(amount - expected) <= Math.max(1, ACCURACY * Math.abs(expected))

/** Explains the difference of each collection, in their order of time. */
export function explain(collections: readonly CountedCollection[]): Explained[] {
  const inOrder = collections.toSorted((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1))
  const all = inOrder.map((one): Explained => {
    const isOther = one.other !== null && near(one.counted, one.other)
    const cause: Cause = near(one.counted, one.expected) ? 'NONE' : isOther ? 'OTHER_BASIS' : 'UNEXPLAINED'
    return { ...one, difference: one.counted - one.expected, cause, pair: null }
  })
  const join = (a: Explained, b: Explained, cause: Cause) => {
    Object.assign(a, { cause, pair: b.id })
    Object.assign(b, { cause, pair: a.id })
  }
  const latestOf = new Map<MachineId, Explained>()
  const unexplained: Explained[] = []
  for (const one of all) {
    const previous = latestOf.get(one.machine)
    latestOf.set(one.machine, one)
    if (one.cause !== 'UNEXPLAINED') continue
    const swapped = swappedWith(one, unexplained)
    if (swapped) join(swapped, one, 'SWAPPED_BAGS')
    else if (previous?.cause === 'UNEXPLAINED' && isCarried(previous, one)) join(previous, one, 'LEFT_IN_BOX')
    unexplained.push(one)
  }
  return all
}

/** Bags of a day that are compared, the latest first, because the time grows with the square of their number. */
const MAX_COMPARED = 1_000

/** An earlier collection of the same 24 hours whose bag contains this one's amount, and the other way round. */
function swappedWith(one: Explained, unexplained: readonly Explained[]): Explained | null {
  for (let before = unexplained.length - 1; before >= Math.max(0, unexplained.length - MAX_COMPARED); before--) {
    const other = unexplained[before]
    if (!other || one.at - other.at > DAY) return null
    if (other.cause !== 'UNEXPLAINED' || other.machine === one.machine) continue
    if (near(other.counted, one.expected) && near(one.counted, other.expected)) return other
  }
  return null
}

const isCarried = (before: Explained, one: Explained) =>
  before.difference < 0 && near(before.counted + one.counted, before.expected + one.expected)

/** Differences of one machine or person, as shares of what was expected, in their order of time. */
type Share = { at: Moment; share: number }

/** Differences that agree with their explanation say nothing about the others. */
export const sharesOf = (explained: readonly Explained[]): Share[] =>
  explained.flatMap(({ at, cause, expected, difference }) =>
    expected > 0 && (cause === 'NONE' || cause === 'UNEXPLAINED') ? [{ at, share: difference / expected }] : [],
  )

/** Ordinary loss of a machine, such as rejected and foreign coins. */
const ORDINARY = 0.005
/** Chance that chance alone causes a flag of a period, over both directions. Two periods begin in a year, which makes 1 %. */
const ERROR = 0.005
/** Sizes of the stakes: small ones find small differences, large ones find large ones early. */
const STAKES = [0.05, 0.1, 0.2, 0.4, 0.8]
/** At which multiples of the usual difference a bet is limited: the first finds small ones of every bag, the second large ones of some bags. */
const LIMITS = [2, 8]
const BETS = LIMITS.flatMap((limit) => STAKES.map((stake) => ({ limit, stake })))
/** The usual difference until enough are known. */
const FIRST_USUAL = 0.01
const ENOUGH = 5

type Repeated = { direction: 'SHORT' | 'OVER'; since: Moment }

/**
 * Whether differences repeat beyond chance. A sequential test by betting: each difference beyond the ordinary one multiplies a capital that
 * starts at 1. If differences scatter evenly around at most the ordinary one, whatever their distribution, no bet has a gain on average, so
 * the capital ever reaches 1 / chance with at most that chance (Ville's inequality), however often it is looked at. A single difference is
 * limited to one stake, so it never suffices.
 *
 * @see https://doi.org/10.1093/jrsssb/qkad009 (Waudby-Smith, Ramdas: Estimating means of bounded random variables by betting)
 */
export function repeated(shares: readonly Share[]): Repeated | null {
  const capital = { SHORT: BETS.map(() => 1), OVER: BETS.map(() => 1) }
  const before: number[] = []
  for (const { at, share } of shares) {
    // The usual difference comes from earlier ones only, because a bet must not know its own outcome.
    const usual = before.length < ENOUGH ? FIRST_USUAL : Math.max(ORDINARY / 2, middleOf(before))
    for (const [direction, beyond] of [
      ['SHORT', -share - ORDINARY],
      ['OVER', share - ORDINARY],
    ] as const) {
      capital[direction] = BETS.map(({ limit, stake }, index) => {
        const won = Math.max(-1, Math.min(1, beyond / (limit * usual)))
        return (capital[direction][index] ?? 1) * (1 + stake * won)
      })
      const mean = capital[direction].reduce((sum, one) => sum + one, 0) / BETS.length
      if (mean >= 2 / ERROR) return { direction, since: at }
    }
    insertSorted(before, Math.abs(share))
  }
  return null
}

const middleOf = (sorted: readonly number[]) => sorted[Math.floor(sorted.length / 2)] ?? 0

function insertSorted(sorted: number[], value: number): void {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? 0) < value) low = middle + 1
    else high = middle
  }
  sorted.splice(low, 0, value)
}

/** The beginnings of the current and the previous half-year, by month: the periods that are tested. */
export const testedFrom = (day: { year: number; month: number }): { year: number; month: number }[] => {
  const month = day.month <= 6 ? 1 : 7
  const previous = month === 1 ? { year: day.year - 1, month: 7 } : { year: day.year, month: 1 }
  return [previous, { year: day.year, month }]
}
