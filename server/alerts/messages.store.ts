import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { ALERT_CHANNELS, ALERT_EVENTS, type AlertChannel } from '#domain/alerts/alert.ts'
import type { CompanyId } from '#domain/ids.ts'
import { DAY, HOUR, MINUTE, type Moment, toIso } from '#domain/time.ts'
import { type Db, rowsOf } from '../db/client.ts'
import { personName } from '../db/sql-fragments.ts'
import { isDue, waitAfter } from '../queue/retry.ts'

const Device = v.object({ id: v.string(), endpoint: v.string(), p256dh: v.string(), auth: v.string() })

/** A message with everything that its delivery needs. */
const Message = v.object({
  companyId: v.number(),
  id: v.string(),
  channel: v.picklist(ALERT_CHANNELS),
  event: v.picklist(ALERT_EVENTS),
  activity: v.string(),
  at: v.number(),
  moneyMinor: v.nullable(v.number()),
  details: v.object({
    message: v.optional(v.nullable(v.string())),
    alertType: v.optional(v.string()),
    version: v.optional(v.string()),
    issue: v.optional(v.string()),
  }),
  tries: v.number(),
  machine: v.nullable(v.object({ id: v.number(), name: v.string() })),
  locale: v.string(),
  currency: v.string(),
  timezone: v.string(),
  /** null if the recipient no longer receives alerts: the user is disabled or no longer a manager. */
  recipient: v.nullable(v.object({ name: v.string(), email: v.nullable(v.string()), phone: v.nullable(v.string()) })),
  /** null if the message is not for a device, or the device was signed out. */
  device: v.nullable(Device),
})
export type Message = v.InferOutput<typeof Message>

/** How long a message is leased to one process. After this time another process may claim it. */
const LEASE = 5 * MINUTE
/** About one day of retries. A later alert is of no use. */
export const MAX_TRIES = 11

/** The longest wait before a retry. */
const MAX_WAIT = 4 * HOUR

/** Claims the due message of a channel that has waited longest, exclusively for this process. */
export async function takeMessage(db: Db, channel: AlertChannel, now: Moment): Promise<Message | null> {
  const [row] = await rowsOf(
    db,
    sql`with due as (
        select company_id, id from alert_messages where state = 'WAITING' and channel = ${channel}
          and ${isDue(sql`next_try_at`, now, MAX_WAIT)}
        order by next_try_at, asked_at limit 1 for update skip locked),
      taken as (
        update alert_messages m set next_try_at = ${toIso(now + LEASE)}::timestamptz, tries = m.tries + 1
        from due where m.company_id = due.company_id and m.id = due.id returning m.*)
      select t.company_id as "companyId", t.id, t.channel, t.event, t.activity, floor(extract(epoch from t.at) * 1000)::float8 as at,
        t.money_minor::float8 as "moneyMinor", t.details, t.tries, c.locale, c.currency, c.timezone,
        case when m.id is null then null else jsonb_build_object('id', m.id, 'name', m.name) end as machine,
        case when u.enabled and u.company_role = 'ROLE_MANAGER'
          then jsonb_build_object('name', ${personName('u')}, 'email', nullif(trim(u.email), ''), 'phone', nullif(trim(u.phone_number), '')) end as recipient,
        case when s.id is null then null
          else jsonb_build_object('id', p.id, 'endpoint', p.endpoint, 'p256dh', p.p256dh, 'auth', p.auth) end as device
      from taken t
        join companies c on c.id = t.company_id
        join users u on u.company_id = t.company_id and u.id = t.user_id
        left join machines m on m.company_id = t.company_id and m.id = t.machine_id
        left join push_subscriptions p on p.company_id = t.company_id and p.id = t.subscription_id and p.user_id = t.user_id
        left join sessions s on s.company_id = p.company_id and s.id = p.session_id and s.revoked_at is null`,
  )
  return row ? v.parse(Message, row) : null
}

type Own = Pick<Message, 'companyId' | 'id'>

/** Ends a message that was delivered or that has no recipient any more (`why`). */
export const endMessage = (db: Db, { companyId, id }: Own, why: string | null, now: Moment) =>
  db.execute(sql`
    update alert_messages m set state = ${why === null ? 'SENT' : 'DROPPED'}, ended_at = ${toIso(now)}::timestamptz, failure = ${why}
    where m.company_id = ${companyId} and m.id = ${id}::uuid`)

/** Schedules a retry after a failure, each time after a longer wait, until `MAX_TRIES`. */
export const tryLater = (db: Db, { companyId, id, tries }: Own & { tries: number }, failure: string, now: Moment) => {
  const isOver = tries >= MAX_TRIES
  return db.execute(sql`
    update alert_messages m set failure = ${failure.slice(0, 500)}, state = ${isOver ? 'FAILED' : 'WAITING'},
      ended_at = ${isOver ? toIso(now) : null}::timestamptz, next_try_at = ${toIso(now + waitAfter(tries, MAX_WAIT))}::timestamptz
    where m.company_id = ${companyId} and m.id = ${id}::uuid`)
}

/** Deletes a device that the push service reports as gone. */
export const forgetDevice = (db: Db, company: CompanyId, device: string) =>
  db.execute(sql`delete from push_subscriptions p where p.company_id = ${company} and p.id = ${device}::uuid`)

/** Deletes completed messages and signed-out devices after one month. */
export async function forgetMessages(db: Db, now: Moment): Promise<void> {
  await db.execute(sql`delete from alert_messages where ended_at < ${toIso(now - 30 * DAY)}::timestamptz`)
  await db.execute(sql`delete from alert_causes where seen_at < ${toIso(now - 30 * DAY)}::timestamptz`)
  await db.execute(sql`
    delete from push_subscriptions p using sessions s where s.company_id = p.company_id and s.id = p.session_id and s.revoked_at is not null`)
}
