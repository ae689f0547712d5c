import { sql } from 'drizzle-orm'
import { boolean, date, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { REVIEW_KINDS } from '#contract/reviews.ts'
import { company, id, moment, wholeNumber } from '../columns.ts'
import { machines } from './machines.ts'
import { products } from './products.ts'
import { slots } from './slots.ts'
import { vans } from './vans.ts'

export const POINT_KINDS = ['SLOT', 'SELECTION', 'CANISTER', 'WAREHOUSE', 'VAN'] as const

/**
 * Stock locations: a product's installation in a slot, an ingredient's canister, or a product in the warehouse or in a van. A SELECTION is a
 * hot drink's installation on a button and holds no stock of its own. `balance` and `counted…` are derived from the movements.
 */
export const stockPoints = pgTable(
  'stock_points',
  {
    companyId: company(),
    id: id(),
    kind: text({ enum: POINT_KINDS }).notNull(),
    machineId: wholeNumber(),
    slotId: wholeNumber(),
    vanId: wholeNumber(),
    productId: wholeNumber().notNull(),
    maxQuantity: wholeNumber(),
    installedAt: moment().notNull(),
    removedAt: moment(),
    /** Thousandths. */
    balance: wholeNumber().notNull().default(0),
    countedAt: moment(),
    countedBy: uuid(),
    countedLine: integer(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    index('stock_points_machine').on(t.companyId, t.machineId),
    uniqueIndex('stock_points_open_slot').on(t.companyId, t.slotId).where(sql`removed_at is null and slot_id is not null`),
    uniqueIndex('stock_points_open_canister')
      .on(t.companyId, t.machineId, t.productId)
      .where(sql`removed_at is null and kind = 'CANISTER'`),
    uniqueIndex('stock_points_warehouse').on(t.companyId, t.productId).where(sql`kind = 'WAREHOUSE'`),
    uniqueIndex('stock_points_van').on(t.companyId, t.vanId, t.productId).where(sql`kind = 'VAN'`),
    foreignKey({ columns: [t.companyId, t.vanId], foreignColumns: [vans.companyId, vans.id] }),
    foreignKey({ columns: [t.companyId, t.machineId], foreignColumns: [machines.companyId, machines.id] }),
    foreignKey({ columns: [t.companyId, t.slotId], foreignColumns: [slots.companyId, slots.id] }),
    foreignKey({ columns: [t.companyId, t.productId], foreignColumns: [products.companyId, products.id] }),
  ],
)

/** The ledger: append-only except for `voided`. */
export const movements = pgTable(
  'movements',
  {
    companyId: company(),
    stockPointId: wholeNumber().notNull(),
    effectiveAt: moment().notNull(),
    operationId: uuid().notNull(),
    line: integer().notNull(),
    kind: text({ enum: ['delta', 'count'] }).notNull(),
    cause: text().notNull(),
    /** Thousandths; signed for a delta. */
    quantity: wholeNumber().notNull(),
    voided: boolean().notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.stockPointId, t.effectiveAt, t.operationId, t.line] }),
    index('movements_operation').on(t.companyId, t.operationId),
    foreignKey({ columns: [t.companyId, t.stockPointId], foreignColumns: [stockPoints.companyId, stockPoints.id] }),
  ],
)

/** Best-before dates of restocks: of the goods that one operation put into one slot. */
export const bestBeforeDates = pgTable(
  'best_before_dates',
  {
    companyId: company(),
    stockPointId: wholeNumber().notNull(),
    operationId: uuid().notNull(),
    bestBefore: date().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.stockPointId, t.operationId] }),
    index('best_before_dates_day').on(t.companyId, t.bestBefore),
    foreignKey({ columns: [t.companyId, t.stockPointId], foreignColumns: [stockPoints.companyId, stockPoints.id] }),
  ],
)

/** Undone operations, including those that have not arrived yet. */
export const voids = pgTable('voids', { companyId: company(), operationId: uuid().notNull(), byOperation: uuid().notNull() }, (t) => [
  primaryKey({ columns: [t.companyId, t.operationId] }),
])

/** Doubtful results of offline work that a manager has to decide on. */
export const reviewItems = pgTable(
  'review_items',
  {
    companyId: company(),
    id: id(),
    kind: text({ enum: REVIEW_KINDS }).notNull(),
    machineId: wholeNumber(),
    stockPointId: wholeNumber(),
    operationId: uuid().notNull(),
    details: jsonb().notNull(),
    createdAt: moment().notNull(),
    decidedAt: moment(),
    decidedBy: integer(),
    decision: text(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    uniqueIndex('review_items_once').on(t.companyId, t.kind, t.operationId, t.stockPointId),
    index('review_items_open').on(t.companyId, t.createdAt).where(sql`decided_at is null`),
    foreignKey({ columns: [t.companyId, t.machineId], foreignColumns: [machines.companyId, machines.id] }),
    foreignKey({ columns: [t.companyId, t.stockPointId], foreignColumns: [stockPoints.companyId, stockPoints.id] }),
  ],
)
