import { type SQL, sql } from 'drizzle-orm'
import { alertOf, isForManagersOnly, isTooLate, QUIET, REMINDER } from '#domain/alerts/alert.ts'
import type { CompanyId } from '#domain/ids.ts'
import { type Moment, toIso } from '#domain/time.ts'
import type { EventInput } from '../events/event-input.ts'
import { JOBS_CHANNEL } from '../jobs/jobs.store.ts'
import { mayBeAlerted, notifying } from './notify.ts'

/**
 * Parts of the statement that publishes events: alert messages to subscribers, and notifications, in the transaction of the event itself.
 * `next` has locked the company's row, so of two concurrent events with one cause the later one sees the result of the earlier one. One row
 * per user, channel, machine and cause stores when the alert last occurred; while it recurs, no further message is created.
 */
export function raiseAlertsSql(company: CompanyId, events: readonly EventInput[], now: Moment): SQL {
  const facts = events.flatMap(({ activity, at, machineId, money, details = {} }) => {
    const alert = isTooLate(at, now) ? null : alertOf({ activity, alertType: details.alertType })
    return alert
      ? [
          {
            ...alert,
            office: isForManagersOnly(alert.event),
            activity,
            at: toIso(at),
            machine: machineId,
            money: money?.minor ?? null,
            details,
          },
        ]
      : []
  })
  const notified = notifying(company, events, facts.length > 0, now)
  if (facts.length === 0) return notified
  const when = sql`${toIso(now)}::timestamptz`
  const isNew = sql`(q.seen_at <= ${toIso(now - QUIET)}::timestamptz or q.told_at <= ${toIso(now - REMINDER)}::timestamptz)`
  return sql`,
    raised as materialized (
      select distinct on (r.user_id, r.channel, f.machine, f.cause) gen_random_uuid() as id, r.user_id, r.channel, u.company_role as role, f.*
      from next, jsonb_to_recordset(${JSON.stringify(facts)}::jsonb)
          as f(event text, cause text, office boolean, activity text, at timestamptz, machine bigint, money bigint, details jsonb)
        cross join lateral (
          select r.user_id, r.channel from alert_rules r where r.company_id = ${company} and r.event in ('ANY_EVENT', f.event)
          union
          select m.id, a.channel from alert_audiences a join users m on m.company_id = a.company_id and m.company_role = 'ROLE_MANAGER'
          where a.company_id = ${company} and a.audience = 'MANAGERS' and a.event in ('ANY_EVENT', f.event)
          union
          select s.user_id, a.channel from alert_audiences a join assignments s on s.company_id = a.company_id and s.machine_id = f.machine
            and s.revoked_at is null
          where a.company_id = ${company} and a.audience = 'ASSIGNED' and a.event in ('ANY_EVENT', f.event)) r
        join users u on u.company_id = ${company} and u.id = r.user_id and ${mayBeAlerted('u', sql`f.machine`)}
          and (u.company_role = 'ROLE_MANAGER' or not f.office)
      order by r.user_id, r.channel, f.machine, f.cause, f.at desc
    ),
    counted as (
      insert into alert_causes as q (company_id, user_id, channel, machine_id, cause, seen_at, told_at, message_id)
      select ${company}::int, user_id, channel, coalesce(machine, 0), cause, ${when}, ${when}, id from raised
      on conflict (company_id, user_id, channel, machine_id, cause) do update set seen_at = excluded.seen_at,
        told_at = case when ${isNew} then excluded.told_at else q.told_at end,
        message_id = case when ${isNew} then excluded.message_id else q.message_id end
      returning message_id
    ),
    posted as (
      insert into alert_messages (company_id, id, user_id, channel, event, activity, machine_id, subscription_id, at, money_minor, details, asked_at, next_try_at)
      select ${company}::int, case when p.id is null then r.id else gen_random_uuid() end, r.user_id, r.channel, r.event, r.activity,
        r.machine, p.id, r.at, r.money, r.details, ${when}, ${when}
      from raised r join counted c on c.message_id = r.id
        left join push_subscriptions p on p.company_id = ${company} and p.user_id = r.user_id and r.channel = 'PUSH'
          and exists (select from sessions s where s.company_id = p.company_id and s.id = p.session_id and s.revoked_at is null)
      where r.channel <> 'APP'
      returning pg_notify(${JOBS_CHANNEL}, '')
    )${notified}`
}
