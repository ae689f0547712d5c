import { sql } from 'drizzle-orm'
import { boolean, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { ALERT_AUDIENCES, ALERT_CHANNELS, ALERT_EVENTS, SENT_CHANNELS } from '#domain/alerts/alert.ts'
import { company, moment, wholeNumber } from '../columns.ts'
import { sessions, users } from './account.ts'
import { companies } from './company.ts'
import { machines } from './machines.ts'

/** Alert rules: which user is notified of which event, and by which channel. */
export const alertRules = pgTable(
  'alert_rules',
  {
    companyId: company(),
    userId: integer().notNull(),
    event: text({ enum: ALERT_EVENTS }).notNull(),
    channel: text({ enum: ALERT_CHANNELS }).notNull(),
    createdAt: moment().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.userId, t.event, t.channel] }),
    foreignKey({ columns: [t.companyId, t.userId], foreignColumns: [users.companyId, users.id] }).onDelete('cascade'),
  ],
)

/** Alert rules for users by their role. */
export const alertAudiences = pgTable(
  'alert_audiences',
  {
    companyId: company(),
    audience: text({ enum: ALERT_AUDIENCES }).notNull(),
    event: text({ enum: ALERT_EVENTS }).notNull(),
    channel: text({ enum: ALERT_CHANNELS }).notNull(),
    createdAt: moment().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.audience, t.event, t.channel] }),
    foreignKey({ columns: [t.companyId], foreignColumns: [companies.id] }).onDelete('cascade'),
  ],
)

/** Hours in which a user's messages wait, in minutes after midnight by the company's clock. */
export const quietHours = pgTable(
  'quiet_hours',
  {
    companyId: company(),
    userId: integer().notNull(),
    fromMinute: integer().notNull(),
    toMinute: integer().notNull(),
    /** 1 for Monday to 7 for Sunday. */
    days: integer().array().notNull(),
    urgentToo: boolean().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.userId] }),
    foreignKey({ columns: [t.companyId, t.userId], foreignColumns: [users.companyId, users.id] }).onDelete('cascade'),
  ],
)

/** Last occurrence of each cause at a machine, so that a flapping cause sends one message. */
export const alertCauses = pgTable(
  'alert_causes',
  {
    companyId: company(),
    userId: integer().notNull(),
    channel: text({ enum: ALERT_CHANNELS }).notNull(),
    /** 0 if the cause concerns no machine. */
    machineId: wholeNumber().notNull(),
    cause: text().notNull(),
    /** Last occurrence and last message, by the server clock. */
    seenAt: moment().notNull(),
    toldAt: moment().notNull(),
    messageId: uuid().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.userId, t.channel, t.machineId, t.cause] }),
    foreignKey({ columns: [t.companyId, t.userId], foreignColumns: [users.companyId, users.id] }).onDelete('cascade'),
  ],
)

/** Message outbox, written in the transaction of the event; a job sends the messages. */
export const alertMessages = pgTable(
  'alert_messages',
  {
    companyId: company(),
    id: uuid().notNull(),
    userId: integer().notNull(),
    channel: text({ enum: SENT_CHANNELS }).notNull(),
    event: text({ enum: ALERT_EVENTS }).notNull(),
    activity: text().notNull(),
    machineId: wholeNumber(),
    /** The target device of a push notification. */
    subscriptionId: uuid(),
    at: moment().notNull(),
    moneyMinor: wholeNumber(),
    details: jsonb().notNull(),
    askedAt: moment().notNull(),
    nextTryAt: moment().notNull(),
    /** The end of the quiet hours for which it waits. */
    heldUntil: moment(),
    tries: integer().notNull().default(0),
    state: text({ enum: ['WAITING', 'SENT', 'FAILED', 'DROPPED'] })
      .notNull()
      .default('WAITING'),
    endedAt: moment(),
    failure: text(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    index('alert_messages_waiting').on(t.nextTryAt).where(sql`state = 'WAITING'`),
    index('alert_messages_user').on(t.companyId, t.userId, t.channel, t.askedAt),
    foreignKey({ columns: [t.companyId, t.userId], foreignColumns: [users.companyId, users.id] }).onDelete('cascade'),
    foreignKey({ columns: [t.companyId, t.machineId], foreignColumns: [machines.companyId, machines.id] }),
  ],
)

/** A browser that shows notifications, while its session is active. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    companyId: company(),
    id: uuid().notNull(),
    userId: integer().notNull(),
    sessionId: uuid().notNull(),
    endpoint: text().notNull(),
    p256dh: text().notNull(),
    auth: text().notNull(),
    createdAt: moment().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    uniqueIndex('push_subscriptions_endpoint').on(t.companyId, t.userId, t.endpoint),
    foreignKey({ columns: [t.companyId, t.userId], foreignColumns: [users.companyId, users.id] }).onDelete('cascade'),
    foreignKey({ columns: [t.companyId, t.sessionId], foreignColumns: [sessions.companyId, sessions.id] }).onDelete('cascade'),
  ],
)
