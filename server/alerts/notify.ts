import { type SQL, sql } from 'drizzle-orm'
import type { NotificationType } from '#contract/notifications.ts'
import type { CompanyId } from '#domain/ids.ts'
import { type Moment, toIso } from '#domain/time.ts'
import type { EventInput } from '../events/event-input.ts'

/** A machine that is out of order ranks above one that needs service. */
const TYPES: readonly [activity: string, type: NotificationType][] = [
  ['MACHINE_STOPPED', 'ERROR'],
  ['ALERT_UP', 'WARNING'],
  ['DEVICE_DISCONNECTED', 'WARNING'],
]

/**
 * Parts of the statement that publishes events. They insert one notification per manager for each `note`, and one per user whose alert rule
 * matches (`isRaising`: the statement already contains `raised` and `counted`), regardless of the number of channels. A repeated
 * notification replaces the unread one before it.
 */
export function notifying(company: CompanyId, events: readonly EventInput[], isRaising: boolean, now: Moment): SQL {
  const noted = events.flatMap(({ note, machineId, by = null }) =>
    note ? [{ values: {}, to: null, ...note, machine: machineId, by }] : [],
  )
  const sources = [
    ...(noted.length > 0
      ? [
          sql`select u.id as user_id, f.message, f.type, f.slug, f."values", f.machine
            from next, jsonb_to_recordset(${JSON.stringify(noted)}::jsonb)
                as f(message text, type text, slug text, "values" jsonb, machine bigint, "to" int, by int)
              join users u on u.company_id = ${company} and u.enabled and u.company_role = 'ROLE_MANAGER'
                and u.id is distinct from f.by and (f."to" is null or u.id = f."to")`,
        ]
      : []),
    // Issues are left out because every manager is notified of them anyway.
    ...(isRaising
      ? [
          sql`select r.user_id, r.activity, coalesce((${JSON.stringify(Object.fromEntries(TYPES))}::jsonb)->>r.activity, 'INFO'),
              coalesce(${machinePlace(sql`r.role`, sql`r.machine`)}, '/dashboard'),
              jsonb_strip_nulls(jsonb_build_object('alertType', r.details->>'alertType', 'version', r.details->>'version')), r.machine
            from raised r join counted c on c.message_id = r.id where r.activity not in ('NEW_CUSTOMER_ISSUE', 'PROBLEM_REPORTED')`,
        ]
      : []),
  ]
  if (sources.length === 0) return sql``
  return sql`,
    wanted as (
      select distinct f.user_id, f.message, f.type, f.slug, f."values" || jsonb_strip_nulls(jsonb_build_object('machine', m.name)) as "values"
      from (${sql.join(sources, sql` union all `)}) f(user_id, message, type, slug, "values", machine)
        left join machines m on m.company_id = ${company} and m.id = f.machine
    ),
    outdone as (
      delete from notifications n using wanted w where n.company_id = ${company} and n.user_id = w.user_id and n.seen_at is null
        and n.message = w.message and n.slug = w.slug and n."values" = w."values"
    ),
    noted as (
      insert into notifications (company_id, user_id, message, type, slug, "values", created_at)
      select ${company}::int, user_id, message, type, slug, "values", ${toIso(now)}::timestamptz from wanted
    )`
}

/** Whether a user of the company may receive an alert about a machine now: managers about every one, employees about those assigned to them. */
export const mayBeAlerted = (user: string, machine: SQL): SQL => {
  const u = sql.raw(user)
  return sql`${u}.enabled and (${u}.company_role = 'ROLE_MANAGER' or exists (
    select from assignments w join machines n on n.company_id = w.company_id and n.id = w.machine_id and n.deactivated_at is null
    where w.company_id = ${u}.company_id and w.user_id = ${u}.id and w.machine_id = ${machine} and w.revoked_at is null))`
}

/** The page of a machine for a user of this role. */
const machinePlace = (role: SQL, machine: SQL): SQL =>
  sql`case when ${role} = 'ROLE_MANAGER' then '/dashboard/machines/' else '/dashboard/serviceman/machines/' end || ${machine}`
