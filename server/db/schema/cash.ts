import { sql } from 'drizzle-orm'
import { boolean, foreignKey, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { company, moment, wholeNumber } from '../columns.ts'
import { machines } from './machines.ts'

/**
 * Movements of a machine's cash box, with the rules of the stock ledger. A cash sale is a delta, a report of the machine a count, and a
 * withdrawal a count of zero. The withdrawn amount therefore follows from earlier movements, in any order of arrival. It is stored with the
 * withdrawal, because lists read it often, and recomputed when an earlier movement arrives.
 */
export const cashMovements = pgTable(
  'cash_movements',
  {
    companyId: company(),
    machineId: wholeNumber().notNull(),
    effectiveAt: moment().notNull(),
    operationId: uuid().notNull(),
    line: integer().notNull(),
    kind: text({ enum: ['delta', 'count'] }).notNull(),
    cause: text({ enum: ['SALE', 'REPORTED', 'WITHDRAWN', 'AUDIT'] }).notNull(),
    amountMinor: wholeNumber().notNull(),
    userId: integer(),
    voided: boolean().notNull().default(false),
    /** For a valid withdrawal: the balance right before it, stored by `storeTaken`; null if the box was never counted before. */
    takenMinor: wholeNumber(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.machineId, t.effectiveAt, t.operationId, t.line] }),
    index('cash_movements_operation').on(t.companyId, t.operationId),
    index('cash_movements_withdrawn').on(t.companyId, t.cause, t.effectiveAt),
    index('cash_movements_counts').on(t.companyId, t.machineId, t.effectiveAt, t.operationId, t.line).where(sql`kind = 'count'`),
    foreignKey({ columns: [t.companyId, t.machineId], foreignColumns: [machines.companyId, machines.id] }),
  ],
)

/**
 * What is known of a withdrawal beside the cash box itself: its bag, change, and the counters of the machine at that moment. Its amounts
 * are apart from `cash_movements`, because only the counters say what was in the box.
 */
export const collections = pgTable(
  'collections',
  {
    companyId: company(),
    /** The operation of the withdrawal. */
    operationId: uuid().notNull(),
    machineId: wholeNumber().notNull(),
    at: moment().notNull(),
    userId: integer(),
    /** The bag number as entered, and as it is compared (`bagKey`). */
    bag: text(),
    bagKey: text(),
    /** Change put into or taken out of the machine, apart from the bag. */
    floatInMinor: wholeNumber(),
    floatOutMinor: wholeNumber(),
    /** Counters since the installation; bills without those in the recycler. */
    boxMinor: wholeNumber(),
    billsMinor: wholeNumber(),
    readAt: moment(),
    readFrom: text({ enum: ['AUDIT', 'TYPED'] }),
    voided: boolean().notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.operationId] }),
    index('collections_at').on(t.companyId, t.at),
    index('collections_bag').on(t.companyId, t.bagKey, t.at).where(sql`bag_key is not null`),
    foreignKey({ columns: [t.companyId, t.machineId], foreignColumns: [machines.companyId, machines.id] }),
  ],
)

/** Counts of bags. The last valid one of a collection by its own time applies; the others are its history. */
export const bagCounts = pgTable(
  'bag_counts',
  {
    companyId: company(),
    /** The count's own operation, or the withdrawal if it was counted at the machine. */
    operationId: uuid().notNull(),
    at: moment().notNull(),
    userId: integer(),
    amountMinor: wholeNumber().notNull(),
    bag: text(),
    /** Of a count that names its bag only. */
    bagKey: text(),
    /** The counted collection; of a count by bag number it is computed from the collections and counts of that number (`matchCounts`). */
    collectionId: uuid(),
    voided: boolean().notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.operationId] }),
    index('bag_counts_at').on(t.companyId, t.at),
    index('bag_counts_collection').on(t.companyId, t.collectionId),
    index('bag_counts_bag').on(t.companyId, t.bagKey, t.at).where(sql`bag_key is not null`),
  ],
)
