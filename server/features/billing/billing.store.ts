import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { BillingEvent, Invoice, SubscriptionInfo } from '#contract/billing.ts'
import type { CompanyId, UserId } from '#domain/ids.ts'
import { toDecimal, toMinor } from '#domain/money.ts'
import { type Moment, toIso } from '#domain/time.ts'
import { audit } from '../../audit-log/audit-log.store.ts'
import { type Db, rowsOf } from '../../db/client.ts'

export async function infoOf(db: Db, company: CompanyId): Promise<SubscriptionInfo> {
  const [row] = await rowsOf<SubscriptionInfo>(
    db,
    sql`select c.plan_name as "planName", s.status, s.update_url as "updateUrl", s.cancel_url as "cancelUrl",
        case when c.plan_name = 'STARTER' then c.cancellation_effective_date end as "endsOn"
      from companies c left join subscriptions s on s.company_id = c.id where c.id = ${company}`,
  )
  return row ?? { planName: 'CUSTOM', status: null, updateUrl: null, cancelUrl: null, endsOn: null }
}

export async function invoicesOf(db: Db, company: CompanyId): Promise<Invoice[]> {
  const rows = await rowsOf<Omit<Invoice, 'amount'> & { minor: number }>(
    db,
    sql`select i.id, to_char(i.date, 'YYYY-MM-DD') as date, i.plan, i.amount_minor::float8 as minor, i.currency, i.receipt_url as "receiptUrl"
      from invoices i where i.company_id = ${company} order by i.date desc, i.id`,
  )
  return rows.map(({ minor, ...invoice }) => ({ ...invoice, amount: toDecimal(minor, invoice.currency) }))
}

export async function openCheckout(
  db: Db,
  company: CompanyId,
  { userId, machines }: { userId: UserId; machines: number },
  now: Moment,
): Promise<string> {
  const id = randomUUID()
  await db.execute(sql`
    insert into checkouts (company_id, id, user_id, machines, began_at)
    values (${company}, ${id}::uuid, ${userId}, ${machines}, ${toIso(now)}::timestamptz)`)
  return `${company}.${id}`
}

type StartedCheckout = { reference: string; userId: UserId; machines: number }

/** The company's checkout with this reference. */
export async function checkoutNamed(db: Db, company: CompanyId, reference: string): Promise<StartedCheckout | null> {
  const [row] = await rowsOf<{ userId: UserId; machines: number }>(
    db,
    sql`select user_id as "userId", machines from checkouts where company_id = ${company} and id = ${idIn(reference)}::uuid`,
  )
  return row ? { reference, ...row } : null
}

/** The last checkout that a user of the company began, with the machines of the subscription; null without a subscription. */
export async function lastCheckout(db: Db, company: CompanyId): Promise<StartedCheckout | null> {
  const [row] = await rowsOf<{ id: string; userId: UserId; machines: number }>(
    db,
    sql`select c.id, c.user_id as "userId", s.machines from checkouts c join subscriptions s on s.company_id = c.company_id
      where c.company_id = ${company} order by c.began_at desc, c.id limit 1`,
  )
  return row ? { reference: `${company}.${row.id}`, userId: row.userId, machines: row.machines } : null
}

/** `company.checkout` */
export const companyIn = (reference: string): CompanyId => Number(reference.split('.')[0])
const idIn = (reference: string): string => reference.split('.')[1] ?? ''

/** Applies an event of a provider once. The event with the latest time wins, in any order of arrival. Returns false for a duplicate. */
export async function insertEvent(db: Db, company: CompanyId, begun: StartedCheckout, event: BillingEvent, now: Moment): Promise<boolean> {
  const { id, at, subscription, invoice } = event
  const isNew = await rowsOf(
    db,
    sql`insert into billing_events (company_id, id, kind, at, received_at)
      values (${company}, ${id}, ${subscription?.status ?? 'INVOICE'}, ${at}::timestamptz, ${toIso(now)}::timestamptz)
      on conflict do nothing returning id`,
  )
  if (isNew.length === 0) return false
  if (invoice)
    await db.execute(sql`
      insert into invoices (company_id, id, date, plan, amount_minor, currency, receipt_url)
      values (${company}, ${invoice.id}, ${invoice.date}::date, ${invoice.plan}, ${toMinor(invoice.amount, invoice.currency)}, ${invoice.currency}, ${invoice.receiptUrl ?? null})
      on conflict do nothing`)
  const isLatest =
    subscription !== undefined && (await writeSubscription(db, company, { ...subscription, checkout: idIn(begun.reference) }, at))
  if (!isLatest && !invoice) return true
  const planName = await writePlan(db, company, isLatest, now)
  if (isLatest)
    await audit(db, company, { userId: begun.userId, at: now }, [
      {
        action: 'plan-changed',
        of: { kind: 'company', id: company },
        after: { planName, status: subscription.status, machines: subscription.machines },
      },
    ])
  return true
}

/**
 * Returns false if a later state is already stored, or if the subscription of another checkout would end: a provider ends the earlier one of
 * a company that subscribed again at the end of its paid month.
 */
async function writeSubscription(
  db: Db,
  company: CompanyId,
  { status, machines, updateUrl = null, cancelUrl = null, checkout }: NonNullable<BillingEvent['subscription']> & { checkout: string },
  at: string,
): Promise<boolean> {
  const written = await rowsOf(
    db,
    sql`insert into subscriptions as s (company_id, status, machines, update_url, cancel_url, checkout_id, changed_at)
      values (${company}, ${status}, ${machines}, ${updateUrl}, ${cancelUrl}, ${checkout}::uuid, ${at}::timestamptz)
      on conflict (company_id) do update set status = excluded.status, machines = excluded.machines, update_url = excluded.update_url,
        cancel_url = excluded.cancel_url, checkout_id = excluded.checkout_id, changed_at = excluded.changed_at
      where s.changed_at < excluded.changed_at
        and (excluded.status in ('ACTIVE', 'TRIALING') or s.checkout_id is null or s.checkout_id = excluded.checkout_id) returning s.status`,
  )
  return written.length > 0
}

/**
 * Sets the plan according to the provider's events so far. A subscription that was cancelled or whose payment failed keeps the company on
 * its plan until the month of the last invoice is over, because that month is paid. Manually agreed plans and trials change only when a
 * subscription begins.
 */
async function writePlan(db: Db, company: CompanyId, isSubscription: boolean, now: Moment): Promise<string> {
  const [row] = await rowsOf<{ planName: string }>(
    db,
    sql`update companies c set
        plan_name = case
          when s.status in ('ACTIVE', 'TRIALING') then 'STARTER'
          when c.plan_name not in ('STARTER', 'MUST_SELECT') then c.plan_name
          when s.paid_until > s.today then 'STARTER' else 'MUST_SELECT' end,
        cancellation_effective_date = case
          when s.status in ('ACTIVE', 'TRIALING') then null
          when c.plan_name not in ('STARTER', 'MUST_SELECT') then c.cancellation_effective_date
          when s.paid_until > s.today then s.paid_until end
      from (
        select s.status, to_char(${toIso(now)}::timestamptz at time zone o.timezone, 'YYYY-MM-DD') as today,
          (select to_char(max(i.date) + interval '1 month', 'YYYY-MM-DD') from invoices i where i.company_id = ${company}) as paid_until
        from subscriptions s join companies o on o.id = s.company_id where s.company_id = ${company}
      ) s
      where c.id = ${company} and (${isSubscription} or c.plan_name in ('STARTER', 'MUST_SELECT')) returning c.plan_name as "planName"`,
  )
  return row?.planName ?? ''
}
