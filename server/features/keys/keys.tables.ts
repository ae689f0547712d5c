import { sql } from 'drizzle-orm'
import { foreignKey, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { company, id, moment } from '../../db/columns.ts'
import { users } from '../account/account.tables.ts'

/** Keys of outside systems. What is kept is no key: whoever reads this table comes in nowhere. */
export const apiKeys = pgTable(
  'api_keys',
  {
    companyId: company(),
    id: id(),
    name: text().notNull(),
    keyHash: text().notNull(),
    /** How it ends, so that people tell one from another. */
    hint: text().notNull(),
    scopes: text().array().notNull(),
    /** In whose name it acts: it may never do more than they may. */
    userId: integer().notNull(),
    createdAt: moment().notNull(),
    lastUsedAt: moment(),
    revokedAt: moment(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    uniqueIndex('api_keys_hash').on(t.keyHash).where(sql`revoked_at is null`),
    foreignKey({ columns: [t.companyId, t.userId], foreignColumns: [users.companyId, users.id] }),
  ],
)
