import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { company, moment } from '../database/columns.ts'

/** Files that took too long to wait for: a job makes them and sends them by mail to whoever asked. */
export const orderedFiles = pgTable(
  'ordered_files',
  {
    companyId: company(),
    id: uuid().notNull(),
    userId: integer().notNull(),
    kind: text().notNull(),
    /** What it is to hold: the query of the call that asked for it. */
    query: jsonb().notNull(),
    locale: text().notNull(),
    askedAt: moment().notNull(),
    startedAt: moment(),
    endedAt: moment(),
    tries: integer().notNull().default(0),
    failure: text(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.id] }), index('ordered_files_open').on(t.askedAt).where(sql`ended_at is null`)],
)
