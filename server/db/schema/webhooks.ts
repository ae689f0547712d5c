import { sql } from 'drizzle-orm'
import { foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { PAUSES, WEBHOOK_ERRORS } from '#contract/webhooks.ts'
import { DELIVERY_KINDS, WEBHOOK_KINDS } from '#domain/webhooks.ts'
import { company, moment } from '../columns.ts'
import { users } from './account.ts'

/** Webhook endpoints of companies. */
export const webhooks = pgTable(
  'webhooks',
  {
    companyId: company(),
    id: uuid().notNull(),
    url: text().notNull(),
    kinds: text({ enum: WEBHOOK_KINDS }).array().notNull(),
    /** The encrypted signing secret, and for a day the previous one. */
    secret: text().notNull(),
    secretBefore: text(),
    secretBeforeUntil: moment(),
    createdAt: moment().notNull(),
    createdBy: integer().notNull(),
    paused: text({ enum: PAUSES }),
    /** Start and number of consecutive failures. */
    failingSince: moment(),
    failures: integer().notNull().default(0),
    /** No deliveries before these times: `busyUntil` is the lease of a sending process, `restsUntil` the backoff after a failure. */
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
 * Delivery outbox, written in the transaction of the events; a job sends it. There is no foreign key to the webhook, because it would lock
 * the webhook's row for every sale, and updates of the webhook would wait for sales.
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
    /** Result of the last attempt; null before the first. Until then events of the same kind may be added. */
    lastTryAt: moment(),
    status: integer(),
    trouble: text({ enum: WEBHOOK_ERRORS }),
    durationMs: integer(),
    endedAt: moment(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    index('webhook_deliveries_waiting').on(t.companyId, t.webhookId, t.nextTryAt).where(sql`state = 'WAITING'`),
    index('webhook_deliveries_latest').on(t.companyId, t.webhookId, t.askedAt),
  ],
)
