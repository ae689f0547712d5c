import { bigint, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { moment } from '../columns.ts'

export const companies = pgTable(
  'companies',
  {
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
    /** The head office of this branch. Not a foreign key, because it would cross companies. */
    headOfficeId: integer(),
    /** The terms of service that a manager has accepted, by their date. */
    tosVersion: text(),
    /** 1: a demo company, whose sign-ins are public. 2: filled with the sample data of another company, `sampleOfId`. */
    demo: integer().notNull().default(0),
    /** The company for which this one is or was the sample company. Not a foreign key, because it would cross companies. */
    sampleOfId: integer(),
    /** The last position in this company's feed. Assigned in the last statement of a transaction, so that commit order is sequence order. */
    feedSeq: bigint({ mode: 'number' }).notNull().default(0),
    /** The last event that was published to open screens. Assigned like `feedSeq`. */
    eventSeq: bigint({ mode: 'number' }).notNull().default(0),
    /** The last entry of this company's audit log, and its hash. */
    auditSeq: bigint({ mode: 'number' }).notNull().default(0),
    auditHash: text().notNull().default(''),
    createdAt: moment().notNull(),
    /** How many months of activities and machine states are kept; null: all. */
    historyMonths: integer(),
  },
  (t) => [uniqueIndex('companies_sample').on(t.sampleOfId)],
)

/** One row with properties of the whole database. A restored copy gets a new epoch. */
export const installation = pgTable('installation', {
  only: integer().primaryKey().default(1),
  epoch: uuid().notNull().defaultRandom(),
  /** Identifies the master key of this database. */
  keyMark: text(),
})
