import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type SplitPoint, splitOverSlots } from './split.ts'

const points = fc
  .uniqueArray(
    fc.record({ slotNumber: fc.constantFrom('1', '2', '9', '10', '11', 'A1', 'A2', 'A10'), shortage: fc.integer({ min: -3, max: 12 }) }),
    {
      selector: ({ slotNumber }) => slotNumber,
      minLength: 1,
    },
  )
  .map((list) =>
    list.map(
      ({ slotNumber, shortage }, index): SplitPoint => ({ point: 100 + index, slotId: index, slotNumber, shortage, maxQuantity: 12 }),
    ),
  )
const quantity = fc.integer({ min: 0, max: 100 })

const total = (items: readonly { quantity: number }[]) => items.reduce((sum, item) => sum + item.quantity, 0)

describe('a restock by product', () => {
  it('preserves the total', () => {
    fc.assert(
      fc.property(points, quantity, fc.boolean(), (places, put, full) => {
        expect(total(splitOverSlots(places, put, full))).toBe(put)
      }),
    )
  })

  it('fills slots in order, and only the last exceeds its shortage', () => {
    fc.assert(
      fc.property(points, quantity, (places, put) => {
        const lacking = new Map(places.map(({ point, shortage }) => [point, Math.max(0, shortage)]))
        const items = splitOverSlots(places, put)
        for (const { point, quantity: part } of items.slice(0, -1)) expect(part).toBeLessThanOrEqual(lacking.get(point) ?? 0)
        const last = items.at(-1)
        if (last && last.quantity > (lacking.get(last.point) ?? 0)) {
          expect(items.slice(0, -1).every(({ point, quantity: part }) => part === lacking.get(point))).toBe(true)
        }
      }),
    )
  })

  it('is independent of the order of the input', () => {
    fc.assert(
      fc.property(points, quantity, (places, put) => {
        expect(splitOverSlots(places.toReversed(), put)).toEqual(splitOverSlots(places, put))
      }),
    )
  })

  it('follows the natural order of slot numbers', () => {
    const place = (slotNumber: string, point: number): SplitPoint => ({ point, slotId: point, slotNumber, shortage: 5, maxQuantity: 5 })
    const items = splitOverSlots([place('10', 3), place('9', 2), place('1', 1)], 12)
    expect(items.map(({ point, quantity: part }) => [point, part])).toEqual([
      [1, 5],
      [2, 5],
      [3, 2],
    ])
  })

  it('to the maximum marks every slot as full, also without a shortage', () => {
    fc.assert(
      fc.property(points, quantity, (places, put) => {
        const items = splitOverSlots(places, put, true)
        expect(items).toHaveLength(places.length)
        expect(items.every(({ full }) => full)).toBe(true)
      }),
    )
  })

  it('of zero into full slots is empty', () => {
    fc.assert(
      fc.property(points, (places) => {
        expect(splitOverSlots(places, 0)).toEqual([])
      }),
    )
  })
})
