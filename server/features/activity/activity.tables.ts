import { foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { company, id, moment, whole } from '../../db/columns.ts'
import { machines } from '../machines/machines.tables.ts'

/**
 * What happened, one row a thing, in the order in which it became known: written by `publishEventsSql`, in the transaction of the thing
 * itself. What it moved in stock is not copied: it is read from the ledger by the operation.
 */
export const activities = pgTable(
  'activities',
  {
    companyId: company(),
    id: id(),
    type: text().notNull(),
    /** When it happened, by the clock of whoever did it; and when the server heard of it. */
    at: moment().notNull(),
    heardAt: moment().notNull(),
    /** Who did it; null where nobody did: a machine told it. */
    userId: integer(),
    machineId: whole(),
    operationId: uuid(),
    moneyMinor: whole(),
    details: jsonb().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    index('activities_machine').on(t.companyId, t.machineId, t.id),
    index('activities_type').on(t.companyId, t.type, t.id),
    index('activities_at').on(t.companyId, t.at),
    foreignKey({ columns: [t.companyId, t.machineId], foreignColumns: [machines.companyId, machines.id] }),
  ],
)
