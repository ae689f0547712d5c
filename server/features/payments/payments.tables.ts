import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { company, moment } from '../../db/columns.ts'
import { companies } from '../company/company.tables.ts'

/** With which account a company takes payments, sealed: neither this table nor a backup of it tells any of it. */
export const paymentCredentials = pgTable(
  'payment_credentials',
  {
    companyId: company().references(() => companies.id),
    provider: text({ enum: ['BLIK', 'PEP'] }).notNull(),
    sealed: text().notNull(),
    changedAt: moment().notNull(),
    changedBy: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.provider] })],
)
