import { sql } from 'drizzle-orm'
import { date, foreignKey, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { CHANGE_TYPES } from '#domain/warehouse/change.ts'
import { ORDER_STATES } from '#domain/warehouse/order.ts'
import { PURCHASE_STATUSES } from '#domain/warehouse/purchase.ts'
import { company, id, moment, wholeNumber } from '../columns.ts'
import { companies } from './company.ts'
import { products } from './products.ts'
import { operations } from './sync.ts'

/** Suppliers of a company. An archived one is still referenced by its purchases. */
export const suppliers = pgTable(
  'suppliers',
  {
    companyId: company().references(() => companies.id),
    id: id(),
    name: text().notNull(),
    phone: text(),
    email: text(),
    address: text(),
    note: text(),
    /** Orders below it are not delivered; null without a minimum. */
    minimumOrderMinor: wholeNumber(),
    /** Days from an order to its delivery; null if unknown. */
    leadDays: integer(),
    createdAt: moment().notNull(),
    deletedAt: moment(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.id] })],
)

/** The supplier from which a product is ordered; without a row, the one of its last purchase. */
export const productSuppliers = pgTable(
  'product_suppliers',
  {
    companyId: company(),
    productId: wholeNumber().notNull(),
    supplierId: wholeNumber().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.productId] }),
    foreignKey({ columns: [t.companyId, t.productId], foreignColumns: [products.companyId, products.id] }),
    foreignKey({ columns: [t.companyId, t.supplierId], foreignColumns: [suppliers.companyId, suppliers.id] }),
  ],
)

/** Orders to suppliers. The goods arrive as purchases with this order. */
export const supplierOrders = pgTable(
  'supplier_orders',
  {
    companyId: company(),
    id: id(),
    /** Counts from 1 in each company. */
    number: integer().notNull(),
    supplierId: wholeNumber().notNull(),
    state: text({ enum: ORDER_STATES }).notNull(),
    /** Grows with every change, so that a change of an outdated order is refused. */
    version: integer().notNull().default(1),
    note: text(),
    expectedOn: date(),
    createdAt: moment().notNull(),
    createdBy: integer().notNull(),
    /** When it was sent last, and how often. */
    sentAt: moment(),
    sends: integer().notNull().default(0),
    /** The mail address it was sent to; null if it was ordered otherwise. */
    sentTo: text(),
    /** When it was received completely, or cancelled. */
    closedAt: moment(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    uniqueIndex('supplier_orders_number').on(t.companyId, t.number),
    foreignKey({ columns: [t.companyId, t.supplierId], foreignColumns: [suppliers.companyId, suppliers.id] }),
  ],
)

export const supplierOrderLines = pgTable(
  'supplier_order_lines',
  {
    companyId: company(),
    orderId: wholeNumber().notNull(),
    productId: wholeNumber().notNull(),
    /** Position in the order. */
    place: wholeNumber().notNull(),
    cases: integer().notNull(),
    /** Pieces, or packs of an ingredient. */
    piecesPerCase: integer().notNull(),
    /** Of a piece or pack; 0 if unknown. */
    unitCostMinor: wholeNumber().notNull(),
    /** Received pieces or packs. */
    received: wholeNumber().notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.orderId, t.productId] }),
    foreignKey({ columns: [t.companyId, t.orderId], foreignColumns: [supplierOrders.companyId, supplierOrders.id] }),
    foreignKey({ columns: [t.companyId, t.productId], foreignColumns: [products.companyId, products.id] }),
  ],
)

export const purchases = pgTable(
  'purchases',
  {
    companyId: company(),
    id: id(),
    supplierId: wholeNumber().notNull(),
    invoiceNumber: text(),
    status: text({ enum: PURCHASE_STATUSES }).notNull(),
    orderedAt: moment(),
    deliveredAt: moment(),
    note: text(),
    createdAt: moment().notNull(),
    /** The order of which it is a delivery. */
    orderId: wholeNumber(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    index('purchases_supplier').on(t.companyId, t.supplierId),
    index('purchases_order').on(t.companyId, t.orderId).where(sql`order_id is not null`),
    foreignKey({ columns: [t.companyId, t.supplierId], foreignColumns: [suppliers.companyId, suppliers.id] }),
    foreignKey({ columns: [t.companyId, t.orderId], foreignColumns: [supplierOrders.companyId, supplierOrders.id] }),
  ],
)

export const purchaseLines = pgTable(
  'purchase_lines',
  {
    companyId: company(),
    purchaseId: wholeNumber().notNull(),
    productId: wholeNumber().notNull(),
    /** Position on the invoice. */
    place: wholeNumber().notNull(),
    /** Pieces, and packs of an ingredient. */
    quantity: wholeNumber().notNull(),
    unitCostMinor: wholeNumber().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.purchaseId, t.productId] }),
    foreignKey({ columns: [t.companyId, t.purchaseId], foreignColumns: [purchases.companyId, purchases.id] }).onDelete('cascade'),
    foreignKey({ columns: [t.companyId, t.productId], foreignColumns: [products.companyId, products.id] }),
  ],
)

/** Type and note of warehouse changes. The user and time are in the operation, the quantities in the ledger. */
export const warehouseChanges = pgTable(
  'warehouse_changes',
  {
    companyId: company(),
    operationId: uuid().notNull(),
    type: text({ enum: CHANGE_TYPES }).notNull(),
    note: text(),
    /** The purchase that this change delivered, which is received once. */
    purchaseId: wholeNumber(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.operationId] }),
    uniqueIndex('warehouse_changes_purchase').on(t.companyId, t.purchaseId).where(sql`purchase_id is not null`),
    foreignKey({ columns: [t.companyId, t.operationId], foreignColumns: [operations.companyId, operations.id] }),
    foreignKey({ columns: [t.companyId, t.purchaseId], foreignColumns: [purchases.companyId, purchases.id] }),
  ],
)
