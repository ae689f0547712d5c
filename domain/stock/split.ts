import type { SlotId, StockPointId } from '../ids.ts'
import { slotOrder } from '../slots/slot.ts'

export type SplitPoint = { point: StockPointId; slotId: SlotId; slotNumber: string; shortage: number; maxQuantity: number | null }
type SplitItem = { point: StockPointId; quantity: number; full: boolean }

/**
 * Distributes a restock of one product over its slots, in slot order, each up to its shortage. The remainder goes into the last slot: it
 * physically happened, and no quantity may get lost. `full` means that the user filled the product to its maximum, so every one of its
 * slots is full.
 */
export function splitOverSlots(points: readonly SplitPoint[], quantity: number, full = false): SplitItem[] {
  const inOrder = points.toSorted((a, b) => slotOrder(a.slotNumber, b.slotNumber) || a.slotId - b.slotId)
  let left = quantity
  const items = inOrder.map(({ point, shortage }, index) => {
    const isLast = index === inOrder.length - 1
    const part = isLast ? left : Math.min(left, Math.max(0, shortage))
    left -= part
    return { point, quantity: part, full }
  })
  return items.filter((item) => item.quantity > 0 || item.full)
}
