import { expect, test } from 'vitest'
import { draggedTo } from './use-tile-gestures.ts'

const slot = { from: 8, step: 1, cap: 8 }

test('a drag down is less, a drag up more, within the limits', () => {
  expect(draggedTo(slot, 0)).toBe(8)
  expect(draggedTo(slot, 63)).toBe(5)
  expect(draggedTo(slot, 10_000)).toBe(0)
  expect(draggedTo(slot, -10_000)).toBe(8)
  expect(draggedTo({ ...slot, from: 2 }, -42)).toBe(4)
})

test('one drag covers small and large slots, and canisters in their own step', () => {
  expect(draggedTo({ from: 20, step: 1, cap: 20 }, 180)).toBe(0)
  expect(draggedTo({ from: 3, step: 1, cap: 3 }, 26)).toBe(2)
  expect(draggedTo({ from: 2_000, step: 100, cap: 2_000 }, 90)).toBe(1_000)
})

test('a slot without a maximum has no upper limit', () => {
  expect(draggedTo({ from: 0, step: 1, cap: null }, -340)).toBeGreaterThan(10)
})
