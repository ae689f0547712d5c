import { sql } from 'drizzle-orm'
import { bigint, foreignKey, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { company, moment, wholeNumber } from '../columns.ts'
import { companies } from './company.ts'

/** The machine that an entry is about: named by the writer, the object itself, or the one a device was put into or taken out of. */
const MACHINE = sql.raw(`(case when content ? 'machine' then content->>'machine'
    when content->'of'->>'kind' = 'machine' then content->'of'->>'id'
    when content->>'action' in ('device-connected', 'device-disconnected') then content->'after'->>'machine' end)::bigint`)

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
     * What the list is filtered by. Computed by the database, so they cannot differ from the hashed content; columns, because conditions on
     * JSON cannot use an index under row-level security.
     */
    action: text().generatedAlwaysAs(sql`content->>'action'`),
    userId: integer().generatedAlwaysAs(sql`(content->>'userId')::integer`),
    machineId: bigint({ mode: 'number' }).generatedAlwaysAs(sql`${MACHINE}`),
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
