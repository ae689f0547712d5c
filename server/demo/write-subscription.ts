import { v5 as uuidFrom } from 'uuid'
import { monthlyPrice, STARTER_PRICE } from '#domain/billing/plan.ts'
import { addMonths, dayOf, isoDay } from '#domain/calendar.ts'
import type { CompanyId, UserId } from '#domain/ids.ts'
import { toMinor } from '#domain/money.ts'
import type { Moment } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { checkouts, invoices, subscriptions } from '../db/schema/billing.ts'
import { SANDBOX_PAGE } from '../features/billing/provider.ts'

const NAMESPACE = '6ba7b811-9dad-11d1-80b4-00c04fd430c8'
const MONTHS = 4
/** Spare machines in the plan, for trying the app. */
const ROOM = 10

/** Writes the company's subscription and its last invoices. */
export async function writeSubscription(
  db: Db,
  company: CompanyId,
  manager: UserId,
  { machines: standing, now }: { machines: number; now: Moment },
): Promise<void> {
  const machines = Math.max(STARTER_PRICE.machines, standing) + ROOM
  const checkout = uuidFrom(`checkout of ${company}`, NAMESPACE)
  const manage = `${SANDBOX_PAGE}?${new URLSearchParams({ reference: `${company}.${checkout}`, machines: String(machines), manage: '1' })}`
  const today = dayOf(now, 'UTC')
  const months = Array.from({ length: MONTHS }, (_, index) => isoDay(addMonths({ ...today, day: 1 }, -index)))
  await db.insert(checkouts).values({ companyId: company, id: checkout, userId: manager, machines, beganAt: now })
  await db
    .insert(subscriptions)
    .values({ companyId: company, status: 'ACTIVE', machines, updateUrl: manage, cancelUrl: manage, changedAt: now })
  await db.insert(invoices).values(
    months.map((date) => {
      const id = `sandbox-${company}-${date}`
      const amountMinor = toMinor(monthlyPrice(machines), STARTER_PRICE.currency)
      const receiptUrl = `/sandbox-receipt?invoice=${id}`
      return { companyId: company, id, date, plan: 'STARTER', amountMinor, currency: STARTER_PRICE.currency, receiptUrl }
    }),
  )
}
