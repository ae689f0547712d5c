import { sql } from 'drizzle-orm'
import { customType, doublePrecision, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { company, moment, whole } from '../db/columns.ts'

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
    size: whole(),
    /** How much of it is made, from 0 to 1. */
    progress: doublePrecision().notNull().default(0),
    /** The content of files that an earlier version made; others have theirs in parts. */
    content: bytea(),
    /** Which process makes it, and when it last said so. */
    holder: text(),
    beatAt: moment(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.id] }), index('ordered_files_open').on(t.askedAt).where(sql`ended_at is null`)],
)

/** The parts of a file that was made. */
export const orderedFileParts = pgTable(
  'ordered_file_parts',
  { companyId: company(), fileId: uuid().notNull(), part: integer().notNull(), content: bytea().notNull() },
  (t) => [
    primaryKey({ columns: [t.companyId, t.fileId, t.part] }),
    foreignKey({ columns: [t.companyId, t.fileId], foreignColumns: [orderedFiles.companyId, orderedFiles.id] }).onDelete('cascade'),
  ],
)
