import { sql } from 'drizzle-orm'
import type { CompanyId, MachineId } from '#domain/ids.ts'
import { stateOf } from '#domain/machines/connectivity.ts'
import type { DeviceType } from '#domain/machines/device.ts'
import type { MachineState } from '#domain/machines/machine.ts'
import type { Moment } from '#domain/time.ts'
import { type Db, rowsOf } from '../db/client.ts'
import { millis } from '../db/sql-fragments.ts'
import { REPORTED_VALUES, type ReportedValues, writeState } from './heartbeat.store.ts'
import { endOutages } from './outages.store.ts'

type ConnectedDevice = { id: number; type: DeviceType }

/** The connection of a machine. Locks its status until the transaction ends. The device with the latest message comes first. */
async function connectionOf(
  db: Db,
  company: CompanyId,
  machine: MachineId,
): Promise<{ status: (ReportedValues & { heardAt: Moment | null }) | null; devices: ConnectedDevice[] }> {
  const [status] = await rowsOf<ReportedValues & { heardAt: Moment | null }>(
    db,
    sql`select ${REPORTED_VALUES}, ${millis(sql`s.heard_at`)} as "heardAt" from machine_status s
      where s.company_id = ${company} and s.machine_id = ${machine} for update`,
  )
  const devices = await rowsOf<ConnectedDevice>(
    db,
    sql`select d.id::float8 as id, d.type from devices d where d.company_id = ${company} and d.machine_id = ${machine}
      order by d.heard_at desc nulls last, d.id`,
  )
  return { status: status ?? null, devices }
}

const NO_CONTACT = { heardAt: null, reported: null, reportedAt: null, restartAskedAt: null }

/** The current state of a machine, computed from its devices and independent of the displayed state. Locks its status. */
export async function stateNow(
  db: Db,
  company: CompanyId,
  machine: MachineId,
  at: Moment,
): Promise<{ state: MachineState; devices: readonly ConnectedDevice[] }> {
  const { status, devices } = await connectionOf(db, company, machine)
  return { state: stateOf({ ...NO_CONTACT, ...status, hasDevice: devices.length > 0 }, at), devices }
}

/** Updates the displayed state of a machine. Returns the current state, and the previous one if it differs. */
export async function showState(
  db: Db,
  company: CompanyId,
  machine: MachineId,
  at: Moment,
): Promise<{ was: MachineState | null; is: MachineState }> {
  const { state } = await stateNow(db, company, machine, at)
  const was = await writeState(db, company, machine, state, at)
  if (was && state === 'NONE') await endOutages(db, company, machine, at)
  return { was, is: state }
}
