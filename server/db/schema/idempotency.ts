import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { company, moment } from '../columns.ts'

/** Stored responses of writes with an `Idempotency-Key`. A retry gets the same response. */
export const answeredWrites = pgTable(
  'answered_writes',
  {
    companyId: company(),
    userId: integer().notNull(),
    key: uuid().notNull(),
    /** HMAC of the endpoint and the body. */
    bodyHash: text().notNull(),
    answer: jsonb(),
    at: moment().notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.userId, t.key] }), index('answered_writes_age').on(t.at)],
)
