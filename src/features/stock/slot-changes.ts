import type * as v from 'valibot'
import type { Slot } from '#app/data/slots.ts'
import type { SlotEdits } from '#contract/slots.ts'
import { type Bulk, bulkMaximum, bulkPrice } from '#domain/slots/bulk.ts'
import type { SlotFields } from '#domain/slots/slot-edit.ts'

/** The input for one slot, and its fields at that time as the base, so that it is merged with others' edits field by field. */
export type SlotChange = { fields: Partial<SlotFields>; base: Partial<SlotFields> }

/** The input for a machine, by slotId. */
export type SlotChanges = Readonly<Record<string, SlotChange>>

/** A field typed back to its original is no change. */
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

/** Changes a value of many slots, each based on the stored one, so that repeating has no effect. */
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

/** The row in the form: the stored values with the input over them. Without input it is the slot itself, which need not render again. */
export function typedSlot(slot: Slot, changes: SlotChanges): Slot {
  const change = changes[slot.slotId]
  return change ? { ...slot, ...change.fields } : slot
}

/** The request: only changed fields, each with its base. Deleted slots are omitted. */
export const slotEdits = (changes: SlotChanges, slots: readonly Slot[]): v.InferInput<typeof SlotEdits> =>
  slots.flatMap(({ slotId }) => {
    const change = changes[slotId]
    return change ? [{ slotId, ...change.fields, base: change.base }] : []
  })
