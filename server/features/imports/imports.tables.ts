import { sql } from 'drizzle-orm'
import { customType, doublePrecision, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { company, moment, whole } from '../../db/columns.ts'

/** How the columns of a file were read the last time, by their heads: the next such file is understood at once. A mapping may have a name. */
export const importMappings = pgTable(
  'import_mappings',
  {
    companyId: company(),
    kind: text().notNull(),
    heads: text().notNull(),
    mapping: jsonb().notNull(),
    usedAt: moment().notNull(),
    name: text(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.kind, t.heads] })],
)

/** Each file that was brought in: who, when, what became of it, and what its import created, so that it can be undone as a whole. */
export const imports = pgTable(
  'imports',
  {
    companyId: company(),
    id: uuid().notNull(),
    userId: integer().notNull(),
    kind: text().notNull(),
    name: text().notNull(),
    size: whole().notNull(),
    /** An `ImportState`. */
    state: text().notNull(),
    /** How many rows were new, known, refused and so on. */
    counts: jsonb(),
    /** Machines, products and slots that it created. */
    created: jsonb(),
    askedAt: moment().notNull(),
    endedAt: moment(),
    undoneAt: moment(),
    /** Of the present state, from 0 to 1. */
    progress: doublePrecision().notNull().default(0),
    /** How the file is read: `ImportChoices`. */
    choices: jsonb(),
    /** What the file was read as: an `ImportPreview`. */
    preview: jsonb(),
    /** Why it failed. */
    why: text(),
    /** When the process that works on it last said so; another one takes over from a process that died. */
    beatAt: moment(),
    /** Which process works on it. */
    holder: text(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    index('imports_asked').on(t.companyId, t.askedAt),
    index('imports_worked_on').on(t.askedAt).where(sql`state in ('READING', 'RUNNING', 'CANCELLING', 'UNDOING')`),
  ],
)

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** The parts of an uploaded file, until its import has ended. */
export const importParts = pgTable(
  'import_parts',
  { companyId: company(), importId: uuid().notNull(), part: integer().notNull(), content: bytea().notNull() },
  (t) => [
    primaryKey({ columns: [t.companyId, t.importId, t.part] }),
    foreignKey({ columns: [t.companyId, t.importId], foreignColumns: [imports.companyId, imports.id] }).onDelete('cascade'),
  ],
)
