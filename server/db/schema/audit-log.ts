import { sql } from 'drizzle-orm'
import { foreignKey, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
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
    /**
     * Copies of values in the content, for the filters of the list: conditions on JSON cannot use an index under row-level security. The
     * self-check compares them with the content.
     */
    action: text(),
    userId: integer(),
    machineId: wholeNumber(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.seq] }),
    index('audit_entries_at').on(table.companyId, table.at, table.seq),
    index('audit_entries_action').on(table.companyId, table.action, table.at, table.seq),
    index('audit_entries_user').on(table.companyId, table.userId, table.at, table.seq),
    index('audit_entries_machine').on(table.companyId, table.machineId, table.at, table.seq).where(sql`machine_id is not null`),
    foreignKey({ columns: [table.companyId], foreignColumns: [companies.id] }),
  ],
)
