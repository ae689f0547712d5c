import { sql } from 'drizzle-orm'
import { customType, date, foreignKey, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { COMMISSION_BASES } from '#domain/sales/commission.ts'
import { company, id, moment, wholeNumber } from '../columns.ts'
import { companies } from './company.ts'
import { machines } from './machines.ts'

const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })

/** The tax of sales without a known product, from a day of the company on. Earlier sales have none. */
export const companyTaxes = pgTable(
  'company_taxes',
  {
    companyId: company().references(() => companies.id),
    validFrom: date().notNull(),
    /** Hundredths of a percent. */
    taxBasisPoints: wholeNumber().notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.validFrom] })],
)

/**
 * What the company pays for the site of a machine, from a day of the company on until the next row. A row without a share and an amount
 * ends the commission.
 */
export const machineCommissions = pgTable(
  'machine_commissions',
  {
    companyId: company(),
    machineId: wholeNumber().notNull(),
    validFrom: date().notNull(),
    /** Share of the turnover in hundredths of a percent. */
    shareBasisPoints: wholeNumber().notNull(),
    base: text({ enum: COMMISSION_BASES }).notNull(),
    /** In minor units. */
    monthlyMinor: wholeNumber().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.machineId, t.validFrom] }),
    foreignKey({ columns: [t.companyId, t.machineId], foreignColumns: [machines.companyId, machines.id] }),
  ],
)

/** Accounts and numbers for the export to the accounting of a company. */
export const moneySettings = pgTable('money_settings', {
  companyId: company()
    .primaryKey()
    .references(() => companies.id),
  settings: jsonb().notNull(),
})

/** A closed month, as 2026-03. Reopening ends the closing; its rows stay. */
export const monthClosings = pgTable(
  'month_closings',
  {
    companyId: company().references(() => companies.id),
    id: id(),
    month: text().notNull(),
    closedAt: moment().notNull(),
    closedBy: integer().notNull(),
    reopenedAt: moment(),
    reopenedBy: integer(),
    reason: text(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    uniqueIndex('month_closings_open').on(t.companyId, t.month).where(sql`reopened_at is null`),
  ],
)

/**
 * The figures of a closed month, never changed. `part`: PRODUCT by product, means of payment and rate, MACHINE by machine and rate; `key`:
 * the product (0 if unknown) or the machine. `ofMonth` is an earlier month for sales that arrived after it was closed.
 */
export const closedSales = pgTable(
  'closed_sales',
  {
    companyId: company(),
    closingId: wholeNumber().notNull(),
    part: text().notNull(),
    ofMonth: text().notNull(),
    key: wholeNumber().notNull(),
    type: text().notNull(),
    rate: wholeNumber().notNull(),
    count: integer().notNull(),
    grossMinor: wholeNumber().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.closingId, t.part, t.ofMonth, t.key, t.type, t.rate] }),
    foreignKey({ columns: [t.companyId, t.closingId], foreignColumns: [monthClosings.companyId, monthClosings.id] }),
  ],
)

/** The exports of a closed month as they were first made, so that later ones are the same to the byte. */
export const closedFiles = pgTable(
  'closed_files',
  {
    companyId: company(),
    closingId: wholeNumber().notNull(),
    format: text().notNull(),
    language: text().notNull(),
    name: text().notNull(),
    content: bytes().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.closingId, t.format, t.language] }),
    foreignKey({ columns: [t.companyId, t.closingId], foreignColumns: [monthClosings.companyId, monthClosings.id] }),
  ],
)
