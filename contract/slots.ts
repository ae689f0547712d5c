import * as v from 'valibot'
import { MAX_IN_NEW_SLOT, MAX_IN_SLOT, MAX_PRICE, MAX_SLOT_NUMBER_LENGTH, STOCK_ENDS } from '#domain/slots/slot.ts'
import { endpoint } from './endpoint.ts'
import { Id, Integer, line, Quantity, QueryId } from './fields.ts'
import { MachineParams } from './machines.ts'
import { ProductCard } from './products.ts'
import { Amount, inCurrency, Money } from './units.ts'

/** A slot of a snack machine or a selection of a coffee machine. `maxQuantity` is null if the slot has no stock of its own. */
export const Slot = v.object({
  slotId: Integer,
  slotNumber: v.string(),
  product: v.nullable(ProductCard),
  maxQuantity: v.nullable(Integer),
  vendPrice: v.nullable(Money),
  productInstallationId: v.nullable(Integer),
})
export type Slot = v.InferOutput<typeof Slot>

export const listSlots = endpoint({
  name: 'listSlots',
  method: 'GET',
  path: '/machines/:id/slots',
  who: 'anyone',
  summary: 'List the slots of a machine',
  params: MachineParams,
  answer: v.array(Slot),
  refusals: ['MACHINE_NOT_FOUND'],
})

/** A price in whole units of the company's currency. */
export const Price = v.nullable(v.pipe(v.number(), v.finite(), v.minValue(0), v.maxValue(MAX_PRICE), inCurrency))

const editable = {
  productId: v.optional(v.nullable(Id)),
  vendPrice: v.optional(Price),
  maxQuantity: v.optional(v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(MAX_IN_SLOT)))),
}

/** A row as stored; its maximum may exceed what the list of slots can set. */
const StoredSlot = v.object({ ...editable, maxQuantity: v.optional(v.nullable(Quantity)) })

/** `base` is the row as the editor saw it; with it, edits are merged field by field. */
export const SlotEdits = v.pipe(
  v.array(v.object({ slotId: Id, ...editable, base: v.optional(StoredSlot) })),
  v.minLength(1),
  v.maxLength(500),
)

export const SlotEditResult = v.object({
  operationId: v.string(),
  slots: v.array(Slot),
  warnings: v.array(v.looseObject({ code: v.string(), slotId: v.optional(Integer) })),
})

export const editSlots = endpoint({
  name: 'editSlots',
  method: 'PATCH',
  path: '/machines/:id/slots',
  who: 'manager',
  summary: 'Update product, price or maximum of slots',
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
  summary: 'Create a signed URL of a PDF of the slots, valid for 10 minutes',
  params: MachineParams,
  query: v.object({ locale: v.optional(v.pipe(v.string(), v.maxLength(20)), 'en') }),
  answer: v.object({ url: v.string() }),
  refusals: ['MACHINE_NOT_FOUND'],
})

export const addSlot = endpoint({
  name: 'addSlot',
  method: 'POST',
  path: '/machines/:id/slots',
  who: 'manager',
  summary: 'Create an empty slot of a snack machine or selection of a coffee machine',
  params: MachineParams,
  body: v.object({
    slotNumber: v.pipe(line(MAX_SLOT_NUMBER_LENGTH), v.nonEmpty('must not be empty')),
    productId: Id,
    maxQuantity: v.optional(v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(MAX_IN_NEW_SLOT))), null),
    vendPrice: v.optional(Price, null),
  }),
  answer: Slot,
  status: 201,
  keyed: true,
  refusals: ['MACHINE_NOT_FOUND', 'PRODUCT_NOT_FOUND', 'PRODUCT_TYPE_MISMATCH', 'SLOT_EXISTS'],
})

/** The second id is a slot of the machine, or the machine whose settings are copied: both routes share one path parameter. */
const OfMachine = v.object({ id: QueryId, otherId: QueryId })

const StockEnd = v.optional(v.picklist(STOCK_ENDS), 'LATER')

export const deleteSlot = endpoint({
  name: 'deleteSlot',
  method: 'DELETE',
  path: '/machines/:id/slots/:otherId',
  who: 'manager',
  summary: 'Delete a slot. `stock`: return its content to the warehouse, write it off, or leave it to a review',
  params: OfMachine,
  query: v.object({ stock: StockEnd }),
  answer: v.object({ slotId: Integer }),
  keyed: true,
  refusals: ['MACHINE_NOT_FOUND', 'SLOT_NOT_FOUND'],
})

const Settings = { productId: v.nullable(Integer), vendPrice: v.nullable(Money), maxQuantity: v.nullable(Integer) }

/** The effect of a copy on the slots of a machine; `left`: remaining stock of slots that get another product, or none. */
export const SlotCopy = v.object({
  created: v.array(v.object({ slotNumber: v.string(), ...Settings })),
  changed: v.array(v.object({ slotId: Integer, slotNumber: v.string(), from: v.object(Settings), to: v.object(Settings) })),
  removed: v.array(v.object({ slotId: Integer, slotNumber: v.string(), ...Settings })),
  ingredients: v.array(v.object({ productId: Integer, from: v.nullable(Amount), to: v.nullable(Amount) })),
  left: v.array(v.object({ slotNumber: v.string(), productId: Integer, quantity: Integer })),
  version: v.string(),
  done: v.boolean(),
})
export type SlotCopy = v.InferOutput<typeof SlotCopy>

export const copySlots = endpoint({
  name: 'copySlots',
  method: 'PUT',
  path: '/machines/:id/slots/:otherId',
  who: 'manager',
  summary:
    'Copy the slot settings of another machine of the same type; `preview` only returns the changes, and its `version` guarantees that no others are made',
  params: OfMachine,
  body: v.optional(
    v.object({ stock: StockEnd, preview: v.optional(v.boolean(), false), version: v.optional(v.pipe(v.string(), v.maxLength(100))) }),
    {},
  ),
  answer: SlotCopy,
  keyed: true,
  refusals: ['MACHINE_NOT_FOUND', 'WRONG_MACHINE_TYPE', 'SOURCE_HAS_NO_SLOTS', 'PREVIEW_OUTDATED'],
})

export const setIngredients = endpoint({
  name: 'setIngredients',
  method: 'PATCH',
  path: '/machines/:id/ingredients',
  who: 'manager',
  summary: 'Set how much of each ingredient a coffee machine holds; missing canisters are created empty',
  params: MachineParams,
  body: v.pipe(v.array(v.object({ productId: Id, maxQuantity: v.nullable(Quantity) })), v.minLength(1), v.maxLength(100)),
  answer: v.array(v.object({ productId: Integer, maxQuantity: v.nullable(Integer), productInstallationId: Integer })),
  keyed: true,
  refusals: ['MACHINE_NOT_FOUND', 'WRONG_MACHINE_TYPE', 'PRODUCT_NOT_FOUND', 'PRODUCT_TYPE_MISMATCH', 'DUPLICATED_STOCK_POINT'],
})
