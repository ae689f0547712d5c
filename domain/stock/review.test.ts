import { describe, expect, test } from 'vitest'
import { choicesOf, type Doubt, leftBehind } from './review.ts'

const doubt = (more: Partial<Doubt>): Doubt => ({
  kind: 'CLOSED_INSTALLATION',
  moved: 5,
  counted: null,
  isSlot: true,
  hasSuccessor: true,
  mayBeAssigned: true,
  ...more,
})

describe('what may be decided', () => {
  test.each([
    ['pieces for a product that is gone', doubt({}), ['TO_SLOT', 'TO_WAREHOUSE', 'WRITE_OFF', 'UNDO']],
    ['the same where the slot is empty', doubt({ hasSuccessor: false }), ['TO_WAREHOUSE', 'WRITE_OFF', 'UNDO']],
    ['a loss of a product that is gone', doubt({ moved: -2 }), ['KEEP', 'UNDO']],
    ['nothing found of it', doubt({ moved: 0, counted: 0 }), ['KEEP', 'UNDO']],
    ['too much in a slot', doubt({ kind: 'OVER_MAXIMUM' }), ['KEEP', 'SET_MAXIMUM', 'COUNT']],
    ['too much in a canister', doubt({ kind: 'OVER_MAXIMUM', isSlot: false }), ['KEEP', 'COUNT']],
    ['less than nothing', doubt({ kind: 'BELOW_ZERO' }), ['COUNT', 'KEEP']],
    ['a clock that cannot be right', doubt({ kind: 'DOUBTFUL_CLOCK' }), ['KEEP', 'UNDO']],
    ['somebody who had the machine once', doubt({ kind: 'NOT_ASSIGNED' }), ['KEEP', 'ASSIGN', 'UNDO']],
    ['somebody who can be given none', doubt({ kind: 'NOT_ASSIGNED', mayBeAssigned: false }), ['KEEP', 'UNDO']],
  ])('of %s', (_what, about, choices) => {
    expect(choicesOf(about)).toEqual(choices)
  })

  test('what lies there is what was put in, or else what was found', () => {
    expect([leftBehind({ moved: 5, counted: 10 }), leftBehind({ moved: 0, counted: 7 }), leftBehind({ moved: 0, counted: null })]).toEqual([
      5, 7, 0,
    ])
  })
})
