import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mergeEdit, type SlotFields } from './slot-edit.ts'

const slot: SlotFields = { productId: 7, vendPrice: 150, maxQuantity: 10 }
const newest = () => true
const outdated = () => false

describe('a price or a product', () => {
  test('based on the current value is applied', () => {
    const { apply, conflicts } = mergeEdit(
      { slotId: 1, vendPrice: 180, productId: 8, base: { vendPrice: 150, productId: 7 } },
      slot,
      outdated,
    )
    expect(apply).toEqual({ vendPrice: 180, productId: 8 })
    expect(conflicts).toEqual([])
  })

  test('that another user has changed since is a conflict with both values', () => {
    const { apply, conflicts } = mergeEdit({ slotId: 1, vendPrice: 180, base: { vendPrice: 120 } }, slot, newest)
    expect(apply).toEqual({})
    expect(conflicts).toEqual([{ field: 'vendPrice', mine: 180, theirs: 150 }])
  })

  test('changed to the same value by both is no conflict', () => {
    expect(mergeEdit({ slotId: 1, vendPrice: 150, base: { vendPrice: 120 } }, slot, newest)).toEqual({
      apply: {},
      overridden: [],
      conflicts: [],
    })
  })

  test('without a base is applied', () => {
    expect(mergeEdit({ slotId: 1, productId: null }, slot, outdated).apply).toEqual({ productId: null })
  })

  test('that the editor left unchanged is ignored', () => {
    const whole = { slotId: 1, productId: 6, vendPrice: 120, maxQuantity: 9 }
    expect(mergeEdit({ ...whole, base: { productId: 6, vendPrice: 120, maxQuantity: 9 } }, slot, newest)).toEqual({
      apply: {},
      overridden: [],
      conflicts: [],
    })
  })
})

describe('a maximum', () => {
  test('that no other user changed is applied without a warning', () => {
    expect(mergeEdit({ slotId: 1, maxQuantity: 12, base: { maxQuantity: 10 } }, slot, newest)).toEqual({
      apply: { maxQuantity: 12 },
      overridden: [],
      conflicts: [],
    })
  })

  test('that is newer than another change wins, and both values are reported', () => {
    const { apply, overridden } = mergeEdit({ slotId: 1, maxQuantity: 12, base: { maxQuantity: 8 } }, slot, newest)
    expect(apply).toEqual({ maxQuantity: 12 })
    expect(overridden).toEqual([{ field: 'maxQuantity', mine: 12, theirs: 10 }])
  })

  test('that arrives late loses to a newer one, even with a matching base', () => {
    const { apply, overridden } = mergeEdit({ slotId: 1, maxQuantity: 12, base: { maxQuantity: 10 } }, slot, outdated)
    expect(apply).toEqual({})
    expect(overridden).toEqual([{ field: 'maxQuantity', mine: 12, theirs: 10 }])
  })

  test('has the same result in any order of arrival', () => {
    const edits = fc.uniqueArray(
      fc.record({
        at: fc.nat(20),
        maxQuantity: fc.constantFrom(null, 5, 6, 7),
        base: fc.option(fc.constantFrom(null, 5, 6, 7, 10), { nil: undefined }),
      }),
      { selector: ({ at }) => at, minLength: 1, maxLength: 6 },
    )
    fc.assert(
      fc.property(
        edits.chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length }))),
        ([inTime, asItCame]) => {
          expect(endOf(asItCame)).toEqual(endOf(inTime.toSorted((a, b) => a.at - b.at)))
        },
      ),
    )
  })
})

/** The maximum after these edits, stored with the time of its edit. */
function endOf(edits: readonly { at: number; maxQuantity: number | null; base: number | null | undefined }[]) {
  let now = { maxQuantity: slot.maxQuantity, setAt: -1 }
  for (const { at, maxQuantity, base } of edits) {
    const edit = { slotId: 1, maxQuantity, ...(base === undefined ? {} : { base: { maxQuantity: base } }) }
    const { apply } = mergeEdit(edit, { ...slot, maxQuantity: now.maxQuantity }, () => at > now.setAt)
    if (apply.maxQuantity !== undefined) now = { maxQuantity: apply.maxQuantity, setAt: at }
  }
  return now
}
