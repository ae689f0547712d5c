import { sql } from 'drizzle-orm'
import { foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { company, id, moment, wholeNumber } from '../columns.ts'
import { machines } from './machines.ts'

/**
 * The activity log: one row per event, in the order in which the server learned of it. Written by `publishEventsSql` in the transaction of
 * the event itself. Stock changes are not copied but read from the ledger by operation.
 */
export const activities = pgTable(
  'activities',
  {
    companyId: company(),
    id: id(),
    type: text().notNull(),
    /** When it happened, by the clock of the reporting device or user; and when the server received it. */
    at: moment().notNull(),
    heardAt: moment().notNull(),
    /** The acting user; null for events of a machine. */
    userId: integer(),
    machineId: wholeNumber(),
    operationId: uuid(),
    moneyMinor: wholeNumber(),
    details: jsonb().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    index('activities_machine').on(t.companyId, t.machineId, t.id),
    index('activities_type').on(t.companyId, t.type, t.id),
    index('activities_user').on(t.companyId, t.userId, t.at, t.id).where(sql`user_id is not null`),
    index('activities_at').on(t.companyId, t.at),
    foreignKey({ columns: [t.companyId, t.machineId], foreignColumns: [machines.companyId, machines.id] }),
  ],
)
