import { date, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { SUBSCRIPTION_STATUSES } from '#domain/billing/plan.ts'
import { company, moment, whole } from '../../db/columns.ts'

/** What a company has taken out with the provider, as the provider told last. */
export const subscriptions = pgTable('subscriptions', {
  companyId: company().primaryKey(),
  status: text({ enum: SUBSCRIPTION_STATUSES }).notNull(),
  /** How many machines are paid for. */
  machines: integer().notNull(),
  updateUrl: text(),
  cancelUrl: text(),
  /** When it became so, by the provider's own clock: what is older and comes later changes nothing. */
  changedAt: moment().notNull(),
})

export const invoices = pgTable(
  'invoices',
  {
    companyId: company(),
    /** The provider's own. */
    id: text().notNull(),
    date: date().notNull(),
    plan: text().notNull(),
    amountMinor: whole().notNull(),
    currency: text().notNull(),
    receiptUrl: text(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.id] }), index('invoices_date').on(t.companyId, t.date)],
)

/** Every event of the provider that was taken in, so that each counts once. */
export const billingEvents = pgTable(
  'billing_events',
  { companyId: company(), id: text().notNull(), kind: text().notNull(), at: moment().notNull(), receivedAt: moment().notNull() },
  (t) => [primaryKey({ columns: [t.companyId, t.id] })],
)

/** Ways to pay that somebody began: what comes back names one, and with it the company. */
export const checkouts = pgTable(
  'checkouts',
  { companyId: company(), id: uuid().notNull(), userId: integer().notNull(), machines: integer().notNull(), beganAt: moment().notNull() },
  (t) => [primaryKey({ columns: [t.companyId, t.id] })],
)
