import { sql } from 'drizzle-orm'
import { customType, doublePrecision, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { company, moment, wholeNumber } from '../columns.ts'

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** Files that take too long for one request. A job creates them, and the manager who requested one can download it for 7 days. */
export const orderedFiles = pgTable(
  'ordered_files',
  {
    companyId: company(),
    id: uuid().notNull(),
    userId: integer().notNull(),
    kind: text().notNull(),
    /** The query of the call that requested it. */
    query: jsonb().notNull(),
    locale: text().notNull(),
    askedAt: moment().notNull(),
    startedAt: moment(),
    endedAt: moment(),
    tries: integer().notNull().default(0),
    failure: text(),
    /** The result. */
    name: text(),
    type: text(),
    size: wholeNumber(),
    /** The progress, from 0 to 1. */
    progress: doublePrecision().notNull().default(0),
    /** The content of files from an earlier version. Others are stored in parts. */
    content: bytea(),
    /** The process that creates it, and its last report. */
    holder: text(),
    beatAt: moment(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.id] }), index('ordered_files_open').on(t.askedAt).where(sql`ended_at is null`)],
)

/** The parts of a finished file. */
export const orderedFileParts = pgTable(
  'ordered_file_parts',
  { companyId: company(), fileId: uuid().notNull(), part: integer().notNull(), content: bytea().notNull() },
  (t) => [
    primaryKey({ columns: [t.companyId, t.fileId, t.part] }),
    foreignKey({ columns: [t.companyId, t.fileId], foreignColumns: [orderedFiles.companyId, orderedFiles.id] }).onDelete('cascade'),
  ],
)
