import { randomUUID } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import type { PushSubscription } from '#contract/alerts.ts'
import { type Moment, toIso } from '#domain/time.ts'
import { type Db, rowsOf } from '../../db/client.ts'
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
  await db.execute(sql`
    delete from push_subscriptions p
    where p.company_id = ${companyId} and p.session_id = ${sessionId}::uuid and p.endpoint <> ${endpoint}`)
  const [row] = await rowsOf<{ id: string }>(
    db,
    sql`insert into push_subscriptions (company_id, id, user_id, session_id, endpoint, p256dh, auth, created_at)
      values (${companyId}, ${randomUUID()}::uuid, ${userId}, ${sessionId}::uuid, ${endpoint}, ${p256dh}, ${auth}, ${toIso(at)})
      on conflict (company_id, user_id, endpoint) do update
        set session_id = excluded.session_id, p256dh = excluded.p256dh, auth = excluded.auth
      returning id`,
  )
  if (!row) throw new Error('the insert of a push subscription returned no row')
  return row.id
}

/** Returns whether the user had this subscription. */
export async function removeSubscription(db: Db, { companyId, userId }: Principal, id: string): Promise<boolean> {
  const rows = await rowsOf(
    db,
    sql`delete from push_subscriptions p where p.company_id = ${companyId} and p.user_id = ${userId} and p.id = ${id}::uuid returning p.id`,
  )
  return rows.length > 0
}
