import { date, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { HISTORY_SOURCES } from '#domain/history.ts'
import { company, moment, wholeNumber } from '../columns.ts'
import { companies } from './company.ts'

/** Files with old rows of one table, company and month. Rows that arrive later are in further files of the same month. */
export const archivedMonths = pgTable(
  'archived_months',
  {
    companyId: company().references(() => companies.id),
    id: uuid().notNull(),
    source: text({ enum: HISTORY_SOURCES }).notNull(),
    /** Its first day, in UTC. */
    month: date().notNull(),
    rows: wholeNumber().notNull(),
    bytes: wholeNumber().notNull(),
    /** SHA-256 of the file. */
    digest: text().notNull(),
    archivedAt: moment().notNull(),
    /** When the last of its rows was deleted from the database. */
    removedAt: moment(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.id] })],
)
