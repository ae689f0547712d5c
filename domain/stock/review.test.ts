import { describe, expect, test } from 'vitest'
import { choicesOf, type Doubt, leftBehind } from './review.ts'

const doubt = (more: Partial<Doubt>): Doubt => ({
  kind: 'CLOSED_INSTALLATION',
  moved: 5,
  counted: null,
  remains: null,
  isSlot: true,
  hasSuccessor: true,
  mayBeAssigned: true,
  ...more,
})

describe('the possible decisions', () => {
  test.each([
    ['pieces of a removed product', doubt({}), ['TO_SLOT', 'TO_WAREHOUSE', 'WRITE_OFF', 'UNDO']],
    ['the same with an empty slot', doubt({ hasSuccessor: false }), ['TO_WAREHOUSE', 'WRITE_OFF', 'UNDO']],
    ['goods in a slot with another product', doubt({ moved: 0, remains: 4 }), ['TO_WAREHOUSE', 'WRITE_OFF', 'TO_SLOT']],
    ['goods in a deleted slot', doubt({ moved: 0, remains: 4, hasSuccessor: false }), ['TO_WAREHOUSE', 'WRITE_OFF']],
    ['a loss of a removed product', doubt({ moved: -2 }), ['KEEP', 'UNDO']],
    ['a count of zero', doubt({ moved: 0, counted: 0 }), ['KEEP', 'UNDO']],
    ['too much in a slot', doubt({ kind: 'OVER_MAXIMUM' }), ['KEEP', 'SET_MAXIMUM', 'COUNT']],
    ['too much in a canister', doubt({ kind: 'OVER_MAXIMUM', isSlot: false }), ['KEEP', 'COUNT']],
    ['negative stock', doubt({ kind: 'BELOW_ZERO' }), ['COUNT', 'KEEP']],
    ['an implausible clock', doubt({ kind: 'DOUBTFUL_CLOCK' }), ['KEEP', 'UNDO']],
    ['pieces restocked in a deleted machine', doubt({ kind: 'MACHINE_GONE' }), ['TO_WAREHOUSE', 'WRITE_OFF', 'UNDO']],
    ['pieces counted in a deleted machine', doubt({ kind: 'MACHINE_GONE', moved: 0, counted: 3 }), ['TO_WAREHOUSE', 'WRITE_OFF', 'UNDO']],
    ['a loss or cash at a deleted machine', doubt({ kind: 'MACHINE_GONE', moved: -2 }), ['KEEP', 'UNDO']],
    ['a user who had the machine before', doubt({ kind: 'NOT_ASSIGNED' }), ['KEEP', 'ASSIGN', 'UNDO']],
    ['a user who cannot be assigned', doubt({ kind: 'NOT_ASSIGNED', mayBeAssigned: false }), ['KEEP', 'UNDO']],
  ])('for %s', (_what, about, choices) => {
    expect(choicesOf(about)).toEqual(choices)
  })

  test('the remaining stock is what was left, restocked, or else counted', () => {
    const left = (moved: number, counted: number | null, remains: number | null = null) => leftBehind({ moved, counted, remains })
    expect([left(5, 10), left(0, 7), left(0, null), left(0, null, 4)]).toEqual([5, 7, 0, 4])
  })
})
