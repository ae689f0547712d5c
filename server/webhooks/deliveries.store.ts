import { and, eq, sql } from 'drizzle-orm'
import type { WEBHOOK_ERRORS } from '#contract/webhooks.ts'
import type { CompanyId } from '#domain/ids.ts'
import { DAY, HOUR, MINUTE, type Moment, toIso } from '#domain/time.ts'
import { type DeliveryKind, delayAfter, FAILING_TIMEOUT_MS, MAX_FACTS, nextAttempt } from '#domain/webhooks.ts'
import { type Db, rowsOf } from '../db/client.ts'
import { webhookDeliveries, webhooks } from '../db/schema/webhooks.ts'
import { isDue } from '../queue/lease.ts'

/** A delivery with everything that is needed to send it. */
export type Delivery = {
  companyId: CompanyId
  webhook: string
  url: string
  currency: string
  secret: string
  secretBefore: string | null
  failures: number
  failingSince: Moment | null
  id: string
  kind: DeliveryKind
  facts: Record<string, unknown>[]
  askedAt: Moment
  tries: number
}

/** How long an address is leased to one process. After this time another process may claim it. */
const LEASE = 2 * MINUTE
/** Limits concurrent deliveries of one company, because all companies share the workers. */
const OF_ONE_COMPANY = 3

/** The longest wait before a retry. */
const MAX_WAIT = DAY

const isAddressOf = ({ companyId, webhook }: Pick<Delivery, 'companyId' | 'webhook'>) =>
  and(eq(webhooks.companyId, companyId), eq(webhooks.id, webhook))

/** Claims the address that has waited longest, exclusively for this process, with its next delivery; null if none is due. */
export async function claimDelivery(db: Db, now: Moment): Promise<Delivery | null> {
  const when = sql`${toIso(now)}::timestamptz`
  const [taken] = await rowsOf<Omit<Delivery, keyof Next>>(
    db,
    sql`update webhooks w set busy_until = ${toIso(now + LEASE)}::timestamptz, served_at = ${when} from companies c
      where c.id = w.company_id and (w.company_id, w.id) = (
        select e.company_id, e.id from webhooks e
        where e.paused is null and ${isDue(sql`e.busy_until`, now, LEASE)} and ${isDue(sql`e.rests_until`, now, HOUR)}
          and exists (select from webhook_deliveries d
            where d.company_id = e.company_id and d.webhook_id = e.id and d.state = 'WAITING' and ${isDue(sql`d.next_try_at`, now, MAX_WAIT)})
          and (select count(*) from webhooks o where o.company_id = e.company_id and o.busy_until > ${when} and o.busy_until <= ${toIso(now + LEASE + MINUTE)}::timestamptz) < ${OF_ONE_COMPANY}
        order by e.served_at, e.id limit 1 for update skip locked)
      returning w.company_id as "companyId", w.id as webhook, w.url, c.currency, w.secret,
        case when w.secret_before_until > ${when} then w.secret_before end as "secretBefore",
        w.failures, (extract(epoch from w.failing_since) * 1000)::float8 as "failingSince"`,
  )
  if (!taken) return null
  const next = await packNext(db, taken, now)
  if (next) return { ...taken, ...next }
  await db.update(webhooks).set({ busyUntil: now }).where(isAddressOf(taken))
  return null
}

type Next = Pick<Delivery, 'id' | 'kind' | 'facts' | 'askedAt' | 'tries'>

/**
 * The next delivery of an address. Deliveries of the same kind that were never sent are merged up to the size limit, so that many sales
 * need few requests. After the first try a delivery keeps its content and id.
 */
