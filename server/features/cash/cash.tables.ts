import { sql } from 'drizzle-orm'
import { boolean, foreignKey, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { company, moment, whole } from '../../db/columns.ts'
import { machines } from '../machines/machines.tables.ts'

/**
 * What went into a machine's cash box and what lay in it: the ledger's own rules, in money. A cash sale is a delta, a report of
 * the machine a count, a withdrawal a count of nothing at the moment it was taken; so what a withdrawal took follows from what
 * happened before it, in whatever order it became known. The amount is stored with the withdrawal, because lists of them are read often, and
 * is computed again when anything before it becomes known.
 */
export const cashMovements = pgTable(
  'cash_movements',
  {
    companyId: company(),
    machineId: whole().notNull(),
    effectiveAt: moment().notNull(),
    operationId: uuid().notNull(),
    line: integer().notNull(),
    kind: text({ enum: ['delta', 'count'] }).notNull(),
    cause: text({ enum: ['SALE', 'REPORTED', 'WITHDRAWN', 'AUDIT'] }).notNull(),
    amountMinor: whole().notNull(),
    userId: integer(),
    voided: boolean().notNull().default(false),
    /** Of a withdrawal that stands: what lay in the box right before it, kept by `keepTaken`; null where nobody had counted it until then. */
    takenMinor: whole(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.machineId, t.effectiveAt, t.operationId, t.line] }),
    index('cash_movements_operation').on(t.companyId, t.operationId),
    index('cash_movements_withdrawn').on(t.companyId, t.cause, t.effectiveAt),
    index('cash_movements_counts').on(t.companyId, t.machineId, t.effectiveAt, t.operationId, t.line).where(sql`kind = 'count'`),
    foreignKey({ columns: [t.companyId, t.machineId], foreignColumns: [machines.companyId, machines.id] }),
  ],
)
