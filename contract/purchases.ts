import * as v from 'valibot'
import { MAX_LEAD_DAYS } from '#domain/warehouse/order.ts'
import { MAX_IN_LINE, MAX_LINES, PURCHASE_STATUSES } from '#domain/warehouse/purchase.ts'
import { endpoint } from './endpoint.ts'
import { DateTime, Id, Instant, Integer, line, PageNumber, pageSize, QueryId, SearchText, text } from './fields.ts'
import { Cost, ProductCard } from './products.ts'
import { emailOrNothing } from './registration.ts'
import { Amount, inCurrency, Money } from './units.ts'

const NAME = 200
const PHONE = 20
const EMAIL = 200
const ADDRESS = 200
const SUPPLIER_NOTE = 2000
/** In any currency. */
export const MAX_MINIMUM = 10_000_000
export const SUPPLIER_LIMITS = { name: NAME, phone: PHONE, email: EMAIL, address: ADDRESS, note: SUPPLIER_NOTE } as const
export const PURCHASE_LIMITS = { invoiceNumber: 40, note: 1000 } as const

const optionalLine = (longest: number) => v.optional(v.nullable(line(longest)), null)
const note = (longest: number) => v.optional(v.nullable(text(longest)), null)
const nullableText = v.nullable(v.string())

export const Supplier = v.object({
  identifier: Integer,
  name: v.string(),
  phone: nullableText,
  email: nullableText,
  address: nullableText,
  note: nullableText,
  /** The least net value of an order, and the days from an order to its delivery; null if unknown. */
  minimumOrder: v.nullable(Money),
  leadDays: v.nullable(Integer),
})
export type Supplier = v.InferOutput<typeof Supplier>

/** Without a minimum or lead time, the stored ones stay. */
export const SupplierBody = v.object({
  name: v.pipe(line(NAME), v.nonEmpty('must not be empty')),
  phone: optionalLine(PHONE),
  email: v.optional(v.nullable(emailOrNothing(EMAIL)), null),
  address: optionalLine(ADDRESS),
  note: note(SUPPLIER_NOTE),
  minimumOrder: v.optional(v.nullable(v.pipe(v.number(), v.minValue(0), v.maxValue(MAX_MINIMUM), inCurrency))),
  leadDays: v.optional(v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(MAX_LEAD_DAYS)))),
})
export type SupplierBody = v.InferInput<typeof SupplierBody>

const Identified = v.object({ identifier: QueryId })
const pages = { page: PageNumber, size: pageSize(100), query: SearchText }

export const listSuppliers = endpoint({
  name: 'listSuppliers',
  method: 'GET',
  path: '/suppliers',
  who: 'manager',
  summary: 'List suppliers',
  query: v.object(pages),
  answer: v.array(Supplier),
  paged: true,
})

export const addSupplier = endpoint({
  name: 'addSupplier',
  method: 'POST',
  path: '/suppliers',
  who: 'manager',
  summary: 'Create a supplier',
  body: SupplierBody,
  answer: Supplier,
  status: 201,
  keyed: true,
})

export const changeSupplier = endpoint({
  name: 'changeSupplier',
  method: 'PUT',
  path: '/suppliers/:identifier',
  who: 'manager',
  summary: 'Update a supplier',
  params: Identified,
  body: SupplierBody,
  answer: Supplier,
  keyed: true,
  refusals: ['SUPPLIER_NOT_FOUND'],
})

export const deleteSupplier = endpoint({
  name: 'deleteSupplier',
  method: 'DELETE',
  path: '/suppliers/:identifier',
  who: 'manager',
  summary: 'Delete a supplier; its purchases remain',
  params: Identified,
  answer: v.object({ identifier: Integer }),
  keyed: true,
  refusals: ['SUPPLIER_NOT_FOUND'],
})

/** `quantity` counts pieces, or packs of an ingredient. `totalNetCost` is the sum of the lines. */
export const Purchase = v.object({
  identifier: Integer,
  supplier: v.object({ identifier: Integer, name: v.string() }),
  invoiceNumber: nullableText,
  status: v.fallback(v.picklist(PURCHASE_STATUSES), 'ON_ORDER'),
  orderedAt: v.nullable(DateTime),
  deliveredAt: v.nullable(DateTime),
  note: nullableText,
  items: v.array(v.object({ productId: Integer, product: ProductCard, quantity: Integer, unitCost: Money })),
  units: Amount,
  totalNetCost: Money,
})
export type Purchase = v.InferOutput<typeof Purchase>

/** Days are sent as moments within them, in the company's time zone. */
export const PurchaseBody = v.object({
  supplier: v.object({ identifier: Id }),
  invoiceNumber: optionalLine(PURCHASE_LIMITS.invoiceNumber),
  status: v.picklist(PURCHASE_STATUSES),
  orderedAt: v.optional(v.nullable(Instant), null),
  deliveredAt: v.optional(v.nullable(Instant), null),
  note: note(PURCHASE_LIMITS.note),
  items: v.pipe(
    v.array(
      v.object({
        productId: Id,
        quantity: v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(MAX_IN_LINE)),
        unitCost: v.pipe(Cost, v.minValue(0.001)),
      }),
    ),
    v.minLength(1),
    v.maxLength(MAX_LINES),
  ),
})
export type PurchaseBody = v.InferInput<typeof PurchaseBody>

export const listPurchases = endpoint({
  name: 'listPurchases',
  method: 'GET',
  path: '/purchases',
  who: 'manager',
  summary: 'List delivered, ordered and planned purchases, latest first',
  query: v.object({ ...pages, status: v.optional(v.picklist(PURCHASE_STATUSES)) }),
  answer: v.array(Purchase),
  paged: true,
})

const aboutLines = ['SUPPLIER_NOT_FOUND', 'PRODUCT_NOT_FOUND', 'PRODUCT_TYPE_MISMATCH', 'DUPLICATED_PRODUCT'] as const

export const addPurchase = endpoint({
  name: 'addPurchase',
  method: 'POST',
  path: '/purchases',
  who: 'manager',
  summary: 'Create a purchase; a delivered one is received into the warehouse',
  body: PurchaseBody,
  answer: Purchase,
  status: 201,
  keyed: true,
  refusals: aboutLines,
})

export const changePurchase = endpoint({
  name: 'changePurchase',
  method: 'PUT',
  path: '/purchases/:identifier',
  who: 'manager',
  summary: 'Update a purchase; on delivery its lines are received into the warehouse and can no longer change',
  params: Identified,
  body: PurchaseBody,
  answer: Purchase,
  keyed: true,
  refusals: ['PURCHASE_NOT_FOUND', 'PURCHASE_DELIVERED', ...aboutLines],
})

export const deletePurchase = endpoint({
  name: 'deletePurchase',
  method: 'DELETE',
  path: '/purchases/:identifier',
  who: 'manager',
  summary: 'Cancel a purchase that is not delivered',
  params: Identified,
  answer: v.object({ identifier: Integer }),
  keyed: true,
  refusals: ['PURCHASE_NOT_FOUND', 'PURCHASE_DELIVERED'],
})
