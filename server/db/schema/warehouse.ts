import { sql } from 'drizzle-orm'
import { foreignKey, index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { CHANGE_TYPES } from '#domain/warehouse/change.ts'
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
    createdAt: moment().notNull(),
    deletedAt: moment(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.id] })],
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
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    index('purchases_supplier').on(t.companyId, t.supplierId),
    foreignKey({ columns: [t.companyId, t.supplierId], foreignColumns: [suppliers.companyId, suppliers.id] }),
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
