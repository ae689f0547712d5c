import { isDeepStrictEqual } from 'node:util'
import { type SQL, sql } from 'drizzle-orm'
import { ACTIVITY_TYPES } from '#contract/activity.ts'
import type { LiveEvent } from '#contract/live.ts'
import { alertOf } from '#domain/alerts/alert.ts'
import type { CompanyId, MachineId, UserId } from '#domain/ids.ts'
import { toDecimal } from '#domain/money.ts'
import { MINUTE, type Moment, toIso } from '#domain/time.ts'
import { raiseAlertsSql } from '../alerts/raise-alerts.ts'
import { type Db, rowsOf } from '../db/client.ts'
import { HAS_ACCESS, HOME, ROLES } from '../http/authenticate.ts'
import type { Principal } from '../http/request-context.ts'
import { enqueueDeliveriesSql } from '../webhooks/enqueue-deliveries.ts'
import type { EventInput } from './event-input.ts'

/** For a user who loses a machine, because other events of the machine no longer reach them. */
export const unassignedEvent = (machineId: MachineId, user: UserId, at: Moment): EventInput => ({
  activity: 'MACHINE_TAKEN_AWAY',
  at,
  machineId,
  changed: ['machines'],
  to: user,
})

/** The database channel that transactions notify at commit, so that every process reads the new events. */
export const LIVE_CHANNEL = 'live'

/** How long an interrupted stream can resume. */
export const EVENT_RETENTION = 5 * MINUTE

/** With more missed events than this, a full refetch is faster. */
export const MAX_AT_ONCE = 500

/**
 * Publishes events to open screens. It locks the company's row until the commit, like `publish`, so that the numbers follow the commit
 * order and no stream skips one. Call it as one of the last statements of the transaction.
 */
export async function publishEvents(db: Db, company: CompanyId, events: readonly EventInput[], at: Moment): Promise<void> {
  if (events.length === 0) return
  await db.execute(sql`
    with next as (update companies set event_seq = event_seq + ${liveEventsOf(events).length} where id = ${company} returning event_seq),
      ${publishEventsSql(company, events, at)}
    select from next`)
}

/** The live events for open screens. Many events that arrive at once, such as a whole day of a phone, become one per machine. */
export function liveEventsOf(events: readonly EventInput[]): EventInput[] {
  const merged = new Map<number | string, EventInput>()
  for (const [index, event] of events.entries()) {
    const key = event.name === 'on-notification' ? index : `${event.activity} ${event.machineId} ${event.to}`
    const changed = new Set([...(merged.get(key)?.changed ?? []), ...event.changed])
    merged.set(key, { ...event, changed: [...changed] })
  }
  return [...merged.values(), ...bellEvents(events)]
}

/** One event for the notification bell of managers if any input may create a notification. */
function bellEvents(events: readonly EventInput[]): EventInput[] {
  const at = events.find(({ note, activity, details }) => note ?? alertOf({ activity, alertType: details?.alertType }))?.at
  if (at === undefined) return []
  return [{ name: 'on-notification', activity: 'NOTIFICATION', at, machineId: null, changed: ['notifications'] }]
}

/**
 * The same as part of a statement whose `next` has increased `event_seq` by the number of events. This is the only place that publishes
 * events, stores them, and creates messages for users and external systems.
 */
export function publishEventsSql(company: CompanyId, events: readonly EventInput[], at: Moment): SQL {
  const live = liveEventsOf(events)
  const rows = live.map(({ name = 'on-event', activity, machineId, changed, money, to = null, at: happened }, index) => ({
    back: live.length - 1 - index,
    machineId,
    to,
    event: {
      name,
      data: {
        activity,
        machineId,
        changed: isKept(activity) ? [...changed, 'activity'] : changed,
        ...(money ? { amount: toDecimal(money.minor, money.currency) } : {}),
        at: toIso(happened),
      },
    },
  }))
  return sql`live as (
      insert into live_events (company_id, seq, at, machine_id, user_id, event)
      select ${company}::int, next.event_seq - e.back, ${toIso(at)}::timestamptz, e."machineId", e."to", e.event
      from next, jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e(back int, "machineId" bigint, "to" int, event jsonb)
      returning pg_notify(${LIVE_CHANNEL}, company_id::text)
    )${storeActivitiesSql(company, events, at)}${raiseAlertsSql(company, events, at)}${enqueueDeliveriesSql(company, events, at)}`
}

const isKept = (activity: string): boolean => (ACTIVITY_TYPES as readonly string[]).includes(activity)

