import { describe, expect, test } from 'vitest'
import { packagingsFor } from '#domain/slots/fitting.ts'
import { changeField, changeMany, slotEdits, typedSlot } from './slot-changes.ts'

const slot = { slotId: 4, slotNumber: '14', productId: 7, maxQuantity: 10, vendPrice: 1.5, productInstallationId: 40 }

describe('an edit of a slot', () => {
  test('contains only changed fields with their base', () => {
    const changes = changeField({}, slot, 'vendPrice', 1.8)
    expect(slotEdits(changes, [slot])).toEqual([{ slotId: 4, vendPrice: 1.8, base: { vendPrice: 1.5 } }])
  })

  test('keeps the base of the first keystroke if another user changes the slot', () => {
    const begun = changeField({}, slot, 'maxQuantity', 11)
    const gone = changeField(begun, { ...slot, maxQuantity: 8 }, 'maxQuantity', 12)
    expect(slotEdits(gone, [slot])).toEqual([{ slotId: 4, maxQuantity: 12, base: { maxQuantity: 10 } }])
  })

  test('is dropped if typed back to the original', () => {
    expect(changeField(changeField({}, slot, 'productId', 8), slot, 'productId', 7)).toEqual({})
  })

  test('appears at once in the form', () => {
    expect(typedSlot(slot, changeField({}, slot, 'productId', null))).toMatchObject({ productId: null, vendPrice: 1.5 })
  })

  test('of a deleted slot is not sent', () => {
    expect(slotEdits(changeField({}, slot, 'vendPrice', 2), [])).toEqual([])
  })
})

describe('many slots at once', () => {
  const other = { ...slot, slotId: 5, slotNumber: '15', vendPrice: null }

  test('change by percent of the stored value, so repeating has no effect', () => {
    const tenth = { way: 'percent', value: 20 } as const
    const once = changeMany({}, [slot, other], 'vendPrice', tenth, 'EUR')
    expect(slotEdits(once, [slot, other])).toEqual([{ slotId: 4, vendPrice: 1.8, base: { vendPrice: 1.5 } }])
    expect(changeMany(once, [slot, other], 'vendPrice', tenth, 'EUR')).toEqual(once)
  })

  test('are set to one value, except those that have it', () => {
    const changes = changeMany({}, [slot, other], 'vendPrice', { way: 'set', value: 1.5 }, 'EUR')
    expect(slotEdits(changes, [slot, other])).toEqual([{ slotId: 5, vendPrice: 1.5, base: { vendPrice: null } }])
  })
})

test('coffee machines have hot drinks, others packed goods', () => {
  expect(packagingsFor('COFFEE')).toEqual(['COFFEE'])
  expect(packagingsFor('SNACK')).not.toContain('INGREDIENT')
})
