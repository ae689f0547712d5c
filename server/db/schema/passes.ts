import { sql } from 'drizzle-orm'
import { boolean, foreignKey, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { PASS_CAUSES } from '#domain/passes.ts'
import { company, id, moment, wholeNumber } from '../columns.ts'
import { companies } from './company.ts'

/** Prepaid cards of employees. A deleted card retains its movements; its number can be used again. */
export const passes = pgTable(
  'passes',
  {
    companyId: company().references(() => companies.id),
    id: id(),
    cardIdentifier: text().notNull(),
    holderName: text().notNull(),
    /** The sum of the movements, stored redundantly. */
    balanceMinor: wholeNumber().notNull(),
    recurringMinor: wholeNumber().notNull(),
    isActive: boolean().notNull(),
    createdAt: moment().notNull(),
    deletedAt: moment(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    uniqueIndex('passes_card').on(t.companyId, t.cardIdentifier).where(sql`deleted_at is null`),
  ],
)

/** All credit movements; rows are never changed. Movements of one operation share its id. */
export const passMovements = pgTable(
  'pass_movements',
  {
    companyId: company(),
    id: id(),
    passId: wholeNumber().notNull(),
    amountMinor: wholeNumber().notNull(),
    cause: text({ enum: PASS_CAUSES }).notNull(),
    operationId: uuid().notNull(),
    userId: integer().notNull(),
    at: moment().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    index('pass_movements_pass').on(t.companyId, t.passId),
    uniqueIndex('pass_movements_once').on(t.companyId, t.userId, t.operationId, t.passId),
    foreignKey({ columns: [t.companyId, t.passId], foreignColumns: [passes.companyId, passes.id] }),
  ],
)
