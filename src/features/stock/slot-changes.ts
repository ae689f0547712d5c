import type * as v from 'valibot'
import type { Slot } from '#app/data/slots.ts'
import type { SlotEdits } from '#contract/slots.ts'
import type { MachineType } from '#domain/machines/machine.ts'
import type { Packaging } from '#domain/products/product.ts'
import { type Bulk, bulkMaximum, bulkPrice } from '#domain/slots/bulk.ts'
import type { SlotFields } from '#domain/slots/slot-edit.ts'

/** What is typed for one slot, and the fields as they stood when that began: so it meets the edits of others field by field. */
export type SlotChange = { fields: Partial<SlotFields>; base: Partial<SlotFields> }

/** What is typed for a machine, by slotId. */
export type SlotChanges = Readonly<Record<string, SlotChange>>

/** What a machine's slots or selections hold: packed goods there, hot drinks here. */
export const packagingsFor = (type: MachineType): readonly Packaging[] => (type === 'COFFEE' ? ['COFFEE'] : ['PIECE', 'CAN', 'BOTTLE'])

/** A field that is typed back to what it was is no change. */
export function changeField<F extends keyof SlotFields>(changes: SlotChanges, slot: Slot, field: F, value: SlotFields[F]): SlotChanges {
  const { [String(slot.slotId)]: known = { fields: {}, base: {} }, ...others } = changes
  const base = field in known.base ? known.base[field] : slot[field]
  const fields = { ...known.fields }
  const bases = { ...known.base }
  if (value === base) {
    delete fields[field]
    delete bases[field]
  } else {
    fields[field] = value
    bases[field] = base
  }
  return Object.keys(fields).length === 0 ? others : { ...others, [slot.slotId]: { fields, base: bases } }
}

/** Changes a figure of many slots at once, each from what stands: said twice, it is the same. */
export const changeMany = (
  changes: SlotChanges,
  slots: readonly Slot[],
  field: 'vendPrice' | 'maxQuantity',
  bulk: Bulk,
  currency: string,
): SlotChanges =>
  slots.reduce((known, slot) => {
    const change = known[slot.slotId]
    const value = change && field in change.base ? (change.base[field] ?? null) : slot[field]
    return changeField(known, slot, field, field === 'vendPrice' ? bulkPrice(value, bulk, currency) : bulkMaximum(value, bulk))
  }, changes)

/** The row as the form shows it: what stands, and what is typed over it. */
export const typedSlot = (slot: Slot, changes: SlotChanges): Slot => ({ ...slot, ...changes[slot.slotId]?.fields })

/** What is sent: only the fields that were changed, each with what it stood on. Slots that are gone are left out. */
export const slotEdits = (changes: SlotChanges, slots: readonly Slot[]): v.InferInput<typeof SlotEdits> =>
  slots.flatMap(({ slotId }) => {
    const change = changes[slotId]
    return change ? [{ slotId, ...change.fields, base: change.base }] : []
  })