/** Stores all activities in one statement, in the order in which they happened. */
function storeActivitiesSql(company: CompanyId, events: readonly EventInput[], at: Moment): SQL {
  const kept = events.filter(({ activity }) => isKept(activity)).toSorted((a, b) => a.at - b.at)
  if (kept.length === 0) return sql``
  const rows = kept.map(({ activity, at: happened, machineId, by = null, operation = null, money, details = {} }) => ({
    type: activity,
    at: toIso(happened),
    by,
    machine: machineId,
    operation,
    money: money?.minor ?? null,
    details,
  }))
  return sql`,
    kept as (
      insert into activities (company_id, type, at, heard_at, user_id, machine_id, operation_id, money_minor, details)
      select ${company}::int, k.type, k.at, ${toIso(at)}::timestamptz, k.by, k.machine, k.operation, k.money, k.details
      from next, jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as k(type text, at timestamptz, by int, machine bigint, operation uuid, money bigint, details jsonb)
    )`
}

/** A stored event. */
export type StoredEvent = { seq: number; machineId: MachineId | null; to: UserId | null; event: { name: string; data: LiveEvent } }

/** The last event number of a company, and how many events after a given number are available. */
type FeedState = { epoch: string; last: number; channel: string; kept: number }

export async function feedStateOf(db: Db, company: CompanyId, since: number): Promise<FeedState | null> {
  const [row] = await rowsOf<FeedState>(
    db,
    sql`select left(i.epoch::text, 8) as epoch, c.event_seq::float8 as last, c.event_channel_id as channel,
        (select count(*) from live_events e where e.company_id = ${company} and e.seq > ${since})::float8 as kept
      from companies c, installation i where c.id = ${company}`,
  )
  return row ?? null
}

export const eventsSince = (db: Db, company: CompanyId, since: number): Promise<StoredEvent[]> =>
  rowsOf<StoredEvent>(
    db,
    sql`select seq::float8 as seq, machine_id::float8 as "machineId", user_id as "to", event
      from live_events where company_id = ${company} and seq > ${since} order by seq limit ${MAX_AT_ONCE}`,
  )

/** Assignments of these machines as `user machine`. They are read with every event because they change. */
export async function assignmentsIn(
  db: Db,
  company: CompanyId,
  users: readonly UserId[],
  events: readonly StoredEvent[],
): Promise<ReadonlySet<string>> {
  const machines = [...new Set(events.flatMap(({ machineId }) => machineId ?? []))]
  if (users.length === 0 || machines.length === 0) return new Set()
  const rows = await rowsOf<{ given: string }>(
    db,
    sql`select a.user_id || ' ' || a.machine_id as given from assignments a
      join machines m on m.company_id = a.company_id and m.id = a.machine_id and m.deactivated_at is null
      where a.company_id = ${company} and a.revoked_at is null
        and a.user_id = any(${`{${users.join(',')}}`}::int[]) and a.machine_id = any(${`{${machines.join(',')}}`}::bigint[])`,
  )
  return new Set(rows.map(({ given }) => given))
}

/**
 * The sessions (`company session`) of those users who still have the rights they had when the stream was opened. The query takes plain
 * arrays, because with a join to a set of unknown length the planner chose a nested loop over hundreds of streams.
 */
export async function stillListening(db: Db, people: readonly Principal[], now: Moment): Promise<ReadonlySet<string>> {
  const roles = new Map(people.map(({ companyId, sessionId, roles }) => [`${companyId} ${sessionId}`, roles]))
  const rows = await rowsOf<{ session: string; roles: string[] }>(
    db,
    sql`select s.company_id || ' ' || s.id as session, ${ROLES} as roles
      from sessions s join users u on u.company_id = s.company_id and u.id = s.user_id ${HOME}
      where s.company_id = any(${`{${[...new Set(people.map(({ companyId }) => companyId))].join(',')}}`}::int[])
        and s.id = any(${`{${[...new Set(people.map(({ sessionId }) => sessionId))].join(',')}}`}::uuid[])
        and s.revoked_at is null and s.access_expires_at > ${toIso(now)}::timestamptz and ${HAS_ACCESS}`,
  )
  return new Set(rows.flatMap((row) => (isDeepStrictEqual(row.roles, roles.get(row.session)) ? row.session : [])))
}

export const purgeEvents = (db: Db, now: Moment) =>
  db.execute(sql`delete from live_events where at < ${toIso(now - EVENT_RETENTION)}::timestamptz`)
