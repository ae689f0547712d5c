import { sql } from 'drizzle-orm'
import { customType, doublePrecision, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { company, moment, wholeNumber } from '../columns.ts'

/** Last mapping of the columns of a file, by its headers, so that the next such file is recognized. A mapping may have a name. */
export const importMappings = pgTable(
  'import_mappings',
  {
    companyId: company(),
    kind: text().notNull(),
    heads: text().notNull(),
    mapping: jsonb().notNull(),
    usedAt: moment().notNull(),
    name: text(),
    /** The import that stored this mapping; null if that was before version 0049 of the database. */
    importId: uuid(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.kind, t.heads] })],
)

/** Every imported file: user, time, result, and the records it created, so that it can be undone as a whole. */
export const imports = pgTable(
  'imports',
  {
    companyId: company(),
    id: uuid().notNull(),
    userId: integer().notNull(),
    kind: text().notNull(),
    name: text().notNull(),
    size: wholeNumber().notNull(),
    /** An `ImportState`. */
    state: text().notNull(),
    /** Numbers of new, known, rejected and other rows. */
    counts: jsonb(),
    /** Machines, products and slots that it created. */
    created: jsonb(),
    askedAt: moment().notNull(),
    endedAt: moment(),
    undoneAt: moment(),
    /** Progress of the current state, from 0 to 1. */
    progress: doublePrecision().notNull().default(0),
    /** How to read the file: `ImportChoices`. */
    choices: jsonb(),
    /** The result of reading: an `ImportPreview`. */
    preview: jsonb(),
    /** What it stored in `import_mappings`. */
    layout: jsonb(),
    /** Reason of failure. */
    why: text(),
    /** Last heartbeat of the worker. If it is too old, another process takes over. */
    beatAt: moment(),
    /** The process that works on it. */
    holder: text(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    index('imports_asked').on(t.companyId, t.askedAt),
    index('imports_worked_on').on(t.askedAt).where(sql`state in ('READING', 'RUNNING', 'CANCELLING', 'UNDOING')`),
  ],
)

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** Parts of an uploaded file, deleted when its import ends. */
export const importParts = pgTable(
  'import_parts',
  { companyId: company(), importId: uuid().notNull(), part: integer().notNull(), content: bytea().notNull() },
  (t) => [
    primaryKey({ columns: [t.companyId, t.importId, t.part] }),
    foreignKey({ columns: [t.companyId, t.importId], foreignColumns: [imports.companyId, imports.id] }).onDelete('cascade'),
  ],
)
