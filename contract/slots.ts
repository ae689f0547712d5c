import * as v from 'valibot'
import { HIGHEST_PRICE, MOST_IN_SLOT } from '#domain/slots/slot.ts'
import { endpoint } from './endpoint.ts'
import { Id, Quantity } from './fields.ts'
import { MachineParams } from './machines.ts'
import { ProductCard } from './products.ts'

/** A slot of a snack machine or a selection of a coffee machine. `maxQuantity` is null where the slot holds no stock of its own. */
export const Slot = v.object({
  slotId: v.number(),
  slotNumber: v.string(),
  product: v.nullable(ProductCard),
  maxQuantity: v.nullable(v.number()),
  vendPrice: v.nullable(v.number()),
  productInstallationId: v.nullable(v.number()),
})
export type Slot = v.InferOutput<typeof Slot>

export const listSlots = endpoint({
  name: 'listSlots',
  method: 'GET',
  path: '/machines/:id/slots',
  who: 'anyone',
  summary: 'The slots of a machine',
  params: MachineParams,
  answer: v.array(Slot),
  refusals: ['MACHINE_NOT_FOUND'],
})

const editable = {
  productId: v.optional(v.nullable(Id)),
  vendPrice: v.optional(v.nullable(v.pipe(v.number(), v.finite(), v.minValue(0), v.maxValue(HIGHEST_PRICE)))),
  maxQuantity: v.optional(v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(MOST_IN_SLOT)))),
}

/** A row as it stands; its maximum may be more than the list of slots can set. */
const Standing = v.object({ ...editable, maxQuantity: v.optional(v.nullable(Quantity)) })

/** `base` is the row as the editor saw it; with it, edits are merged field by field. */
export const SlotEdits = v.pipe(
  v.array(v.object({ slotId: Id, ...editable, base: v.optional(Standing) })),
  v.minLength(1),
  v.maxLength(500),
)

export const SlotEditResult = v.object({
  operationId: v.string(),
  slots: v.array(Slot),
  warnings: v.array(v.looseObject({ code: v.string(), slotId: v.optional(v.number()) })),
})

export const editSlots = endpoint({
  name: 'editSlots',
  method: 'PATCH',
  path: '/machines/:id/slots',
  who: 'manager',
  summary: 'Changes product, price or maximum of slots',
  params: MachineParams,
  body: SlotEdits,
  answer: SlotEditResult,
  operation: true,
  refusals: ['MACHINE_NOT_FOUND', 'SLOT_NOT_FOUND', 'PRODUCT_NOT_FOUND', 'PRODUCT_TYPE_MISMATCH', 'SLOT_CHANGED'],
})

export const exportSlots = endpoint({
  name: 'exportSlots',
  method: 'POST',
  path: '/machines/:id/slots/export',
  who: 'anyone',
  summary: 'A signed address, good for 10 minutes, of a PDF of the slots',
  params: MachineParams,
  query: v.object({ locale: v.optional(v.pipe(v.string(), v.maxLength(20)), 'en') }),
  answer: v.object({ url: v.string() }),
  refusals: ['MACHINE_NOT_FOUND'],
})
