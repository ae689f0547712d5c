import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arrive, byPoint, fold, type Level, type Movement, sumOfDeltasAfter, UNCOUNTED } from './ledger.ts'

const POINT = 7
const operation = fc.constantFrom('a1', 'b2', 'c3', 'd4', 'e5', 'f6')

/** Few moments and few operations, so that many coincide. */
const movement: fc.Arbitrary<Movement> = fc.record({
  point: fc.constant(POINT),
  at: fc.integer({ min: 0, max: 5 }),
  operation,
  line: fc.integer({ min: 0, max: 2 }),
  kind: fc.constantFrom('delta', 'count'),
  quantity: fc.integer({ min: -20_000, max: 20_000 }),
})

const keyOf = ({ operation: id, line }: Movement) => `${id}/${line}`

/** Movements of one stock point, with unique lines and one time per operation, as in a ledger. */
const ledger = fc.uniqueArray(movement, { selector: keyOf, maxLength: 12 }).map((movements) => {
  const moments = new Map(movements.map(({ operation: id, at }) => [id, at]))
  return movements.map((one) => ({ ...one, at: moments.get(one.operation) ?? one.at }))
})

const shuffled = ledger.chain((movements) =>
  fc.tuple(fc.constant(movements), fc.shuffledSubarray(movements, { minLength: movements.length, maxLength: movements.length })),
)

const inTime = (movements: readonly Movement[]) =>
  movements.toSorted((a, b) => a.at - b.at || (a.operation < b.operation ? -1 : a.operation > b.operation ? 1 : a.line - b.line))

/** Applies movements in order of time, as on paper. */
const byPencil = (movements: readonly Movement[]) =>
  inTime(movements).reduce((quantity, one) => (one.kind === 'count' ? one.quantity : quantity + one.quantity), 0)

describe('the stock ledger', () => {
  it('equals the result of applying movements in order', () => {
    fc.assert(
      fc.property(ledger, (movements) => {
        expect(fold(UNCOUNTED, movements).quantity).toBe(byPencil(movements))
      }),
    )
  })

  it('is independent of order and repetition of arrival', () => {
    fc.assert(
      fc.property(shuffled, ([movements, others]) => {
        expect(fold(UNCOUNTED, [...others, ...others.slice(0, 3)])).toEqual(fold(UNCOUNTED, movements))
      }),
    )
  })

  it('is the same incrementally in any order as at once', () => {
    fc.assert(
      fc.property(shuffled, ([movements, arrivals]) => {
        const known: Movement[] = []
        const level = arrivals.reduce<Level>((now, one) => {
          const next = arrive(now, one, () => sumOfDeltasAfter(known, one))
          known.push(one)
          return next
        }, UNCOUNTED)
        expect(level).toEqual(fold(UNCOUNTED, movements))
      }),
    )
  })

  it('can be split by time at any point', () => {
    fc.assert(
      fc.property(ledger, fc.nat(12), (movements, cut) => {
        const known = inTime(movements)
        const first = fold(UNCOUNTED, known.slice(0, cut))
        expect(fold(first, known.slice(cut))).toEqual(fold(UNCOUNTED, known))
      }),
    )
  })

  it('equals the ledger without the operation after an undo, whenever it arrives', () => {
    fc.assert(
      fc.property(shuffled, operation, ([movements, arrivals], undone) => {
        const left = (list: readonly Movement[]) => list.filter((one) => one.operation !== undone)
        expect(fold(UNCOUNTED, left(arrivals)).quantity).toBe(byPencil(left(movements)))
      }),
    )
  })

  it('ignores movements before the latest count', () => {
    const counted: Level = { quantity: 7_000, counted: { at: 10, operation: 'm', line: 0 } }
    const before: Movement[] = [
      { point: POINT, at: 9, operation: 'z', line: 0, kind: 'delta', quantity: -3_000 },
      { point: POINT, at: 10, operation: 'l', line: 5, kind: 'count', quantity: 1_000 },
    ]
    expect(fold(counted, before)).toEqual(counted)
    for (const one of before) expect(arrive(counted, one, () => 0)).toEqual(counted)
  })

  it('requests later deltas only for a new latest count', () => {
    const never = () => {
      throw new Error('unexpected request for later deltas')
    }
    const counted: Level = { quantity: 7_000, counted: { at: 10, operation: 'm', line: 0 } }
    const sale: Movement = { point: POINT, at: 11, operation: 'n', line: 0, kind: 'delta', quantity: -1_000 }
    expect(arrive(counted, sale, never).quantity).toBe(6_000)
    expect(arrive(counted, { ...sale, at: 9, kind: 'count' }, never)).toEqual(counted)
  })

  it('separates stock points', () => {
    const two: Movement[] = [
      { point: 1, at: 1, operation: 'a', line: 0, kind: 'delta', quantity: 1_000 },
      { point: 2, at: 1, operation: 'a', line: 1, kind: 'delta', quantity: 2_000 },
    ]
    const groups = byPoint(two)
    expect([1, 2].map((point) => fold(UNCOUNTED, groups.get(point) ?? []).quantity)).toEqual([1_000, 2_000])
  })
})
