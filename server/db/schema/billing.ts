import { date, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { SUBSCRIPTION_STATUSES } from '#domain/billing/plan.ts'
import { company, moment, wholeNumber } from '../columns.ts'

/** The subscription of a company, by the provider's latest event. */
export const subscriptions = pgTable('subscriptions', {
  companyId: company().primaryKey(),
  status: text({ enum: SUBSCRIPTION_STATUSES }).notNull(),
  /** Number of machines paid for. */
  machines: integer().notNull(),
  updateUrl: text(),
  cancelUrl: text(),
  /** The checkout that began it; null if it began before checkouts were stored here. */
  checkoutId: uuid(),
  /** Time of the last change, by the provider's clock. Older events are ignored. */
  changedAt: moment().notNull(),
})

export const invoices = pgTable(
  'invoices',
  {
    companyId: company(),
    /** Assigned by the provider. */
    id: text().notNull(),
    date: date().notNull(),
    plan: text().notNull(),
    amountMinor: wholeNumber().notNull(),
    currency: text().notNull(),
    receiptUrl: text(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.id] }), index('invoices_date').on(t.companyId, t.date)],
)

/** Processed provider events, so that each counts once. */
export const billingEvents = pgTable(
  'billing_events',
  { companyId: company(), id: text().notNull(), kind: text().notNull(), at: moment().notNull(), receivedAt: moment().notNull() },
  (t) => [primaryKey({ columns: [t.companyId, t.id] })],
)

/** Started checkouts. Events of the provider refer to one, which identifies the company. */
export const checkouts = pgTable(
  'checkouts',
  { companyId: company(), id: uuid().notNull(), userId: integer().notNull(), machines: integer().notNull(), beganAt: moment().notNull() },
  (t) => [primaryKey({ columns: [t.companyId, t.id] })],
)
