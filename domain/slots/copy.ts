import type { ProductId, SlotId } from '../ids.ts'
import { slotOrder } from './slot.ts'
import type { SlotFields } from './slot-edit.ts'

/** A slot with its settings. */
export type SetSlot = { slotId: SlotId; slotNumber: string } & SlotFields

/** What becomes of a machine's slots when it takes over another's settings, by the numbers on their labels. */
export type CopyPlan = {
  created: ({ slotNumber: string } & SlotFields)[]
  changed: { slotId: SlotId; slotNumber: string; from: SlotFields; to: SlotFields }[]
  removed: SetSlot[]
}

/**
 * The way from a machine's slots to those of another: slots of one number take its settings over, what it has more is created, and
 * what it has not is removed. A product that is sold no more (`isSold`) is put nowhere; where it lies already, it stays.
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
