import { pgTable, text } from 'drizzle-orm/pg-core'
import { moment, wholeNumber } from '../columns.ts'

/** The jobs of the server, each with its last start and outcome. */
export const jobs = pgTable('jobs', {
  name: text().primaryKey(),
  startedAt: moment().notNull(),
  endedAt: moment(),
  /** The interval of the job. */
  everyMs: wholeNumber(),
  /** trouble: the job ran and found a problem that needs attention. failed: the job could not run. */
  outcome: text({ enum: ['well', 'trouble', 'failed'] }),
})
