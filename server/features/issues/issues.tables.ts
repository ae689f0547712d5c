import { foreignKey, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { ISSUE_STATUSES, ISSUE_TYPES } from '#domain/issues.ts'
import { company, moment, whole } from '../../db/columns.ts'
import { machines } from '../machines/machines.tables.ts'

/** What customers report from the stickers of machines. */
export const customerIssues = pgTable(
  'customer_issues',
  {
    companyId: company(),
    /** Made by whoever reports, so that it counts once. */
    id: uuid().notNull(),
    machineId: whole().notNull(),
    type: text({ enum: ISSUE_TYPES }).notNull(),
    status: text({ enum: ISSUE_STATUSES }).notNull().default('OPEN'),
    details: text(),
    contactDetails: text(),
    createdAt: moment().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    index('customer_issues_created').on(t.companyId, t.createdAt),
    foreignKey({ columns: [t.companyId, t.machineId], foreignColumns: [machines.companyId, machines.id] }),
  ],
)
