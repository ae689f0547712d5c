import { sql } from 'drizzle-orm'
import { date, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { VEND_METHODS } from '#domain/sales/transaction.ts'
import { company, moment, whole } from '../../db/columns.ts'
import { companies } from '../company/company.tables.ts'
import { machines } from '../machines/machines.tables.ts'

/** What a machine sold, at the machine's own time. `id` is the operation id of its stock movements. */
export const transactions = pgTable(
  'transactions',
  {
    companyId: company(),
    id: uuid().notNull(),
    machineId: whole().notNull(),
    at: moment().notNull(),
    amountMinor: whole().notNull(),
    /** A `TransactionType`, or another word of the machine, shown as unknown. */
    type: text().notNull(),
    slotNumber: text().notNull(),
    productId: whole(),
    cardIdentifier: text(),
    receivedAt: moment(),
    /** Which device told of it; none did where it was read out or imported. */
    deviceId: whole(),
    /** Which import brought it, and what the other system calls it: the name of the column and the id in it. */
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
 * The transactions of a day, added up: always equal to their sum, so that a figure costs as much as what it shows and not as
 * much as what is stored. `day` is the company's own, in its time zone.
 */
export const dailySales = pgTable(
  'daily_sales',
  {
    companyId: company(),
    day: date({ mode: 'string' }).notNull(),
    machineId: whole().notNull(),
    /** 0 where no product is known. */
    productId: whole().notNull(),
    type: text().notNull(),
    count: integer().notNull(),
    turnoverMinor: whole().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.day, t.machineId, t.productId, t.type] }),
    index('daily_sales_machine').on(t.companyId, t.machineId, t.day),
    foreignKey({ columns: [t.companyId, t.machineId], foreignColumns: [machines.companyId, machines.id] }),
  ],
)

/** The daily sales of all products, added up: always equal to their sum. */
export const machineDays = pgTable(
  'machine_days',
  {
    companyId: company(),
    day: date({ mode: 'string' }).notNull(),
    machineId: whole().notNull(),
    type: text().notNull(),
    count: integer().notNull(),
    turnoverMinor: whole().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.day, t.machineId, t.type] }),
    index('machine_days_machine').on(t.companyId, t.machineId, t.day),
    foreignKey({ columns: [t.companyId, t.machineId], foreignColumns: [machines.companyId, machines.id] }),
  ],
)

/** The daily sales of all machines, added up: always equal to their sum. What ten thousand machines sold of a product is a row a day here. */
export const productDays = pgTable(
  'product_days',
  {
    companyId: company().references(() => companies.id),
    day: date({ mode: 'string' }).notNull(),
    /** 0 where no product is known. */
    productId: whole().notNull(),
    type: text().notNull(),
    count: integer().notNull(),
    turnoverMinor: whole().notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.day, t.productId, t.type] })],
)

/** The days of all machines, added up: always equal to their sum. A year of ten thousand machines is 365 rows for each type here. */
export const salesDays = pgTable(
  'sales_days',
  {
    companyId: company().references(() => companies.id),
    day: date({ mode: 'string' }).notNull(),
    type: text().notNull(),
    count: integer().notNull(),
    turnoverMinor: whole().notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.day, t.type] })],
)

/** What sold best lately, as it was last added up: it asks for every machine, and so not for every look. */
export const salesTops = pgTable('sales_tops', {
  companyId: company()
    .primaryKey()
    .references(() => companies.id),
  countedAt: moment().notNull(),
  day: date({ mode: 'string' }).notNull(),
  machines: jsonb().notNull(),
  products: jsonb().notNull(),
})

/** As what a machine's vends are booked, where it differs from the usual. */
export const paymentMappings = pgTable(
  'payment_mappings',
  {
    companyId: company(),
    machineId: whole().notNull(),
    vendMethod: text({ enum: VEND_METHODS }).notNull(),
    paymentMethod: text().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.machineId, t.vendMethod] }),
    foreignKey({ columns: [t.companyId, t.machineId], foreignColumns: [machines.companyId, machines.id] }),
  ],
)
