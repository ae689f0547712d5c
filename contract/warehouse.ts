import * as v from 'valibot'
import { CHANGE_TYPES, isQuantityAllowed, MAX_IN_CHANGE } from '#domain/warehouse/change.ts'
import { endpoint } from './endpoint.ts'
import { DateTime, Id, Integer, PageNumber, pageSize, SearchText, text } from './fields.ts'
import { ProductCard } from './products.ts'
import { Amount } from './units.ts'

/**
 * A product with its stock. Quantities are pieces, or grams or millilitres of an ingredient. `productInstallationId`: its stock point in
 * the warehouse, if it ever had one.
 */
export const StoredProduct = v.object({
  product: ProductCard,
  productInstallationId: v.nullable(Integer),
  inWarehouse: Integer,
  inMachines: Amount,
  total: Amount,
  /** The last count in the warehouse. */
  countedAt: v.optional(v.nullable(DateTime)),
})
export type StoredProduct = v.InferOutput<typeof StoredProduct>

export const listStoredProducts = endpoint({
  name: 'listStoredProducts',
  method: 'GET',
  path: '/inventory/products',
  who: 'manager',
  summary: 'List the stock of every product in the warehouse and in the machines',
  query: v.object({ page: PageNumber, size: pageSize(10), query: SearchText }),
  answer: v.array(StoredProduct),
  paged: true,
})

export const CHANGE_NOTE = 2000

/** RECEIVE and ADJUST add, PICK and LOSS subtract, SET sets the quantity. */
export const WarehouseChange = v.pipe(
  v.object({
    type: v.picklist(CHANGE_TYPES),
    note: v.optional(v.nullable(text(CHANGE_NOTE)), null),
    items: v.pipe(
      v.array(
        v.object({
          productId: Id,
          quantity: v.pipe(v.number(), v.safeInteger(), v.minValue(-MAX_IN_CHANGE), v.maxValue(MAX_IN_CHANGE)),
        }),
      ),
      v.minLength(1),
      v.maxLength(1_000),
    ),
  }),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return
    const { type, items } = dataset.value
    for (const [index, { quantity }] of items.entries()) {
      // Fractions and amounts beyond the limit are reported by the quantity itself.
      if (isQuantityAllowed(type, quantity) || !Number.isInteger(quantity) || Math.abs(quantity) > MAX_IN_CHANGE) continue
      addIssue({
        message: type === 'SET' ? 'must be at least 0' : 'must be greater than 0',
        path: [
          { type: 'object', origin: 'value', input: dataset.value, key: 'items', value: items },
          { type: 'array', origin: 'value', input: items, key: index, value: items[index] },
          { type: 'object', origin: 'value', input: items[index] ?? {}, key: 'quantity', value: quantity },
        ],
      })
    }
  }),
)
export type WarehouseChange = v.InferInput<typeof WarehouseChange>

export const changeWarehouse = endpoint({
  name: 'changeWarehouse',
  method: 'POST',
  path: '/inventory/changes',
  who: 'manager',
  summary: 'Record stock changes in the warehouse, all or nothing',
  body: WarehouseChange,
  answer: v.object({
    operationId: v.string(),
    items: v.array(v.object({ productId: Integer, quantityBeforeChange: Integer, inWarehouse: Integer })),
    warnings: v.array(v.looseObject({ code: v.string() })),
  }),
  operation: true,
  refusals: ['PRODUCT_NOT_FOUND', 'PRODUCT_TYPE_MISMATCH', 'NEGATIVE_STOCK', 'DUPLICATED_PRODUCT'],
})

/**
 * A line of the history: the change, the previous quantity, time and user. Without a note of its own, `note` is the name of the source
 * machine, or of the van.
 */
export const WarehouseChangeRow = v.object({
  id: v.string(),
  quantityChange: Integer,
  product: ProductCard,
  type: v.fallback(v.picklist(CHANGE_TYPES), 'ADJUST'),
  quantityBeforeChange: Integer,
  user: v.nullable(v.object({ name: v.string() })),
  createdAt: DateTime,
  note: v.nullable(v.string()),
})
export type WarehouseChangeRow = v.InferOutput<typeof WarehouseChangeRow>

export const listWarehouseChanges = endpoint({
  name: 'listWarehouseChanges',
  method: 'GET',
  path: '/inventory/changes',
  who: 'manager',
  summary: 'List stock changes in the warehouse, latest first',
  query: v.object({ page: PageNumber, size: pageSize(100), query: SearchText, type: v.optional(v.picklist(CHANGE_TYPES)) }),
  answer: v.array(WarehouseChangeRow),
  paged: true,
})
