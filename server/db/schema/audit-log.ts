import { foreignKey, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { company, moment, wholeNumber } from '../columns.ts'
import { companies } from './company.ts'

/** The audit log. Rows are append-only: the request roles may not update or delete them, and each contains the hash of the previous one. */
export const auditEntries = pgTable(
  'audit_entries',
  {
    companyId: company(),
    seq: wholeNumber().notNull(),
    at: moment().notNull(),
    /** The event as `Audited`, with its time. */
    content: jsonb().notNull(),
    /** SHA-256, in hex, of the previous hash and the content as text. */
    hash: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.seq] }),
    foreignKey({ columns: [table.companyId], foreignColumns: [companies.id] }),
  ],
)
