import { sql } from 'drizzle-orm'
import { boolean, doublePrecision, foreignKey, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { MACHINE_STATES, MACHINE_TYPES } from '#domain/machines/machine.ts'
import { company, id, moment, wholeNumber } from '../columns.ts'
import { users } from './account.ts'
import { companies } from './company.ts'

export const machines = pgTable(
  'machines',
  {
    companyId: company().references(() => companies.id),
    id: id(),
    name: text().notNull(),
    type: text({ enum: MACHINE_TYPES }).notNull(),
    state: text({ enum: MACHINE_STATES }).notNull().default('NONE'),
    /** 128 random bits: the token on the sticker. */
    token: text().notNull(),
    vendor: text(),
    model: text(),
    address: text(),
    lat: doublePrecision(),
    lng: doublePrecision(),
    /** When the site can be visited (domain/machines/opening-hours.ts); null: at any time. */
    openingHours: text(),
    note: text(),
    /** Time and operation of the note. The newest wins, in any order of arrival. */
    noteAt: moment(),
    noteBy: uuid(),
    blikEnabled: boolean().notNull().default(false),
    lastRefill: moment(),
    createdAt: moment().notNull(),
    deactivatedAt: moment(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    uniqueIndex('machines_token').on(t.token),
    index('machines_name').on(t.companyId, t.name),
    index('machines_by_name').on(t.companyId, sql`lower(${t.name})`, t.id).where(sql`deactivated_at is null`),
  ],
)

/** Which users service a machine. Revoked rows are retained, because earlier work still counts. */
export const assignments = pgTable(
  'assignments',
  {
    companyId: company(),
    machineId: wholeNumber().notNull(),
    userId: integer().notNull(),
    assignedAt: moment().notNull(),
    revokedAt: moment(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.machineId, t.userId] }),
    index('assignments_user').on(t.companyId, t.userId),
    foreignKey({ columns: [t.companyId, t.machineId], foreignColumns: [machines.companyId, machines.id] }),
    foreignKey({ columns: [t.companyId, t.userId], foreignColumns: [users.companyId, users.id] }),
  ],
)
