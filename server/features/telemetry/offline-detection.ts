import { type SQL, sql } from 'drizzle-orm'
import type { CompanyId, MachineId } from '#domain/ids.ts'
import { RESTART_DURATION, SILENCE, stateOf } from '#domain/machines/connectivity.ts'
import { type Moment, toIso } from '#domain/time.ts'
import { type Db, rowsOf } from '../../db/client.ts'
import { millis } from '../../db/sql-fragments.ts'
import { type Listening, REPORTED_VALUES, type ReportedValues, writeState } from '../../machine-state/heartbeat.store.ts'
import { connectionEvents, type MachineChange, publishMachineEvents } from './machine-events.ts'

/** `isInContact` in SQL. A machine or device that was never heard is not connected. */
export const isConnectedSql = (heardAt: SQL, now: Moment): SQL => sql`coalesce(${heardAt} >= ${toIso(now - SILENCE)}::timestamptz, false)`

/** Machines of all companies that may have gone offline since their last report. */
export const devicesThatMayBeOffline = (db: Db, now: Moment) =>
  rowsOf<{ company: CompanyId; machine: MachineId }>(
    db,
    sql`select s.company_id as company, s.machine_id::float8 as machine
      from machine_status s join machines m on m.company_id = s.company_id and m.id = s.machine_id
      where (m.state not in ('NONE', 'NOT_CONNECTED', 'RESTARTING') and s.heard_at is not null and not ${isConnectedSql(sql`s.heard_at`, now)})
        or (m.state = 'RESTARTING' and s.restart_asked_at <= ${toIso(now - RESTART_DURATION)}::timestamptz)
      order by s.company_id, s.machine_id`,
  )

/** Updates the state of machines that may be offline. Skips locked rows: a machine that is sending a report is not offline. */
export async function showSilence(
  db: Db,
  company: CompanyId,
  machines: readonly MachineId[],
  now: Moment,
  listening: Listening = {},
): Promise<void> {
  const rows = await rowsOf<ReportedValues & { machine: MachineId; heardAt: Moment | null; hasDevice: boolean }>(
    db,
    sql`select s.machine_id::float8 as machine, ${REPORTED_VALUES}, ${millis(sql`s.heard_at`)} as "heardAt",
        exists (select from devices d where d.company_id = s.company_id and d.machine_id = s.machine_id) as "hasDevice"
      from machine_status s where s.company_id = ${company} and s.machine_id = any(${`{${machines.join(',')}}`}::bigint[])
      order by s.machine_id for update of s skip locked`,
  )
  const changed: MachineChange[] = []
  for (const { machine, ...connection } of rows) {
    const is = stateOf(connection, now)
    const was = await writeState(db, company, machine, is, now, listening)
    if (was) changed.push({ machine, stock: false, happened: connectionEvents(was, is, now) })
  }
  await publishMachineEvents(db, company, changed, now)
}
