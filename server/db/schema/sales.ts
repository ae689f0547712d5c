import { sql } from 'drizzle-orm'
import { date, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { VEND_METHODS } from '#domain/sales/transaction.ts'
import { company, moment, wholeNumber } from '../columns.ts'
import { companies } from './company.ts'
import { machines } from './machines.ts'

/** Sales of machines, at the machine's own time. `id` is the operation id of the stock movements. */
export const transactions = pgTable(
  'transactions',
  {
    companyId: company(),
    id: uuid().notNull(),
    machineId: wholeNumber().notNull(),
    at: moment().notNull(),
    amountMinor: wholeNumber().notNull(),
    /** A `TransactionType`, or another value of the machine, which is shown as unknown. */
    type: text().notNull(),
    slotNumber: text().notNull(),
    productId: wholeNumber(),
    cardIdentifier: text(),
    receivedAt: moment(),
    /** The reporting device; null if read out or imported. */
    deviceId: wholeNumber(),
    /** The import, and the id in the other system: the name of the column and the id in it. */
    importId: uuid(),
    reference: text(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    index('transactions_import').on(t.companyId, t.importId).where(sql`import_id is not null`),
    index('transactions_reference').on(t.companyId, t.reference).where(sql`reference is not null`),
    index('transactions_at').on(t.companyId, t.at),
    index('transactions_machine').on(t.companyId, t.machineId, t.at),
    foreignKey({ columns: [t.companyId, t.machineId], foreignColumns: [machines.companyId, machines.id] }),
  ],
)

/**
 * Daily totals of transactions, always equal to their sum, so that the cost of a report depends on what it shows and not on the number of
 * transactions. `day` is in the company's time zone.
 */
export const dailySales = pgTable(
  'daily_sales',
  {
    companyId: company(),
    day: date({ mode: 'string' }).notNull(),
    machineId: wholeNumber().notNull(),
    /** 0 if the product is unknown. */
    productId: wholeNumber().notNull(),
    type: text().notNull(),
    count: integer().notNull(),
    turnoverMinor: wholeNumber().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.day, t.machineId, t.productId, t.type] }),
    index('daily_sales_machine').on(t.companyId, t.machineId, t.day),
    foreignKey({ columns: [t.companyId, t.machineId], foreignColumns: [machines.companyId, machines.id] }),
  ],
)

/** Totals of the daily sales over all products, always equal to their sum. */
export const machineDays = pgTable(
  'machine_days',
  {
    companyId: company(),
    day: date({ mode: 'string' }).notNull(),
    machineId: wholeNumber().notNull(),
    type: text().notNull(),
    count: integer().notNull(),
    turnoverMinor: wholeNumber().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.day, t.machineId, t.type] }),
    index('machine_days_machine').on(t.companyId, t.machineId, t.day),
    foreignKey({ columns: [t.companyId, t.machineId], foreignColumns: [machines.companyId, machines.id] }),
  ],
)

/** Totals of the daily sales over all machines, always equal to their sum: one row per product and day for ten thousand machines. */
export const productDays = pgTable(
  'product_days',
  {
    companyId: company().references(() => companies.id),
    day: date({ mode: 'string' }).notNull(),
    /** 0 if the product is unknown. */
    productId: wholeNumber().notNull(),
    type: text().notNull(),
    count: integer().notNull(),
    turnoverMinor: wholeNumber().notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.day, t.productId, t.type] })],
)

/** Totals over all products and machines, always equal to their sum: a year of ten thousand machines is 365 rows per type. */
export const salesDays = pgTable(
  'sales_days',
  {
    companyId: company().references(() => companies.id),
    day: date({ mode: 'string' }).notNull(),
    type: text().notNull(),
    count: integer().notNull(),
    turnoverMinor: wholeNumber().notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.day, t.type] })],
)

/** The cached best sellers. They read every machine, so they are not computed for each request. */
export const salesTops = pgTable('sales_tops', {
  companyId: company()
    .primaryKey()
    .references(() => companies.id),
  countedAt: moment().notNull(),
  day: date({ mode: 'string' }).notNull(),
  machines: jsonb().notNull(),
  products: jsonb().notNull(),
})

/** Vend settings of a machine, where they differ from the defaults. */
export const paymentMappings = pgTable(
  'payment_mappings',
  {
    companyId: company(),
    machineId: wholeNumber().notNull(),
    vendMethod: text({ enum: VEND_METHODS }).notNull(),
    paymentMethod: text().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.machineId, t.vendMethod] }),
    foreignKey({ columns: [t.companyId, t.machineId], foreignColumns: [machines.companyId, machines.id] }),
  ],
)
