import { bigint, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '../../db/columns.ts'

export const companies = pgTable('companies', {
  id: integer().generatedAlwaysAsIdentity().primaryKey(),
  name: text().notNull(),
  legalName: text().notNull(),
  taxId: text(),
  address: text(),
  postalCode: text(),
  city: text(),
  country: text(),
  currency: text().notNull(),
  locale: text().notNull(),
  timezone: text().notNull(),
  planName: text().notNull(),
  integrations: text().array().notNull(),
  eventChannelId: uuid().notNull().defaultRandom(),
  cancellationEffectiveDate: text(),
  /** The company whose branch this is. No reference: it would leave the company. */
  headOfficeId: integer(),
  /** The terms of service that a manager has accepted, by their date. */
  tosVersion: text(),
  demo: integer().notNull().default(0),
  /** The last place given out in this company's feed; taken as a transaction's last statement, so that commit order is sequence order. */
  feedSeq: bigint({ mode: 'number' }).notNull().default(0),
  /** The last event that open screens were told of; taken like `feedSeq`. */
  eventSeq: bigint({ mode: 'number' }).notNull().default(0),
  /** The last entry of this company's audit trail, and its hash. */
  auditSeq: bigint({ mode: 'number' }).notNull().default(0),
  auditHash: text().notNull().default(''),
  createdAt: moment().notNull(),
})

/** One row: what is true of this database as a whole. A restored copy gets a new epoch. */
export const installation = pgTable('installation', {
  only: integer().primaryKey().default(1),
  epoch: uuid().notNull().defaultRandom(),
  /** By which the master key is known that the database was used with. */
  keyMark: text(),
})
