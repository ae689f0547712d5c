import { foreignKey, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { company, moment, whole } from '../../database/columns.ts'
import { machines } from '../machines/machines.tables.ts'

/** What a machine sold, at the machine's own time. `id` is the operation id of its stock movements. */
export const transactions = pgTable(
  'transactions',
  {
    companyId: company(),
    id: uuid().notNull(),
    machineId: whole().notNull(),
    at: moment().notNull(),
    amountMinor: whole().notNull(),
    type: text().notNull(),
    slotNumber: text().notNull(),
    productId: whole(),
    cardIdentifier: text(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    index('transactions_at').on(t.companyId, t.at),
    index('transactions_machine').on(t.companyId, t.machineId, t.at),
    foreignKey({ columns: [t.companyId, t.machineId], foreignColumns: [machines.companyId, machines.id] }),
  ],
)
