import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { CalendarDay, DateOnly, DateTime, Id, Integer, PageNumber, pageSize, Quantity, QueryId, text, Uuid } from './fields.ts'
import { MachineParams } from './machines.ts'
import { ProductCard } from './products.ts'
import { Money } from './units.ts'

/** The effect of an operation on stock. Quantities are whole pieces, grams or millilitres. */
export const StockResult = v.object({
  operationId: v.string(),
  stocks: v.array(v.object({ productInstallationId: Integer, productId: Integer, added: v.nullable(Integer), currentQuantity: Integer })),
  warnings: v.array(v.looseObject({ code: v.string(), productInstallationId: v.optional(Integer) })),
})
export type StockResult = v.InferOutput<typeof StockResult>

export const machineShortages = endpoint({
  name: 'machineShortages',
  method: 'GET',
  path: '/machines/inventory',
  who: 'anyone',
  summary: 'List the shortage of every product over your machines',
  answer: v.array(
    v.object({
      product: ProductCard,
      currentShortage: Integer,
      currentQuantity: Integer,
      maxQuantity: Integer,
      inWarehouse: Integer,
    }),
  ),
})

export const InventoryItem = v.object({
  productId: Integer,
  product: ProductCard,
  currentShortage: Integer,
  currentQuantity: Integer,
  maxQuantity: v.nullable(Integer),
  slotNumber: v.nullable(v.string()),
  productInstallationId: v.nullable(Integer),
  asOf: DateTime,
})
export type InventoryItem = v.InferOutput<typeof InventoryItem>

export const machineInventory = endpoint({
  name: 'machineInventory',
  method: 'GET',
  path: '/machines/:id/inventory',
  who: 'anyone',
  summary: 'Retrieve the stock of a machine, by slot or by product',
  params: MachineParams,
  query: v.object({ groupBy: v.optional(v.picklist(['slot', 'product']), 'product') }),
  answer: v.array(InventoryItem),
  refusals: ['MACHINE_NOT_FOUND'],
})

/** Pieces of a slot with the same best-before date. `value`: at the last purchase price, null if it is unknown. */
export const ExpiringStock = v.object({
  machine: v.object({ id: Integer, name: v.string() }),
  productInstallationId: Integer,
  slotNumber: v.nullable(v.string()),
  product: ProductCard,
  bestBefore: DateOnly,
  quantity: Integer,
  value: v.nullable(Money),
})
export type ExpiringStock = v.InferOutput<typeof ExpiringStock>

export const listExpiring = endpoint({
  name: 'listExpiring',
  method: 'GET',
  path: '/inventory/expiring',
  who: 'manager',
  summary:
    'List stock in machines whose best-before date is on or before a day, one entry per slot and date, the earliest first; only restocks with a recorded date are known',
  query: v.object({ until: CalendarDay, machine: v.optional(QueryId), page: PageNumber, size: pageSize(100) }),
  answer: v.array(ExpiringStock),
  paged: true,
})

const lines = <S extends v.GenericSchema>(line: S) => v.pipe(v.array(line), v.minLength(1), v.maxLength(500))

/** `full`: it is at its maximum now. `maximum`: the one on the screen; by default the server's. */
const filled = { quantity: Quantity, full: v.optional(v.boolean()), maximum: v.optional(Quantity) }

/** `bestBefore`: the date on the goods that were put in, if it was recorded. */
export const RestockSlots = lines(v.object({ productInstallationId: Id, ...filled, bestBefore: v.optional(v.nullable(CalendarDay)) }))
export const RestockProducts = lines(v.object({ productId: Id, ...filled }))

export const CHANGE_REASONS = ['SOLD', 'LOSS', 'ADJUST'] as const

/** More than any screen shows for one slot, also if uncounted stock has fallen below zero. */
const MAX_SHOWN = 1_000_000_000

/** `baseQuantity` is the quantity on the screen; by default the server's. */
const counted = {
  quantity: Quantity,
  baseQuantity: v.optional(v.pipe(v.number(), v.integer(), v.minValue(-MAX_SHOWN), v.maxValue(MAX_SHOWN))),
}

export const InventoryChange = v.object({
  note: v.optional(v.nullable(text(2000)), ''),
  type: v.picklist(CHANGE_REASONS),
  stocks: lines(
    v.union(
      [v.object({ productInstallationId: Id, ...counted }), v.object({ productId: Id, ...counted })],
      'needs a productInstallationId or a productId',
    ),
  ),
})

const stockRefusals = ['MACHINE_NOT_FOUND', 'STOCK_POINT_NOT_FOUND', 'DUPLICATED_STOCK_POINT', 'WRONG_MACHINE_TYPE'] as const

export const restockSlots = endpoint({
  name: 'restockSlots',
  method: 'POST',
  path: '/machines/:id/slots/restock',
  who: 'anyone',
  summary: 'Record a restock of slots',
  params: MachineParams,
  body: RestockSlots,
  answer: StockResult,
  operation: true,
  refusals: stockRefusals,
})

export const restockProducts = endpoint({
  name: 'restockProducts',
  method: 'POST',
  path: '/machines/:id/products/restock',
  who: 'anyone',
  summary: 'Record a restock of a product or an ingredient; in a snack machine it is distributed over its slots in slot order',
  params: MachineParams,
  body: RestockProducts,
  answer: StockResult,
  operation: true,
  refusals: stockRefusals,
})

export const changeInventory = endpoint({
  name: 'changeInventory',
  method: 'POST',
  path: '/machines/:id/inventory',
  who: 'anyone',
  summary: 'Record the counted stock in the slots of a machine, and the reason for differences',
  params: MachineParams,
  body: InventoryChange,
  answer: StockResult,
  operation: true,
  refusals: stockRefusals,
})

export const changeCoffeeInventory = endpoint({
  name: 'changeCoffeeInventory',
  method: 'POST',
  path: '/machines/:id/coffee/inventory',
  who: 'anyone',
  summary: 'Record the counted stock in the canisters of a coffee machine, and the reason for differences',
  params: MachineParams,
  body: InventoryChange,
  answer: StockResult,
  operation: true,
  refusals: stockRefusals,
})

export const voidOperation = endpoint({
  name: 'voidOperation',
  method: 'POST',
  path: '/machines/:id/voids',
  who: 'anyone',
  summary: 'Undo a stock operation as if it had never happened; the undo may arrive before the operation',
  params: MachineParams,
  body: v.object({ operationId: Uuid }),
  answer: StockResult,
  operation: true,
  refusals: ['MACHINE_NOT_FOUND', 'OPERATION_NOT_FOUND'],
})
