import * as v from 'valibot'
import { CASE_SIZES } from '#domain/warehouse/cases.ts'
import { COVER_DAYS, MAX_CASES, ORDER_STATES, STANDARD_COVER_DAYS } from '#domain/warehouse/order.ts'
import { MAX_IN_LINE, MAX_LINES } from '#domain/warehouse/purchase.ts'
import { endpoint } from './endpoint.ts'
import { CalendarDay, DateOnly, DateTime, Id, Integer, line, PageNumber, pageSize, QueryId, SearchText, text } from './fields.ts'
import { Cost, ProductCard } from './products.ts'
import { PURCHASE_LIMITS, Purchase, Supplier } from './purchases.ts'
import { Amount, Money } from './units.ts'

export const ORDER_NOTE = 1_000

const Cases = v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(MAX_CASES))
const PiecesPerCase = v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(CASE_SIZES.most))

/**
 * A product in a proposal. `piecesPerCase`: 1 if it is ordered singly, as are packs of an ingredient. `unitCost`: of a piece or pack, from the
 * last purchase; 0 if unknown. `perDay`, `shortage`, `inWarehouse` and `onOrder` are in the units of the warehouse: pieces, grams or
 * millilitres. `cases`: the proposed quantity.
 */
export const ProposedLine = v.object({
  productId: Integer,
  product: ProductCard,
  piecesPerCase: Integer,
  unitCost: Money,
  perDay: Amount,
  shortage: Integer,
  inWarehouse: Integer,
  onOrder: Amount,
  cases: Integer,
})
export type ProposedLine = v.InferOutput<typeof ProposedLine>

/** What to order from a supplier; null: products without one. `expectedOn`: the company's day of the delivery, if it is ordered today. */
export const Proposal = v.object({
  supplier: v.nullable(Supplier),
  expectedOn: DateOnly,
  lines: v.array(ProposedLine),
})
export type Proposal = v.InferOutput<typeof Proposal>

export const proposeOrders = endpoint({
  name: 'proposeOrders',
  method: 'GET',
  path: '/supplier-orders/proposals',
  who: 'manager',
  summary:
    'Propose what to order from each supplier: forecast sales until the end of the days to cover after the lead time, plus shortages of the machines, minus the warehouse and what is on order, rounded up to cases',
  query: v.object({
    coverDays: v.optional(
      v.pipe(
        v.string(),
        v.regex(/^\d{1,2}$/, 'must be a number of days'),
        v.transform(Number),
        v.picklist(COVER_DAYS, `must be one of ${COVER_DAYS.join(', ')}`),
      ),
      String(STANDARD_COVER_DAYS),
    ),
  }),
  answer: v.array(Proposal),
})

/** `received` and `cases` × `piecesPerCase` are in pieces, or packs of an ingredient. */
const OrderLine = v.object({
  productId: Integer,
  product: ProductCard,
  cases: Integer,
  piecesPerCase: Integer,
  unitCost: Money,
  received: Amount,
})

/**
 * `version` grows with every change. `sentTo`: the mail address; null if the order was placed otherwise.
 * `deliveries`: the purchases by which it was received.
 */
export const SupplierOrder = v.object({
  id: Integer,
  number: Integer,
  version: Integer,
  state: v.fallback(v.picklist(ORDER_STATES), 'SENT'),
  supplier: v.object({ identifier: Integer, name: v.string(), email: v.nullable(v.string()), minimumOrder: v.nullable(Money) }),
  note: v.nullable(v.string()),
  expectedOn: v.nullable(DateOnly),
  createdAt: DateTime,
  createdBy: v.nullable(v.string()),
  sentAt: v.nullable(DateTime),
  sentTo: v.nullable(v.string()),
  sends: Integer,
  closedAt: v.nullable(DateTime),
  lines: v.array(OrderLine),
  totalNetCost: Money,
  deliveries: v.array(v.pick(Purchase, ['identifier', 'invoiceNumber', 'deliveredAt', 'units'])),
})
export type SupplierOrder = v.InferOutput<typeof SupplierOrder>

export const listOrders = endpoint({
  name: 'listOrders',
  method: 'GET',
  path: '/supplier-orders',
  who: 'manager',
  summary: 'List orders to suppliers, latest first',
  query: v.object({ page: PageNumber, size: pageSize(100), query: SearchText, state: v.optional(v.picklist(ORDER_STATES)) }),
  answer: v.array(SupplierOrder),
  paged: true,
})

const Identified = v.object({ id: QueryId })

export const getOrder = endpoint({
  name: 'getOrder',
  method: 'GET',
  path: '/supplier-orders/:id',
  who: 'manager',
  summary: 'Retrieve an order with its lines and deliveries',
  params: Identified,
  answer: SupplierOrder,
  refusals: ['ORDER_NOT_FOUND'],
})