async function packNext(db: Db, { companyId, webhook }: Pick<Delivery, 'companyId' | 'webhook'>, now: Moment): Promise<Next | null> {
  const due = await rowsOf<{ id: string; kind: DeliveryKind; count: number; isFresh: boolean }>(
    db,
    sql`select d.id, d.kind, d.count, d.last_try_at is null as "isFresh" from webhook_deliveries d
      where d.company_id = ${companyId} and d.webhook_id = ${webhook}::uuid and d.state = 'WAITING' and ${isDue(sql`d.next_try_at`, now, MAX_WAIT)}
      order by d.next_try_at, d.asked_at, d.id limit ${2 * MAX_FACTS} for update`,
  )
  const [first, ...others] = due
  if (!first) return null
  let count = first.count
  const along = others.flatMap(({ id, kind, count: more, isFresh }) => {
    if (!first.isFresh || !isFresh || first.kind === 'test' || kind !== first.kind || count + more > MAX_FACTS) return []
    count += more
    return [id]
  })
  if (along.length > 0)
    await db.execute(sql`
      with gone as (
        delete from webhook_deliveries d where d.company_id = ${companyId} and d.id = any(${`{${along.join(',')}}`}::uuid[]) returning d.asked_at, d.id, d.facts)
      update webhook_deliveries d set count = ${count}, facts = d.facts || (
        select jsonb_agg(f.fact order by g.asked_at, g.id, f.n) from gone g, jsonb_array_elements(g.facts) with ordinality f(fact, n))
      where d.company_id = ${companyId} and d.id = ${first.id}::uuid`)
  const [next] = await rowsOf<Next>(
    db,
    sql`update webhook_deliveries d set tries = d.tries + 1, last_try_at = ${toIso(now)}::timestamptz, status = null, trouble = null, duration_ms = null
      where d.company_id = ${companyId} and d.id = ${first.id}::uuid
      returning d.id, d.kind, d.facts, (extract(epoch from d.asked_at) * 1000)::float8 as "askedAt", d.tries`,
  )
  return next ?? null
}

/** The result of a try. `trouble`: why it failed. */
export type Ended = { status: number | null; trouble: (typeof WEBHOOK_ERRORS)[number] | null; durationMs: number }

/**
 * Stores the result of a try and releases the address. A failed delivery is retried after growing waits, and the address pauses until then.
 * Returns the reason if the address was paused.
 */
export async function recordAttempt(
  db: Db,
  delivery: Delivery,
  ended: Ended,
  now: Moment,
  chance: number,
): Promise<'FAILING' | 'GONE' | null> {
  const { companyId, id, tries } = delivery
  const isTaken = ended.trouble === null
  const again = isTaken ? null : nextAttempt(tries, now, chance)
  await db
    .update(webhookDeliveries)
    .set({
      ...ended,
      state: isTaken ? 'SENT' : again === null ? 'FAILED' : 'WAITING',
      ...(again === null ? { endedAt: now } : { endedAt: null, nextTryAt: again }),
    })
    .where(and(eq(webhookDeliveries.companyId, companyId), eq(webhookDeliveries.id, id)))
  if (isTaken) {
    await db.update(webhooks).set({ busyUntil: now, failures: 0, failingSince: null }).where(isAddressOf(delivery))
    return null
  }
  const failingSince = delivery.failingSince ?? now
  const failures = delivery.failures + 1
  // The attempts of a delivery may end earlier, and without another delivery no attempt would follow.
  const isFailing = failingSince <= now - FAILING_TIMEOUT_MS || (again === null && failures >= tries)
  const pause = ended.status === 410 ? 'GONE' : isFailing ? 'FAILING' : null
  const written = await db
    .update(webhooks)
    .set({
      ...{ busyUntil: now, failures, failingSince, restsUntil: now + delayAfter(failures) },
      ...(pause === null ? {} : { paused: sql`coalesce(${webhooks.paused}, ${pause})` }),
    })
    .where(and(isAddressOf(delivery), eq(webhooks.url, delivery.url)))
    .returning({ id: webhooks.id })
  if (written.length > 0) return pause
  // The address was changed in the meantime, so the new one has not failed.
  await db.update(webhooks).set({ busyUntil: now }).where(isAddressOf(delivery))
  return null
}

type Manager = { name: string; email: string; locale: string }

/** The recipients of the mail about a paused address. */
export const managersOf = (db: Db, company: CompanyId): Promise<Manager[]> =>
  rowsOf<Manager>(
    db,
    sql`select u.first_name as name, u.email, c.locale from users u join companies c on c.id = u.company_id
      where u.company_id = ${company} and u.enabled and u.company_role = 'ROLE_MANAGER' and nullif(trim(u.email), '') is not null order by u.id`,
  )

/** Deletes completed deliveries after a week, undelivered ones after a month, and those of deleted addresses. */
export const purgeDeliveries = (db: Db, now: Moment) =>
  db.execute(sql`
    delete from webhook_deliveries d where d.ended_at < ${toIso(now - 7 * DAY)}::timestamptz or d.asked_at < ${toIso(now - 30 * DAY)}::timestamptz
      or not exists (select from webhooks w where w.company_id = d.company_id and w.id = d.webhook_id)`)
