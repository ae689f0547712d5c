import { sql } from 'drizzle-orm'
import { foreignKey, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { company, id, moment } from '../columns.ts'
import { users } from './account.ts'

/** API keys for external systems. Only hashes are stored, so reading this table grants no access. */
export const apiKeys = pgTable(
  'api_keys',
  {
    companyId: company(),
    id: id(),
    name: text().notNull(),
    keyHash: text().notNull(),
    /** The last characters, so that users can distinguish keys. */
    hint: text().notNull(),
    scopes: text().array().notNull(),
    /** The user on whose behalf it acts. A key never has more rights than this user. */
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