/** A `unitCost` of 0 is unknown. */
const words = {
  note: v.optional(v.nullable(text(ORDER_NOTE)), null),
  expectedOn: v.optional(v.nullable(CalendarDay), null),
  lines: v.pipe(
    v.array(v.object({ productId: Id, cases: Cases, piecesPerCase: PiecesPerCase, unitCost: Cost })),
    v.minLength(1),
    v.maxLength(MAX_LINES),
  ),
}

/** `send`: also send it to the supplier. */
export const OrderBody = v.object({ supplier: v.object({ identifier: Id }), ...words, send: v.optional(v.boolean(), false) })
export type OrderBody = v.InferInput<typeof OrderBody>

const aboutLines = ['SUPPLIER_NOT_FOUND', 'PRODUCT_NOT_FOUND', 'PRODUCT_TYPE_MISMATCH', 'DUPLICATED_PRODUCT'] as const
const aboutOrder = ['ORDER_NOT_FOUND', 'ORDER_CHANGED', 'ORDER_STATE'] as const

export const addOrder = endpoint({
  name: 'addOrder',
  method: 'POST',
  path: '/supplier-orders',
  who: 'manager',
  summary:
    'Create an order as a draft, or send it to the supplier by mail with a PDF; without a mail address it counts as ordered otherwise',
  body: OrderBody,
  answer: SupplierOrder,
  status: 201,
  keyed: true,
  refusals: aboutLines,
})

/** The version that the user saw; another one is refused. */
const Version = v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(2 ** 31 - 1))

export const OrderChange = v.object({ version: Version, ...words })
export type OrderChange = v.InferInput<typeof OrderChange>

export const changeOrder = endpoint({
  name: 'changeOrder',
  method: 'PATCH',
  path: '/supplier-orders/:id',
  who: 'manager',
  summary: 'Update a draft',
  params: Identified,
  body: OrderChange,
  answer: SupplierOrder,
  keyed: true,
  refusals: [...aboutOrder, ...aboutLines],
})

const Versioned = v.object({ version: Version })

export const sendOrder = endpoint({
  name: 'sendOrder',
  method: 'POST',
  path: '/supplier-orders/:id/send',
  who: 'manager',
  summary: 'Send a draft to the supplier, or a sent order again; a repeated request is refused as outdated and sends nothing',
  params: Identified,
  body: Versioned,
  answer: SupplierOrder,
  keyed: true,
  refusals: [...aboutOrder, 'SUPPLIER_NOT_FOUND'],
})

export const cancelOrder = endpoint({
  name: 'cancelOrder',
  method: 'POST',
  path: '/supplier-orders/:id/cancel',
  who: 'manager',
  summary: 'Cancel an order, or the rest of one that was received in part; the supplier is not notified',
  params: Identified,
  body: Versioned,
  answer: SupplierOrder,
  keyed: true,
  refusals: aboutOrder,
})

/** `quantity`: received pieces, or packs of an ingredient, also more than ordered. `unitCost`: the order's by default. */
export const ReceiptBody = v.object({
  version: Version,
  invoiceNumber: v.optional(v.nullable(line(PURCHASE_LIMITS.invoiceNumber)), null),
  lines: v.pipe(
    v.array(
      v.object({
        productId: Id,
        quantity: v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(MAX_IN_LINE)),
        unitCost: v.optional(v.pipe(Cost, v.minValue(0.001))),
      }),
    ),
    v.minLength(1),
    v.maxLength(MAX_LINES),
  ),
})
export type ReceiptBody = v.InferInput<typeof ReceiptBody>

export const receiveOrder = endpoint({
  name: 'receiveOrder',
  method: 'POST',
  path: '/supplier-orders/:id/receive',
  who: 'manager',
  summary: 'Receive goods of a sent order as a purchase into the warehouse, all or a part of them, once for each version',
  params: Identified,
  body: ReceiptBody,
  answer: SupplierOrder,
  keyed: true,
  refusals: [...aboutOrder, 'PRODUCT_NOT_FOUND', 'PRODUCT_TYPE_MISMATCH', 'DUPLICATED_PRODUCT'],
})

export const printOrder = endpoint({
  name: 'printOrder',
  method: 'POST',
  path: '/supplier-orders/:id/pdf',
  who: 'manager',
  summary: 'Create a signed URL of the order as a PDF in the language of the company, valid for 10 minutes',
  params: Identified,
  answer: v.object({ url: v.string() }),
  refusals: ['ORDER_NOT_FOUND'],
})

export const setSupplierProducts = endpoint({
  name: 'setSupplierProducts',
  method: 'POST',
  path: '/suppliers/:identifier/products',
  who: 'manager',
  summary: 'Order these products from this supplier from now on',
  params: v.object({ identifier: QueryId }),
  body: v.object({ productIds: v.pipe(v.array(Id), v.minLength(1), v.maxLength(1_000)) }),
  answer: v.object({ identifier: Integer, products: Integer }),
  keyed: true,
  refusals: ['SUPPLIER_NOT_FOUND', 'PRODUCT_NOT_FOUND'],
})
