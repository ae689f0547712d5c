import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fold, type Level, type Movement } from './ledger.ts'
import { changeLines, type Line, restockLines } from './movements.ts'

const at = (moment: number, lines: readonly Line[]): Movement[] =>
  lines.map((line, index) => ({ ...line, at: moment, operation: `operation-${moment}`, line: index }))

const holding = (pieces: number): Level => ({ quantity: pieces * 1_000, counted: { at: 0, operation: '', line: 0 } })
const pieces = fc.integer({ min: 0, max: 500 })

describe('a restock', () => {
  it('adds the restocked quantity without a limit', () => {
    fc.assert(
      fc.property(pieces, pieces, (before, quantity) => {
        const lines = restockLines([{ point: 1, quantity, maxQuantity: 10 }])
        expect(fold(holding(before), at(1, lines)).quantity).toBe((before + quantity) * 1_000)
      }),
    )
  })

  it('marked as full results in the maximum, whatever a stale screen showed', () => {
    fc.assert(
      fc.property(pieces, pieces, pieces, (before, quantity, maxQuantity) => {
        const lines = restockLines([{ point: 1, quantity, full: true, maxQuantity }])
        expect(fold(holding(before), at(1, lines)).quantity).toBe(maxQuantity * 1_000)
      }),
    )
  })

  it('of a slot without a maximum cannot make it full', () => {
    expect(restockLines([{ point: 1, quantity: 3, full: true, maxQuantity: null }])).toHaveLength(1)
  })
})

describe('an inventory change', () => {
  it('that adjusts sets the quantity', () => {
    expect(changeLines('ADJUST', [{ point: 1, quantity: 4, shown: 9 }])).toEqual([
      { point: 1, kind: 'count', quantity: 4_000, cause: 'ADJUST' },
    ])
  })

  it.each(['SOLD', 'LOSS'] as const)('by %s subtracts pieces, also from a level that the screen did not show', (reason) => {
    fc.assert(
      fc.property(pieces, pieces, fc.integer({ min: -5, max: 5 }), (shown, quantity, unseen) => {
        fc.pre(quantity <= shown)
        const lines = changeLines(reason, [{ point: 1, quantity, shown }])
        expect(fold(holding(shown + unseen), at(1, lines)).quantity).toBe((quantity + unseen) * 1_000)
      }),
    )
  })

  it('with an increase is a count, because only decreases are sold or lost', () => {
    expect(changeLines('SOLD', [{ point: 1, quantity: 9, shown: 4 }])).toEqual([
      { point: 1, kind: 'count', quantity: 9_000, cause: 'ADJUST' },
    ])
  })

  it('by two users adds up sales and takes the later count', () => {
    const sold = [
      at(1, changeLines('SOLD', [{ point: 1, quantity: 8, shown: 10 }])),
      at(2, changeLines('SOLD', [{ point: 1, quantity: 7, shown: 10 }])),
    ].flat()
    expect(fold(holding(10), sold).quantity).toBe(5_000)
    const counted = [
      at(2, changeLines('ADJUST', [{ point: 1, quantity: 7, shown: 10 }])),
      at(1, changeLines('ADJUST', [{ point: 1, quantity: 8, shown: 10 }])),
    ].flat()
    expect(fold(holding(10), counted).quantity).toBe(7_000)
  })
})
