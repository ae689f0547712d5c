import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { VISIT_STARTS } from '#domain/rounds/round.ts'
import { company, moment, wholeNumber } from '../columns.ts'

/**
 * Every received operation by the id from its device, which makes it count once. Applied operations are stored permanently, refused ones
 * for 30 days.
 */
export const operations = pgTable(
  'operations',
  {
    companyId: company(),
    id: uuid().notNull(),
    call: text().notNull(),
    machineId: wholeNumber(),
    userId: integer().notNull(),
    deviceId: text(),
    bodyHash: text().notNull(),
    /** The time from the device, limited to a valid date. `effectiveAt` is the one that counts. */
    occurredAt: moment().notNull(),
    effectiveAt: moment().notNull(),
    receivedAt: moment().notNull(),
    clockOffset: wholeNumber(),
    status: text({ enum: ['running', 'applied', 'rejected'] }).notNull(),
    code: text(),
    /** The response, which is replayed on a retry. */
    answer: jsonb(),
    /** The raw request, because it contains a user's work and notes. An excerpt for a refused one. */
    payload: jsonb(),
    feedSeq: wholeNumber(),
    /** The visit in which it was recorded; null for work in the office, and for older apps. */
    visitId: uuid(),
    visitStart: text({ enum: VISIT_STARTS }),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    index('operations_feed').on(t.companyId, t.feedSeq),
    index('operations_machine').on(t.companyId, t.machineId, t.effectiveAt),
    index('operations_visit').on(t.companyId, t.userId, t.effectiveAt).where(sql`visit_id is not null`),
    index('operations_refused').on(t.companyId, t.receivedAt).where(sql`status = 'rejected'`),
  ],
)

export const FEED_KINDS = ['machine', 'slots', 'inventory', 'product', 'assignment', 'round', 'van'] as const
export type FeedKind = (typeof FEED_KINDS)[number]

/** Changes and their position in the company's feed, with one row per record: its latest change. */
export const feed = pgTable(
  'feed',
  {
    companyId: company(),
    kind: text({ enum: FEED_KINDS }).notNull(),
    entityId: wholeNumber().notNull(),
    /** The user of an assignment, a round or a van; 0 for everything else. */
    userId: integer().notNull().default(0),
    seq: wholeNumber().notNull(),
    removed: boolean().notNull().default(false),
    changedAt: moment().notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.kind, t.entityId, t.userId] }), index('feed_seq').on(t.companyId, t.seq)],
)
