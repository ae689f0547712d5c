import { type SQL, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { ALERT_EVENTS, SENT_CHANNELS, type SentChannel } from '#domain/alerts/alert.ts'
import { MAX_HELD } from '#domain/alerts/quiet-hours.ts'
import type { CompanyId } from '#domain/ids.ts'
import { DAY, HOUR, MINUTE, type Moment, toIso } from '#domain/time.ts'
import { type Db, rowsOf } from '../db/client.ts'
import { personName } from '../db/sql-fragments.ts'
import { isDue, retryDelay } from '../queue/lease.ts'
import { mayBeAlerted } from './notify.ts'

const Device = v.object({ id: v.string(), endpoint: v.string(), p256dh: v.string(), auth: v.string() })

/** What happened, and to whom it is sent. */
const Row = v.object({
  companyId: v.number(),
  id: v.string(),
  channel: v.picklist(SENT_CHANNELS),
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
  /** null if the user may no longer receive this alert: disabled, or the machine is not theirs any more. */
  recipient: v.nullable(
    v.object({ name: v.string(), email: v.nullable(v.string()), phone: v.nullable(v.string()), isManager: v.boolean() }),
  ),
  quietHours: v.nullable(v.object({ from: v.number(), to: v.number(), days: v.array(v.number()), urgentToo: v.boolean() })),
  /** null if the message is not for a device, or the device was signed out. */
  device: v.nullable(Device),
})
type Row = v.InferOutput<typeof Row>

/**
 * A message with everything that its delivery needs. After quiet hours it is the summary of all messages that waited: `held` are those that
 * the recipient may still receive, this one included; `dropped` are the others.
 */
export type Message = Row & { held: readonly Row[]; dropped: readonly string[] }

/** How long a message is leased to one process. After this time another process may claim it. */
const LEASE = 5 * MINUTE
/** About twelve hours of retries. A later alert is of no use. */
const MAX_TRIES = 11

/** The longest wait before a retry. */
const MAX_WAIT = 4 * HOUR

/** Messages that wait for the end of quiet hours do so for longer than those that are retried. */
const isTimeOf = (message: string, now: Moment): SQL => {
  const [held, time] = [sql.raw(`${message}.held_until`), sql.raw(`${message}.next_try_at`)]
  return sql`case when ${held} is null then ${isDue(time, now, MAX_WAIT)} else ${isDue(time, now, MAX_HELD)} end`
}

/**
 * Claims the due message of a channel that has waited longest, exclusively for this process. Messages that waited for the
 * same user and device during quiet hours are claimed together with the first one, which only one process can claim.
 */
export async function claimMessage(db: Db, channel: SentChannel, now: Moment): Promise<Message | null> {
  const isSameGroup = (one: SQL, other: SQL) => sql`${one}.company_id = ${other}.company_id and ${one}.user_id = ${other}.user_id
    and ${one}.channel = ${other}.channel and ${one}.subscription_id is not distinct from ${other}.subscription_id
    and ${one}.state = 'WAITING' and ${one}.held_until is not null`
  const rows = await rowsOf(
    db,
    sql`with due as (
        select d.* from alert_messages d where d.state = 'WAITING' and d.channel = ${channel} and ${isTimeOf('d', now)}
          and (d.held_until is null or not exists (select from alert_messages e where ${isSameGroup(sql`e`, sql`d`)}
            and ${isTimeOf('e', now)} and (e.asked_at, e.id) < (d.asked_at, d.id)))
        order by d.next_try_at, d.asked_at limit 1 for update skip locked),
      taken as (
        update alert_messages m set next_try_at = ${toIso(now + LEASE)}::timestamptz, tries = m.tries + 1
        from due where m.company_id = due.company_id
          and (m.id = due.id or (due.held_until is not null and ${isSameGroup(sql`m`, sql`due`)} and ${isTimeOf('m', now)}))
        returning m.*)
      select t.company_id as "companyId", t.id, t.channel, t.event, t.activity, floor(extract(epoch from t.at) * 1000)::float8 as at,
        t.money_minor::float8 as "moneyMinor", t.details, t.tries, c.locale, c.currency, c.timezone,
        case when m.id is null then null else jsonb_build_object('id', m.id, 'name', m.name) end as machine,
        case when ${mayBeAlerted('u', sql`t.machine_id`)} then jsonb_build_object('name', ${personName('u')},
          'email', nullif(trim(u.email), ''), 'phone', nullif(trim(u.phone_number), ''), 'isManager', u.company_role = 'ROLE_MANAGER') end as recipient,
        case when q.user_id is null then null else jsonb_build_object('from', q.from_minute, 'to', q.to_minute, 'days', q.days,
          'urgentToo', q.urgent_too) end as "quietHours",
        case when s.id is null then null
          else jsonb_build_object('id', p.id, 'endpoint', p.endpoint, 'p256dh', p.p256dh, 'auth', p.auth) end as device
      from taken t
        join companies c on c.id = t.company_id
        join users u on u.company_id = t.company_id and u.id = t.user_id
        left join quiet_hours q on q.company_id = t.company_id and q.user_id = t.user_id
        left join machines m on m.company_id = t.company_id and m.id = t.machine_id
        left join push_subscriptions p on p.company_id = t.company_id and p.id = t.subscription_id and p.user_id = t.user_id
        left join sessions s on s.company_id = p.company_id and s.id = p.session_id and s.revoked_at is null
      order by t.asked_at, t.id`,
  )
  const all = rows.map((row) => v.parse(Row, row))
  const held = all.filter(({ recipient }) => recipient !== null)
  const first = held[0] ?? all[0]
  const dropped = all.flatMap(({ id, recipient }) => (recipient === null && id !== first?.id ? [id] : []))
  return first ? { ...first, held, dropped } : null
}

type MessageKey = Pick<Message, 'companyId' | 'id' | 'held'>

/** The rows of a message: its own, and those that it summarizes. */
const itsRows = ({ companyId, id, held }: MessageKey): SQL =>
  sql`m.company_id = ${companyId} and m.id = any(${`{${[id, ...held.map((row) => row.id)].join(',')}}`}::uuid[])`

/** Ends a message that was delivered or that has no recipient any more (`why`). */
export const endMessage = (db: Db, message: MessageKey, why: string | null, now: Moment) =>
  db.execute(sql`
    update alert_messages m set state = ${why === null ? 'SENT' : 'DROPPED'}, ended_at = ${toIso(now)}::timestamptz, failure = ${why}
    where ${itsRows(message)}`)

/** Ends those that waited and whose recipient may not receive them any more. */
export async function dropMessages(db: Db, { companyId, dropped }: Message, now: Moment): Promise<void> {
  for (const id of dropped) await endMessage(db, { companyId, id, held: [] }, 'NOT_TOLD_ANY_MORE', now)
}

/** Makes a message wait for the end of quiet hours. That is no try. */
export const holdMessage = (db: Db, message: MessageKey, until: Moment) =>
  db.execute(sql`
    update alert_messages m set next_try_at = ${toIso(until)}::timestamptz, held_until = ${toIso(until)}::timestamptz, tries = m.tries - 1
    where ${itsRows(message)}`)

/** Schedules a retry after a failure, each time after a longer wait, until `MAX_TRIES`. */
export const retryLater = (db: Db, message: MessageKey & { tries: number }, failure: string, now: Moment) => {
  const { tries } = message
  const isOver = tries >= MAX_TRIES
  return db.execute(sql`
    update alert_messages m set failure = ${failure.slice(0, 500)}, state = ${isOver ? 'FAILED' : 'WAITING'},
      ended_at = ${isOver ? toIso(now) : null}::timestamptz, next_try_at = ${toIso(now + retryDelay(tries, MAX_WAIT))}::timestamptz
    where ${itsRows(message)}`)
}

/** Deletes a device that the push service reports as gone. */
export const deletePushDevice = (db: Db, company: CompanyId, device: string) =>
  db.execute(sql`delete from push_subscriptions p where p.company_id = ${company} and p.id = ${device}::uuid`)

/** Deletes completed messages and signed-out devices after one month. */
export async function purgeMessages(db: Db, now: Moment): Promise<void> {
  await db.execute(sql`delete from alert_messages where ended_at < ${toIso(now - 30 * DAY)}::timestamptz`)
  await db.execute(sql`delete from alert_causes where seen_at < ${toIso(now - 30 * DAY)}::timestamptz`)
  await db.execute(sql`
    delete from push_subscriptions p using sessions s where s.company_id = p.company_id and s.id = p.session_id and s.revoked_at is not null`)
}
