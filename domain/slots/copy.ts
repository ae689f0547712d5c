import type { ProductId, SlotId } from '../ids.ts'
import { slotOrder } from './slot.ts'
import type { SlotFields } from './slot-edit.ts'

/** A slot with its settings. */
export type SetSlot = { slotId: SlotId; slotNumber: string } & SlotFields

/** The changes of a machine's slots when it copies another's settings, by slot number. */
export type CopyPlan = {
  created: ({ slotNumber: string } & SlotFields)[]
  changed: { slotId: SlotId; slotNumber: string; from: SlotFields; to: SlotFields }[]
  removed: SetSlot[]
}

/**
 * Plans the changes from a machine's slots to those of another: slots with the same number get its settings, missing ones are created, and
 * others are removed. A discontinued product (`isSold`) is not added; where it is already set, it stays.
 */
export function copyPlan(source: readonly SetSlot[], target: readonly SetSlot[], isSold: (product: ProductId) => boolean): CopyPlan {
  const mine = new Map(target.map((slot) => [slot.slotNumber, slot]))
  const theirs = new Set(source.map(({ slotNumber }) => slotNumber))
  const plan: CopyPlan = { created: [], changed: [], removed: target.filter(({ slotNumber }) => !theirs.has(slotNumber)) }
  for (const { slotNumber, productId, vendPrice, maxQuantity } of source) {
    const slot = mine.get(slotNumber)
    const stays = productId === null || productId === slot?.productId || isSold(productId)
    const to = { productId: stays ? productId : null, vendPrice, maxQuantity }
    if (!slot) plan.created.push({ slotNumber, ...to })
    else if (!isSame(slot, to)) plan.changed.push({ slotId: slot.slotId, slotNumber, from: fieldsOf(slot), to })
  }
  return {
    created: plan.created.toSorted(byNumber),
    changed: plan.changed.toSorted(byNumber),
    removed: plan.removed.toSorted(byNumber),
  }
}

const byNumber = (a: { slotNumber: string }, b: { slotNumber: string }) => slotOrder(a.slotNumber, b.slotNumber)

const fieldsOf = ({ productId, vendPrice, maxQuantity }: SlotFields): SlotFields => ({ productId, vendPrice, maxQuantity })

const isSame = (a: SlotFields, b: SlotFields) =>
  a.productId === b.productId && a.vendPrice === b.vendPrice && a.maxQuantity === b.maxQuantity
