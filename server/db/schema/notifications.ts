import { foreignKey, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { NOTIFICATION_TYPES } from '#contract/notifications.ts'
import { company, id, moment } from '../columns.ts'
import { users } from './account.ts'

/** Notifications of users, written by `notifying` in the transaction of the event. */
export const notifications = pgTable(
  'notifications',
  {
    companyId: company(),
    id: id(),
    userId: integer().notNull(),
    /** The translation key and its parameters. */
    message: text().notNull(),
    values: jsonb().notNull(),
    type: text({ enum: NOTIFICATION_TYPES }).notNull(),
    /** The screen that it links to. */
    slug: text().notNull(),
    createdAt: moment().notNull(),
    seenAt: moment(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    index('notifications_user').on(t.companyId, t.userId, t.id),
    foreignKey({ columns: [t.companyId, t.userId], foreignColumns: [users.companyId, users.id] }).onDelete('cascade'),
  ],
)
