import { describe, expect, test } from 'vitest'
import { changeField, changeMany, packagingsFor, slotEdits, typedSlot } from './slot-changes.ts'

const slot = { slotId: 4, slotNumber: '14', productId: 7, maxQuantity: 10, vendPrice: 1.5, productInstallationId: 40 }

describe('an edit of a slot', () => {
  test('carries only what was changed, with what it stood on', () => {
    const changes = changeField({}, slot, 'vendPrice', 1.8)
    expect(slotEdits(changes, [slot])).toEqual([{ slotId: 4, vendPrice: 1.8, base: { vendPrice: 1.5 } }])
  })

  test('keeps the base of the first key press when somebody else changes the slot meanwhile', () => {
    const begun = changeField({}, slot, 'maxQuantity', 11)
    const gone = changeField(begun, { ...slot, maxQuantity: 8 }, 'maxQuantity', 12)
    expect(slotEdits(gone, [slot])).toEqual([{ slotId: 4, maxQuantity: 12, base: { maxQuantity: 10 } }])
  })

  test('typed back to what it was is none', () => {
    expect(changeField(changeField({}, slot, 'productId', 8), slot, 'productId', 7)).toEqual({})
  })

  test('shows at once in the form', () => {
    expect(typedSlot(slot, changeField({}, slot, 'productId', null))).toMatchObject({ productId: null, vendPrice: 1.5 })
  })

  test('of a slot that is gone is not sent', () => {
    expect(slotEdits(changeField({}, slot, 'vendPrice', 2), [])).toEqual([])
  })
})

describe('many slots at once', () => {
  const other = { ...slot, slotId: 5, slotNumber: '15', vendPrice: null }

  test('change by percent from what stands: said twice, it is the same', () => {
    const tenth = { way: 'percent', value: 20 } as const
    const once = changeMany({}, [slot, other], 'vendPrice', tenth, 'EUR')
    expect(slotEdits(once, [slot, other])).toEqual([{ slotId: 4, vendPrice: 1.8, base: { vendPrice: 1.5 } }])
    expect(changeMany(once, [slot, other], 'vendPrice', tenth, 'EUR')).toEqual(once)
  })

  test('are set to one value, those aside that have it already', () => {
    const changes = changeMany({}, [slot, other], 'vendPrice', { way: 'set', value: 1.5 }, 'EUR')
    expect(slotEdits(changes, [slot, other])).toEqual([{ slotId: 5, vendPrice: 1.5, base: { vendPrice: null } }])
  })
})

test('hot drinks belong to coffee machines, packed goods to the others', () => {
  expect(packagingsFor('COFFEE')).toEqual(['COFFEE'])
  expect(packagingsFor('SNACK')).not.toContain('INGREDIENT')
})
