import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { company, moment } from '../db/columns.ts'

/** Mails to be sent, written in the transaction of whatever they tell of; a job hands them over. */
export const mails = pgTable(
  'mails',
  {
    companyId: company(),
    id: uuid().notNull(),
    to: text().notNull(),
    kind: text().notNull(),
    locale: text().notNull(),
    /** What the words of its kind are filled with, and what it brings along. */
    content: jsonb().notNull(),
    askedAt: moment().notNull(),
    nextTryAt: moment().notNull(),
    tries: integer().notNull().default(0),
    sentAt: moment(),
    failure: text(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.id] }), index('mails_waiting').on(t.nextTryAt).where(sql`sent_at is null`)],
)
