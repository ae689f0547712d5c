import { sql } from 'drizzle-orm'
import { v5 as uuidFrom } from 'uuid'
import type { AlertEvent } from '#domain/alerts/alert.ts'
import { monthlyPrice, STARTER_PRICE } from '#domain/billing/plan.ts'
import { addMonths, dayOf, isoDay } from '#domain/calendar.ts'
import type { CompanyId, MachineId, UserId } from '#domain/ids.ts'
import { toMinor } from '#domain/money.ts'
import type { Moment } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { alertRules } from '../db/schema/alerts.ts'
import { checkouts, invoices, subscriptions } from '../db/schema/billing.ts'
import { groupedMachines, machineGroups } from '../db/schema/team.ts'
import { SANDBOX_PAGE } from '../features/billing/provider.ts'
import { amountOf } from './currencies.ts'
import type { Ground } from './ground.ts'
import { insertMany } from './insert-many.ts'

const NAMESPACE = '6ba7b811-9dad-11d1-80b4-00c04fd430c8'
const MONTHS = 4
/** Spare machines in the plan, for trying the app. */
const ROOM = 10

/** Writes the company's subscription and its last invoices. */
export async function writeSubscription(
  db: Db,
  company: CompanyId,
  manager: UserId,
  { machines: existing, now }: { machines: number; now: Moment },
): Promise<void> {
  const machines = Math.max(STARTER_PRICE.machines, existing) + ROOM
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

/** The names of the demo's machine groups. */
const NAMES = ['Downtown', 'Hospitals', 'Offices', 'Railway']

/** Puts each machine into one group, and every fifth into a second one. */
export async function writeGroups(db: Db, companyId: CompanyId, machines: readonly MachineId[], createdAt: Moment): Promise<void> {
  const rows = await db
    .insert(machineGroups)
    .values(NAMES.map((name) => ({ companyId, name, createdAt })))
    .returning({ id: machineGroups.id })
  const groupOf = (index: number) => rows[index % rows.length]?.id ?? 0
  const grouped = machines.flatMap((machineId, index) => [
    { companyId, machineId, groupId: groupOf(index) },
    ...(index % 5 === 0 ? [{ companyId, machineId, groupId: groupOf(index + 1) }] : []),
  ])
  await insertMany(db, groupedMachines, grouped)
}

/** Commissions of some sites: a share of the turnover, an amount a month, or both. */
export async function writeCommissions(
  db: Db,
  { company, money }: Ground,
  machines: readonly MachineId[],
  validFrom: string,
): Promise<void> {
  const KINDS = [
    { shareBasisPoints: 1_000, base: 'NET', monthlyMinor: 0 },
    { shareBasisPoints: 0, base: 'NET', monthlyMinor: amountOf(25, money) },
    { shareBasisPoints: 500, base: 'GROSS', monthlyMinor: amountOf(10, money) },
  ] as const
  const rows = machines.flatMap((machineId, index) => {
    const kind = KINDS[index % (KINDS.length + 2)]
    return kind ? [{ machineId, ...kind }] : []
  })
  await db.execute(sql`
    insert into machine_commissions (company_id, machine_id, valid_from, share_basis_points, base, monthly_minor)
    select ${company}::int, r."machineId", ${validFrom}::date, r."shareBasisPoints", r.base, r."monthlyMinor"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r("machineId" bigint, "shareBasisPoints" bigint, base text, "monthlyMinor" bigint)`)
}

/** Temperature and coins are the urgent ones. The dashboard shows all others. */
const WANTED: readonly AlertEvent[] = ['ALERT_UP_TOO_HIGH_TEMPERATURE', 'ALERT_UP_LOW_COINS_LEVEL']

/** Creates mail alerts of a few kinds for the first manager. */
export async function writeAlertRules(db: Db, company: CompanyId, manager: UserId, at: Moment): Promise<void> {
  await db
    .insert(alertRules)
    .values(WANTED.map((event) => ({ companyId: company, userId: manager, event, channel: 'EMAIL' as const, createdAt: at })))
}
