import { boolean, foreignKey, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { VIEW_LISTS } from '#contract/views.ts'
import { company, moment } from '../columns.ts'
import { users } from './account.ts'

/** Filters, order and columns of a list that a user saved under a name. */
export const savedViews = pgTable(
  'saved_views',
  {
    companyId: company(),
    userId: integer().notNull(),
    id: uuid().notNull(),
    list: text({ enum: VIEW_LISTS }).notNull(),
    name: text().notNull(),
    search: jsonb().notNull(),
    columns: jsonb().notNull(),
    columnOrder: text().array().notNull(),
    isCompact: boolean().notNull(),
    savedAt: moment().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.userId, t.id] }),
    uniqueIndex('saved_views_name').on(t.companyId, t.userId, t.list, t.name),
    foreignKey({ columns: [t.companyId, t.userId], foreignColumns: [users.companyId, users.id] }),
  ],
)
