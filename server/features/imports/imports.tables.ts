import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { company, moment, whole } from '../../database/columns.ts'

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
  },
  (t) => [primaryKey({ columns: [t.companyId, t.id] }), index('imports_asked').on(t.companyId, t.askedAt)],
)
