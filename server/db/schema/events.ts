import { integer, jsonb, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { company, moment, wholeNumber } from '../columns.ts'

/** Live events of the last minutes, so that an interrupted stream can resume. */
export const liveEvents = pgTable(
  'live_events',
  {
    companyId: company(),
    seq: wholeNumber().notNull(),
    at: moment().notNull(),
    /** The single recipient; null for all users of the company. */
    machineId: wholeNumber(),
    userId: integer(),
    event: jsonb().notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.seq] })],
)
