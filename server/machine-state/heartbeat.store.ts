import { sql } from 'drizzle-orm'
import type { CompanyId, MachineId } from '#domain/ids.ts'
import { type ReportedState, SILENCE } from '#domain/machines/connectivity.ts'
import type { MachineState } from '#domain/machines/machine.ts'
import { type Moment, toIso } from '#domain/time.ts'
import { type Db, rowsOf } from '../db/client.ts'
import { millis } from '../db/sql-fragments.ts'
import type { Device } from '../http/request-context.ts'

/** Stores that a device sent a message, locks its row until the transaction ends and returns its machine with the company's currency and time zone. */
export async function recordContact(db: Db, { companyId, deviceId }: Device, at: Moment) {
  const [ground] = await rowsOf<{ machine: MachineId | null; currency: string; timezone: string }>(
    db,
    sql`with updated as (
        update devices set heard_at = greatest(heard_at, ${toIso(at)}::timestamptz) where company_id = ${companyId} and id = ${deviceId} returning machine_id)
      select u.machine_id::float8 as machine, c.currency, c.timezone from updated u, companies c where c.id = ${companyId}`,
  )
  if (!ground) throw new Error('a device that has a key does not exist')
  return ground
}

/** The last reported values of a machine. */
export type ReportedValues = {
  reported: ReportedState | null
  reportedAt: Moment | null
  reportedCause: string | null
  restartAskedAt: Moment | null
  signal: number | null
  signalAt: Moment | null
  temperature: number | null
  temperatureAt: Moment | null
  firmware: string | null
  firmwareAt: Moment | null
}

export const REPORTED_VALUES = sql`s.reported_state as reported, ${millis(sql`s.reported_at`)} as "reportedAt", s.reported_cause as "reportedCause", ${millis(sql`s.restart_asked_at`)} as "restartAskedAt",
  s.signal, ${millis(sql`s.signal_at`)} as "signalAt", s.temperature, ${millis(sql`s.temperature_at`)} as "temperatureAt",
  s.firmware, ${millis(sql`s.firmware_at`)} as "firmwareAt"`

/** Stores that a machine sent a message and locks its status until the transaction ends. */
export async function recordHeartbeat(db: Db, company: CompanyId, machine: MachineId, at: Moment): Promise<ReportedValues> {
  const [status] = await rowsOf<ReportedValues>(
    db,
    sql`insert into machine_status as s (company_id, machine_id, heard_at, watched_since) values (${company}, ${machine}, ${toIso(at)}, ${toIso(at)})
      on conflict (company_id, machine_id) do update set heard_at = greatest(s.heard_at, excluded.heard_at),
        watched_since = coalesce(s.watched_since, excluded.watched_since)
      returning ${REPORTED_VALUES}`,
  )
  if (!status) throw new Error('storing a heartbeat returned no row')
  return status
}

/** The time from which offline detection counts if it is later than the last message, because the server received nothing before. */
export type Listening = { since?: Moment | null }

/**
 * Stores the displayed state of a machine; the result is its previous state if it differs. A change to or from offline starts or ends an
 * outage; an outage that turns out to be wrong is deleted.
 */
export async function writeState(
  db: Db,
  company: CompanyId,
  machine: MachineId,
  state: MachineState,
  at: Moment,
  { since = null }: Listening = {},
): Promise<MachineState | null> {
  const now = sql`${toIso(at)}::timestamptz`
  const silence = sql`o.company_id = ${company} and o.machine_id = ${machine} and o.state = 'NOT_CONNECTED' and o.to_at is null`
  const isOver = sql`exists (select from changed where was = 'NOT_CONNECTED')`
  const [changed] = await rowsOf<{ was: MachineState }>(
    db,
    sql`with changed as (
        update machines m set state = ${state} from machines b
        where m.company_id = ${company} and m.id = ${machine} and m.state <> ${state} and b.company_id = m.company_id and b.id = m.id
        returning b.state as was),
      begun as (
        insert into outages as o (company_id, machine_id, state, from_at)
        select ${company}::int, ${machine}::bigint, 'NOT_CONNECTED', greatest(s.heard_at, ${since === null ? null : toIso(since)}::timestamptz,
          (select max(d.connected_at) from devices d where d.company_id = ${company} and d.machine_id = ${machine}))
        from machine_status s, changed
        where ${state} = 'NOT_CONNECTED' and s.company_id = ${company} and s.machine_id = ${machine} and s.heard_at is not null
        on conflict do nothing),
      ended as (update outages o set to_at = ${now} where ${silence} and ${isOver} and ${now} - o.from_at > ${SILENCE} * interval '1 ms'),
      dropped as (delete from outages o where ${silence} and ${isOver} and ${now} - o.from_at <= ${SILENCE} * interval '1 ms')
      select was from changed`,
  )
  return changed?.was ?? null
}
