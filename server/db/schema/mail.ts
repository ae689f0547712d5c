import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { company, moment } from '../columns.ts'

/** Outgoing mails, inserted in the transaction of the event they report. A job sends them. */
export const mails = pgTable(
  'mails',
  {
    companyId: company(),
    id: uuid().notNull(),
    to: text().notNull(),
    kind: text().notNull(),
    locale: text().notNull(),
    /** The values for the texts of its kind, and its attachments. */
    content: jsonb().notNull(),
    askedAt: moment().notNull(),
    nextTryAt: moment().notNull(),
    tries: integer().notNull().default(0),
    sentAt: moment(),
    failure: text(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.id] }), index('mails_waiting').on(t.nextTryAt).where(sql`sent_at is null`)],
)
