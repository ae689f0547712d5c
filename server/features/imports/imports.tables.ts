import { jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { company, moment } from '../../database/columns.ts'

/** Which column of a file meant what the last time, by the heads of its columns: the next such file is understood at once. */
export const importMappings = pgTable(
  'import_mappings',
  { companyId: company(), kind: text().notNull(), heads: text().notNull(), mapping: jsonb().notNull(), usedAt: moment().notNull() },
  (t) => [primaryKey({ columns: [t.companyId, t.kind, t.heads] })],
)
