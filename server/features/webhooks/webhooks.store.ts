import { randomUUID } from 'node:crypto'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Webhook, WebhookDelivery } from '#contract/webhooks.ts'
import type { CompanyId, UserId } from '#domain/ids.ts'
import { type Moment, toIso } from '#domain/time.ts'
import { OVERLAP, type WebhookKind } from '#domain/webhooks.ts'
import { type Db, rowsOf } from '../../db/client.ts'
import { webhookDeliveries, webhooks } from '../../db/schema/webhooks.ts'
import { personName } from '../../db/sql-fragments.ts'
import { wakeJobs } from '../../jobs/jobs.store.ts'

const millis = (at: SQL) => sql`(extract(epoch from ${at}) * 1000)::float8`
const isoOr = (at: Moment | null) => (at === null ? null : toIso(Math.round(at)))

const isWebhook = (company: CompanyId, id: string) => and(eq(webhooks.companyId, company), eq(webhooks.id, id))

type Row = Omit<Webhook, 'createdAt' | 'failingSince'> & { createdAt: Moment; failingSince: Moment | null }

/** The webhooks of a company, the latest last, or a single one. */
export async function findWebhooks(db: Db, company: CompanyId, id?: string): Promise<Webhook[]> {
  const rows = await rowsOf<Row>(
    db,
    sql`select w.id, w.url, w.kinds, ${personName('u')} as "createdBy", w.paused, ${millis(sql`w.created_at`)} as "createdAt",
        ${millis(sql`w.failing_since`)} as "failingSince",
        (select count(*) from webhook_deliveries d where d.company_id = w.company_id and d.webhook_id = w.id and d.state = 'WAITING')::int as waiting
      from webhooks w join users u on u.company_id = w.company_id and u.id = w.created_by
      where w.company_id = ${company} ${id === undefined ? sql`` : sql`and w.id = ${id}::uuid`} order by w.created_at, w.id`,
  )
  return rows.map(({ createdAt, failingSince, ...row }) => ({
    ...row,
    createdAt: toIso(Math.round(createdAt)),
    failingSince: isoOr(failingSince),
  }))
}

/** Locks a webhook until the transaction ends; null if there is none with this id. */
export async function lockWebhook(db: Db, company: CompanyId, id: string): Promise<Pick<Webhook, 'url' | 'kinds' | 'paused'> | null> {
  const { url, kinds, paused } = webhooks
  const [row] = await db.select({ url, kinds, paused }).from(webhooks).where(isWebhook(company, id)).for('update')
  return row ?? null
}

type NewWebhook = { id: string; url: string; kinds: readonly WebhookKind[]; secret: string; user: UserId; at: Moment }

export const insertWebhook = (db: Db, companyId: CompanyId, { kinds, user, at, ...webhook }: NewWebhook) =>
  db
    .insert(webhooks)
    .values({ ...webhook, companyId, kinds: [...kinds], createdBy: user, createdAt: at, busyUntil: at, restsUntil: at, servedAt: at })

/** Changing the URL or the paused status resets the failure count. */
export async function writeWebhook(
  db: Db,
  company: CompanyId,
  id: string,
  { url, kinds, isPaused, at }: { url: string; kinds: readonly WebhookKind[]; isPaused: boolean; at: Moment },
): Promise<void> {
  const paused = isPaused ? sql`coalesce(${webhooks.paused}, 'PERSON')` : null
  await db
    .update(webhooks)
    .set({ url, kinds: [...kinds], failingSince: null, failures: 0, restsUntil: at, paused })
    .where(isWebhook(company, id))
  await wakeJobs(db)
}

export const writeSecret = (db: Db, company: CompanyId, id: string, secret: string, at: Moment) =>
  db
    .update(webhooks)
    .set({ secretBefore: sql`${webhooks.secret}`, secretBeforeUntil: at + OVERLAP, secret })
    .where(isWebhook(company, id))

export async function removeWebhook(db: Db, company: CompanyId, id: string): Promise<void> {
  await db.delete(webhooks).where(isWebhook(company, id))
  await db.delete(webhookDeliveries).where(and(eq(webhookDeliveries.companyId, company), eq(webhookDeliveries.webhookId, id)))
}

/** Ends the backoff, because a user is waiting for the delivery. */
const wakeUp = async (db: Db, company: CompanyId, id: string, at: Moment) => {
  await db.update(webhooks).set({ restsUntil: at }).where(isWebhook(company, id))
  await wakeJobs(db)
}

export async function insertTest(db: Db, companyId: CompanyId, webhookId: string, at: Moment): Promise<string> {
  const [id, fact] = [randomUUID(), { id: randomUUID(), at: toIso(at), recordedAt: toIso(at) }]
  await db.insert(webhookDeliveries).values({ companyId, id, webhookId, kind: 'test', facts: [fact], count: 1, askedAt: at, nextTryAt: at })
  await wakeUp(db, companyId, webhookId, at)
  return id
}

/** Returns false if there is no delivery with this id. */
export async function sendAgain(db: Db, company: CompanyId, webhook: string, delivery: string, at: Moment): Promise<boolean> {
  const { webhookId, id } = webhookDeliveries
  const found = await db
    .update(webhookDeliveries)
    .set({ state: 'WAITING', tries: 0, endedAt: null, nextTryAt: at })
    .where(and(eq(webhookDeliveries.companyId, company), eq(webhookId, webhook), eq(id, delivery)))
    .returning({ id })
  if (found.length > 0) await wakeUp(db, company, webhook, at)
  return found.length > 0
}

type DeliveryRow = Omit<WebhookDelivery, 'askedAt' | 'lastTryAt' | 'nextTryAt'> & {
  askedAt: Moment
  lastTryAt: Moment | null
  nextTryAt: Moment
}

const SHOWN = 50

export async function findDeliveries(db: Db, company: CompanyId, webhook: string): Promise<WebhookDelivery[]> {
  const rows = await rowsOf<DeliveryRow>(
    db,
    sql`select d.id, d.kind, d.count as facts, ${millis(sql`d.asked_at`)} as "askedAt", d.state, d.tries, ${millis(sql`d.last_try_at`)} as "lastTryAt",
        d.status, d.trouble, d.duration_ms as "durationMs", ${millis(sql`greatest(d.next_try_at, w.rests_until)`)} as "nextTryAt"
      from webhook_deliveries d join webhooks w on w.company_id = d.company_id and w.id = d.webhook_id
      where d.company_id = ${company} and d.webhook_id = ${webhook}::uuid order by d.asked_at desc, d.id limit ${SHOWN}`,
  )
  return rows.map(({ askedAt, lastTryAt, nextTryAt, ...row }) => ({
    ...row,
    askedAt: toIso(Math.round(askedAt)),
    lastTryAt: isoOr(lastTryAt),
    nextTryAt: row.state === 'WAITING' ? toIso(Math.round(nextTryAt)) : null,
  }))
}
