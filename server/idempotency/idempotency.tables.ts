import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { company, moment } from '../db/columns.ts'

/** What a write with an `Idempotency-Key` was answered: whoever sends it again is told the same. */
export const answeredWrites = pgTable(
  'answered_writes',
  {
    companyId: company(),
    userId: integer().notNull(),
    key: uuid().notNull(),
    /** Of the call and of what it said. */
    bodyHash: text().notNull(),
    answer: jsonb(),
    at: moment().notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.userId, t.key] }), index('answered_writes_age').on(t.at)],
)
