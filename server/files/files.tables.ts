import { sql } from 'drizzle-orm'
import { customType, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { company, moment } from '../database/columns.ts'

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** Files that take too long to wait for: a job makes them, and the manager who asked for one downloads it for 7 days. */
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
    /** What was made. */
    name: text(),
    type: text(),
    content: bytea(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.id] }), index('ordered_files_open').on(t.askedAt).where(sql`ended_at is null`)],
)
