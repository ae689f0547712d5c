import { pgTable, text } from 'drizzle-orm/pg-core'
import { moment, whole } from '../db/columns.ts'

/** Each job of the house: when it last began, and how that ended. */
export const jobs = pgTable('jobs', {
  name: text().primaryKey(),
  startedAt: moment().notNull(),
  endedAt: moment(),
  /** How often it is to begin. */
  everyMs: whole(),
  /** trouble: it did its work, and found something that a person must see to. failed: it could not do its work. */
  outcome: text({ enum: ['well', 'trouble', 'failed'] }),
})
