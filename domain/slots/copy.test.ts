import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { copyPlan, type SetSlot } from './slot-edit.ts'

const setting = fc.record({
  productId: fc.option(fc.integer({ min: 1, max: 4 })),
  vendPrice: fc.option(fc.integer({ min: 0, max: 3 })),
  maxQuantity: fc.option(fc.integer({ min: 0, max: 3 })),
})
const planogram = (firstId: number) =>
  fc
    .uniqueArray(fc.tuple(fc.constantFrom('1', '2', '10', '11', 'A1'), setting), { selector: ([number]) => number })
    .map((slots) => slots.map(([slotNumber, fields], index): SetSlot => ({ slotId: firstId + index, slotNumber, ...fields })))

/** The slots of a machine after the plan is executed. */
function done(target: readonly SetSlot[], plan: ReturnType<typeof copyPlan>): SetSlot[] {
  const gone = new Set(plan.removed.map(({ slotId }) => slotId))
  const kept = target
    .filter(({ slotId }) => !gone.has(slotId))
    .map((slot) => ({ ...slot, ...plan.changed.find(({ slotId }) => slotId === slot.slotId)?.to }))
  return [...kept, ...plan.created.map((slot, index) => ({ slotId: 1_000 + index, ...slot }))]
}
const settings = (slots: readonly SetSlot[]) =>
  Object.fromEntries(slots.map(({ slotNumber, productId, vendPrice, maxQuantity }) => [slotNumber, { productId, vendPrice, maxQuantity }]))

describe('a copy of settings', () => {
  test("results in the other machine's settings, and is idempotent", () => {
    fc.assert(
      fc.property(planogram(1), planogram(100), (source, target) => {
        const after = done(
          target,
          copyPlan(source, target, () => true),
        )
        expect(settings(after)).toEqual(settings(source))
        expect(copyPlan(source, after, () => true)).toEqual({ created: [], changed: [], removed: [] })
      }),
    )
  })

  const slot = (slotId: number, slotNumber: string, productId: number | null, vendPrice = 1, maxQuantity = 1): SetSlot => ({
    slotId,
    slotNumber,
    productId,
    vendPrice,
    maxQuantity,
  })
  const source = [slot(1, '1', 7, 2, 2), slot(2, '2', 8, 2, 2), slot(3, '4', 9, 2, 2)]
  const target = [slot(11, '1', 7), slot(12, '2', 7), slot(13, '3', 7)]

  test('of prices alone changes only slots with the same product', () => {
    expect(copyPlan(source, target, () => true, { part: 'PRICES' })).toMatchObject({
      created: [],
      removed: [],
      changed: [{ slotNumber: '1', to: { productId: 7, vendPrice: 2, maxQuantity: 1 } }],
    })
  })

  test('of products alone keeps the prices of existing slots', () => {
    expect(copyPlan(source, target, () => true, { part: 'PRODUCTS', keepOthers: true })).toMatchObject({
      created: [{ slotNumber: '4', vendPrice: 2 }],
      removed: [],
      changed: [
        { slotNumber: '1', to: { productId: 7, vendPrice: 1, maxQuantity: 2 } },
        { slotNumber: '2', to: { productId: 8, vendPrice: 1, maxQuantity: 2 } },
      ],
    })
  })

  test('adds no discontinued product, and keeps an existing one', () => {
    fc.assert(
      fc.property(planogram(1), planogram(100), (source, target) => {
        const after = settings(
          done(
            target,
            copyPlan(source, target, (product) => product !== 1),
          ),
        )
        const before = settings(target)
        for (const { slotNumber, productId } of source)
          expect(after[slotNumber]?.productId).toBe(productId === 1 && before[slotNumber]?.productId !== 1 ? null : productId)
      }),
    )
  })

  test('lists slots in the order of their numbers', () => {
    const slot = (slotNumber: string, slotId: number) => ({ slotId, slotNumber, productId: 1, vendPrice: 100, maxQuantity: 5 })
    const plan = copyPlan([slot('10', 1), slot('9', 2)], [slot('12', 3), slot('7', 4)], () => true)
    expect(plan.created.map(({ slotNumber }) => slotNumber)).toEqual(['9', '10'])
    expect(plan.removed.map(({ slotNumber }) => slotNumber)).toEqual(['7', '12'])
  })
})
