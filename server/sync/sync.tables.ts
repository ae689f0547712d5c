import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { company, moment, whole } from '../db/columns.ts'

/**
 * Every operation that was received, by the id its device gave it: the key that makes it count once. Those that counted are kept for ever,
 * refused ones for 30 days.
 */
export const operations = pgTable(
  'operations',
  {
    companyId: company(),
    id: uuid().notNull(),
    call: text().notNull(),
    machineId: whole(),
    userId: integer().notNull(),
    deviceId: text(),
    bodyHash: text().notNull(),
    /** What the device said, as far as a date can hold it; what counts is `effectiveAt`. */
    occurredAt: moment().notNull(),
    effectiveAt: moment().notNull(),
    receivedAt: moment().notNull(),
    clockOffset: whole(),
    status: text({ enum: ['running', 'applied', 'rejected'] }).notNull(),
    code: text(),
    /** The answer, replayed to whoever asks again. */
    answer: jsonb(),
    /** What was asked, as it came: somebody's work and words (a note). Of a refused one, an excerpt. */
    payload: jsonb(),
    feedSeq: whole(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    index('operations_feed').on(t.companyId, t.feedSeq),
    index('operations_machine').on(t.companyId, t.machineId, t.effectiveAt),
    index('operations_refused').on(t.companyId, t.receivedAt).where(sql`status = 'rejected'`),
  ],
)

export const FEED_KINDS = ['machine', 'slots', 'inventory', 'product', 'assignment'] as const
export type FeedKind = (typeof FEED_KINDS)[number]

/** What changed, and where it stands in the company's feed. One row a thing: its latest change. */
export const feed = pgTable(
  'feed',
  {
    companyId: company(),
    kind: text({ enum: FEED_KINDS }).notNull(),
    entityId: whole().notNull(),
    /** Of an assignment: whose. 0 for everything else. */
    userId: integer().notNull().default(0),
    seq: whole().notNull(),
    removed: boolean().notNull().default(false),
    changedAt: moment().notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.kind, t.entityId, t.userId] }), index('feed_seq').on(t.companyId, t.seq)],
)
