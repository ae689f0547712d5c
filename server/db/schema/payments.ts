import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { company, moment } from '../columns.ts'
import { companies } from './company.ts'

/** Payment provider accounts of companies, encrypted, so that neither this table nor a backup reveals them. */
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
