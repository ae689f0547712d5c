import { foreignKey, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { company, moment, whole } from '../db/columns.ts'
import { companies } from '../features/company/company.tables.ts'

/** Who changed what. Rows are only ever added: the roles of requests may not change or delete them, and each seals the one before. */
export const auditEntries = pgTable(
  'audit_entries',
  {
    companyId: company(),
    seq: whole().notNull(),
    at: moment().notNull(),
    /** What happened, as `Audited` has it, with its time. */
    content: jsonb().notNull(),
    /** SHA-256, in hex, over the hash before and the content as text. */
    hash: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.seq] }),
    foreignKey({ columns: [table.companyId], foreignColumns: [companies.id] }),
  ],
)
