import { sql } from 'drizzle-orm'
import { boolean, foreignKey, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { PASS_CAUSES } from '#domain/passes.ts'
import { company, id, moment, whole } from '../../db/columns.ts'
import { companies } from '../company/company.tables.ts'

/** Prepaid cards of employees. One that was taken back keeps its movements; another may be given out under its number. */
export const passes = pgTable(
  'passes',
  {
    companyId: company().references(() => companies.id),
    id: id(),
    cardIdentifier: text().notNull(),
    holderName: text().notNull(),
    /** What the movements add up to, kept beside them. */
    balanceMinor: whole().notNull(),
    recurringMinor: whole().notNull(),
    isActive: boolean().notNull(),
    createdAt: moment().notNull(),
    deletedAt: moment(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    uniqueIndex('passes_card').on(t.companyId, t.cardIdentifier).where(sql`deleted_at is null`),
  ],
)

/** Every coming and going of credit: what is written is never changed. Those of one deed have one operation. */
export const passMovements = pgTable(
  'pass_movements',
  {
    companyId: company(),
    id: id(),
    passId: whole().notNull(),
    amountMinor: whole().notNull(),
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
