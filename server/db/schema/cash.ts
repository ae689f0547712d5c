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
    /** For a valid withdrawal: the balance right before it, stored by `keepTaken`; null if the box was never counted before. */
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
