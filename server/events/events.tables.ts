import { integer, jsonb, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { company, moment, whole } from '../db/columns.ts'

/** What open screens were told in the last minutes, so that a stream that broke goes on where it ended. */
export const liveEvents = pgTable(
  'live_events',
  {
    companyId: company(),
    seq: whole().notNull(),
    at: moment().notNull(),
    /** Of whom alone it speaks; null for everybody of the company. */
    machineId: whole(),
    userId: integer(),
    event: jsonb().notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.seq] })],
)
