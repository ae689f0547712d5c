import { sql } from 'drizzle-orm'
import { boolean, date, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { AUTHORITIES, COMPANY_ROLES } from '#domain/team/permissions.ts'
import { company, moment } from '../columns.ts'
import { companies } from './company.ts'

export const users = pgTable(
  'users',
  {
    companyId: company().references(() => companies.id),
    id: integer().generatedAlwaysAsIdentity(),
    /** Lower case. Unique across companies, because users sign in with it. */
    login: text().notNull(),
    email: text(),
    firstName: text().notNull(),
    lastName: text().notNull(),
    phoneNumber: text(),
    companyRole: text({ enum: COMPANY_ROLES }).notNull(),
    /** Rights beyond the company role. */
    authorities: text({ enum: AUTHORITIES }).array().notNull().default(sql`'{}'`),
    enabled: boolean().notNull().default(true),
    /** argon2id. */
    passwordHash: text().notNull(),
    /** 64 hex digits, 244 random bits. Devices of the user encrypt data that remains on them with it. */
    sealKey: text().notNull().default(sql`replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')`),
    /** Subscribed mails. */
    weeklyEmails: boolean().notNull().default(false),
    systemUpdates: boolean().notNull().default(false),
    /** Null: never chosen on a device that could send it. */
    setupStepsHidden: boolean(),
    /**
     * The home company of a user from another company who has a seat here; a seat cannot sign in. Not a foreign key, because it would cross
     * companies.
     */
    homeCompanyId: integer(),
    homeUserId: integer(),
    createdAt: moment().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    uniqueIndex('users_login').on(t.login),
    uniqueIndex('users_seat').on(t.companyId, t.homeCompanyId, t.homeUserId),
    index('users_email').on(sql`lower(${t.email})`),
  ],
)

/** A signed-in device: a family of refresh tokens with one valid access token at a time. Tokens are stored as SHA-256. */
export const sessions = pgTable(
  'sessions',
  {
    companyId: company(),
    id: uuid().notNull(),
    userId: integer().notNull(),
    accessHash: text().notNull(),
    accessExpiresAt: moment().notNull(),
    /** The previous access token, valid until its own expiry, so that a lost response does not sign the user out. */
    previousAccessHash: text(),
    previousAccessExpiresAt: moment(),
    createdAt: moment().notNull(),
    lastUsedAt: moment().notNull(),
    revokedAt: moment(),
    userAgent: text(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    uniqueIndex('sessions_access').on(t.accessHash),
    index('sessions_previous_access').on(t.previousAccessHash),
    foreignKey({ columns: [t.companyId, t.userId], foreignColumns: [users.companyId, users.id] }),
  ],
)

export const refreshTokens = pgTable(
  'refresh_tokens',
  {
    companyId: company(),
    hash: text().notNull(),
    sessionId: uuid().notNull(),
    /** The token that this one replaced. */
    parentHash: text(),
    createdAt: moment().notNull(),
    expiresAt: moment().notNull(),
    usedAt: moment(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.hash] }),
    uniqueIndex('refresh_tokens_hash').on(t.hash),
    index('refresh_tokens_parent').on(t.companyId, t.parentHash),
    foreignKey({ columns: [t.companyId, t.sessionId], foreignColumns: [sessions.companyId, sessions.id] }).onDelete('cascade'),
  ],
)

/** Rate limit counters for login attempts, keyed by bucket (`login:…`, `device:…`). System table: has no rows of companies. */
export const guesses = pgTable('guesses', { key: text().primaryKey(), count: integer().notNull(), since: moment().notNull() })

/** Solved captchas, so that each counts once. */
export const spentCaptchas = pgTable('spent_captchas', { signature: text().primaryKey(), expiresAt: moment().notNull() })

/** Links to set a new password, stored as SHA-256. Each is valid once and for a short time. */
export const passwordResets = pgTable(
  'password_resets',
  {
    companyId: company(),
    hash: text().notNull(),
    userId: integer().notNull(),
    askedAt: moment().notNull(),
    expiresAt: moment().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.hash] }),
    uniqueIndex('password_resets_hash').on(t.hash),
    foreignKey({ columns: [t.companyId, t.userId], foreignColumns: [users.companyId, users.id] }).onDelete('cascade'),
  ],
)

/** An open invitation of a user: a link by which they set a password and are signed in once, stored as SHA-256. A new one replaces it. */
export const invitations = pgTable(
  'invitations',
  {
    companyId: company(),
    userId: integer().notNull(),
    hash: text().notNull(),
    invitedBy: integer().notNull(),
    createdAt: moment().notNull(),
    expiresAt: moment().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.userId] }),
    uniqueIndex('invitations_hash').on(t.hash),
    foreignKey({ columns: [t.companyId, t.userId], foreignColumns: [users.companyId, users.id] }).onDelete('cascade'),
    foreignKey({ columns: [t.companyId, t.invitedBy], foreignColumns: [users.companyId, users.id] }).onDelete('cascade'),
  ],
)

/** Mails requested without signing in, until they are written. System table: has no rows of companies. */
export const askedLetters = pgTable('asked_letters', {
  id: uuid().primaryKey(),
  kind: text({ enum: ['reset', 'register'] }).notNull(),
  email: text().notNull(),
  content: jsonb().notNull(),
  askedAt: moment().notNull(),
})

/** Companies that are not confirmed yet, by the SHA-256 of the link sent. */
export const registrations = pgTable('registrations', {
  hash: text().primaryKey(),
  email: text().notNull(),
  content: jsonb().notNull(),
  askedAt: moment().notNull(),
  expiresAt: moment().notNull(),
})

/** Recipients of weekly summaries, so that each gets a summary once. */
export const weeklyMails = pgTable(
  'weekly_mails',
  { companyId: company(), userId: integer().notNull(), week: date().notNull(), askedAt: moment().notNull() },
  (t) => [primaryKey({ columns: [t.companyId, t.userId, t.week] })],
)

/** Announcements that were sent to their subscribers. System table: has no rows of companies. */
export const announcements = pgTable('announcements', { day: date().primaryKey(), toldAt: moment().notNull() })
