import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fold, type Movement, UNCOUNTED } from '../stock/ledger.ts'
import { toWhole } from '../units.ts'
import { CHANGE_TYPES, type ChangeType, isQuantityAllowed, lineOf, MAX_IN_CHANGE, stockAfter, twiceIn } from './change.ts'

const change = fc
  .record({ type: fc.constantFrom(...CHANGE_TYPES), quantity: fc.integer({ min: -MAX_IN_CHANGE, max: MAX_IN_CHANGE }) })
  .filter(({ type, quantity }) => isQuantityAllowed(type, quantity))

describe('a warehouse change', () => {
  it('equals applying it on paper', () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 20 }), (changes) => {
        const movements = changes.map(
          ({ type, quantity }, at): Movement => ({ ...lineOf(type, 7, quantity), at, operation: `${at}`, line: 0 }),
        )
        const byPencil = changes.reduce((stock, { type, quantity }) => stockAfter(type, stock, quantity), 0)
        expect(toWhole(fold(UNCOUNTED, movements).quantity)).toBe(byPencil)
      }),
    )
  })

  it('adds receipts and adjustments, subtracts picks and losses, and sets counts', () => {
    const left = (type: ChangeType, quantity: number) => stockAfter(type, 10, quantity)
    expect(CHANGE_TYPES.map((type) => left(type, 4))).toEqual([14, 6, 6, 14, 4])
    expect(left('ADJUST', -4)).toBe(6)
  })

  it.each([
    ['RECEIVE', [1, MAX_IN_CHANGE], [0, -1, 1.5, MAX_IN_CHANGE + 1]],
    ['PICK', [1, MAX_IN_CHANGE], [0, -1, MAX_IN_CHANGE + 1]],
    ['LOSS', [1, MAX_IN_CHANGE], [0, -1, MAX_IN_CHANGE + 1]],
    ['ADJUST', [-MAX_IN_CHANGE, 0, MAX_IN_CHANGE], [-MAX_IN_CHANGE - 1, MAX_IN_CHANGE + 1, 0.5]],
    ['SET', [0, MAX_IN_CHANGE], [-1, MAX_IN_CHANGE + 1, Number.NaN]],
  ] as const)('of type %s accepts this range', (type, allowed, refused) => {
    expect(allowed.filter((quantity) => !isQuantityAllowed(type, quantity))).toEqual([])
    expect(refused.filter((quantity) => isQuantityAllowed(type, quantity))).toEqual([])
  })

  it('lists duplicates once', () => {
    expect(twiceIn([3, 1, 3, 2, 1, 3])).toEqual([3, 1])
    expect(twiceIn([1, 2])).toEqual([])
  })
})
