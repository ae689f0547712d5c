import { randomUUID } from 'node:crypto'
import { and, eq, ne, type SQL, sql } from 'drizzle-orm'
import type { PushSubscription } from '#contract/alerts.ts'
import { type Moment, toIso } from '#domain/time.ts'
import { type Db, rowsOf } from '../../db/client.ts'
import { pushSubscriptions } from '../../db/schema/alerts.ts'
import type { Principal } from '../../http/request-context.ts'

/** Whether a user has a signed-in device that shows notifications. */
export const hasLiveDevice = (company: SQL, user: SQL): SQL => sql`exists (
  select from push_subscriptions p join sessions s on s.company_id = p.company_id and s.id = p.session_id and s.revoked_at is null
  where p.company_id = ${company} and p.user_id = ${user})`

export async function subscriptionsOf(db: Db, { companyId, userId, sessionId }: Principal): Promise<PushSubscription[]> {
  const rows = await rowsOf<{ id: string; at: Moment; session: string }>(
    db,
    sql`select p.id, floor(extract(epoch from p.created_at) * 1000)::float8 as at, p.session_id as session
      from push_subscriptions p join sessions s on s.company_id = p.company_id and s.id = p.session_id and s.revoked_at is null
      where p.company_id = ${companyId} and p.user_id = ${userId} order by p.created_at, p.id`,
  )
  return rows.map(({ id, at, session }) => ({ id, createdAt: toIso(at), isThis: session === sessionId }))
}

type Subscribed = { endpoint: string; keys: { p256dh: string; auth: string } }

/** Stores a subscription with its session. A known subscription moves to that session. */
export async function keepSubscription(
  db: Db,
  { companyId, userId, sessionId }: Principal,
  { endpoint, keys: { p256dh, auth } }: Subscribed,
  at: Moment,
): Promise<string> {
  // A session is one browser with one subscription, so older ones are deleted.
  const ofSession = and(eq(pushSubscriptions.companyId, companyId), eq(pushSubscriptions.sessionId, sessionId))
  await db.delete(pushSubscriptions).where(and(ofSession, ne(pushSubscriptions.endpoint, endpoint)))
  const set = { sessionId, p256dh, auth }
  const target = [pushSubscriptions.companyId, pushSubscriptions.userId, pushSubscriptions.endpoint]
  const [row] = await db
    .insert(pushSubscriptions)
    .values({ companyId, id: randomUUID(), userId, endpoint, ...set, createdAt: at })
    .onConflictDoUpdate({ target, set })
    .returning({ id: pushSubscriptions.id })
  if (!row) throw new Error('the insert of a push subscription returned no row')
  return row.id
}

/** Returns whether the user had this subscription. */
export async function removeSubscription(db: Db, { companyId, userId }: Principal, id: string): Promise<boolean> {
  const ofUser = and(eq(pushSubscriptions.companyId, companyId), eq(pushSubscriptions.userId, userId))
  const removed = await db
    .delete(pushSubscriptions)
    .where(and(ofUser, eq(pushSubscriptions.id, id)))
    .returning({ id: pushSubscriptions.id })
  return removed.length > 0
}
