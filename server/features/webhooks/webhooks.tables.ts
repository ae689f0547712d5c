import { sql } from 'drizzle-orm'
import { foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { PAUSES, WEBHOOK_TROUBLES } from '#contract/webhooks.ts'
import { DELIVERY_KINDS } from '#domain/webhooks.ts'
import { company, moment } from '../../db/columns.ts'
import { users } from '../account/account.tables.ts'

/** Addresses of other systems that are told of what happens. */
export const webhooks = pgTable(
  'webhooks',
  {
    companyId: company(),
    id: uuid().notNull(),
    url: text().notNull(),
    kinds: text().array().notNull(),
    /** What deliveries are signed with, sealed; and for a day what they were signed with before. */
    secret: text().notNull(),
    secretBefore: text(),
    secretBeforeUntil: moment(),
    createdAt: moment().notNull(),
    createdBy: integer().notNull(),
    paused: text({ enum: PAUSES }),
    /** Since when nothing was taken, and how often in a row. */
    failingSince: moment(),
    failures: integer().notNull().default(0),
    /** Until then nothing is sent to it: a process is at it, or it rests after a failure. */
    busyUntil: moment().notNull(),
    restsUntil: moment().notNull(),
    servedAt: moment().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    foreignKey({ columns: [t.companyId, t.createdBy], foreignColumns: [users.companyId, users.id] }),
  ],
)

/**
 * What is to be sent, written in the transaction of the facts that it tells of; a job hands it over. Nothing ties it to its webhook's
 * row: the database would lock that for every sale, and whoever changes it would wait for the tills.
 */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    companyId: company(),
    id: uuid().notNull().default(sql`gen_random_uuid()`),
    webhookId: uuid().notNull(),
    kind: text({ enum: DELIVERY_KINDS }).notNull(),
    facts: jsonb().notNull(),
    count: integer().notNull(),
    askedAt: moment().notNull(),
    nextTryAt: moment().notNull(),
    tries: integer().notNull().default(0),
    state: text({ enum: ['WAITING', 'SENT', 'FAILED'] })
      .notNull()
      .default('WAITING'),
    /** How the last try went; null before the first. Until then others of its kind may join it. */
    lastTryAt: moment(),
    status: integer(),
    trouble: text({ enum: WEBHOOK_TROUBLES }),
    durationMs: integer(),
    endedAt: moment(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    index('webhook_deliveries_waiting').on(t.companyId, t.webhookId, t.nextTryAt).where(sql`state = 'WAITING'`),
    index('webhook_deliveries_latest').on(t.companyId, t.webhookId, t.askedAt),
  ],
)
