import { sql } from 'drizzle-orm'
import type { CompanyId, MachineId } from '#domain/ids.ts'
import { PART_ALERT } from '#domain/machines/alert-names.ts'
import { type Moment, toIso } from '#domain/time.ts'
import { type Db, rowsOf } from '../../db/client.ts'
import { millis } from '../../db/sql-fragments.ts'
import type { ReportedValues } from '../../machine-state/heartbeat.store.ts'

const iso = (at: Moment | null) => (at === null ? null : toIso(at))

export const writeReportedValues = (db: Db, company: CompanyId, machine: MachineId, values: ReportedValues) =>
  db.execute(sql`
    update machine_status set reported_state = ${values.reported}, reported_at = ${iso(values.reportedAt)},
      reported_cause = ${values.reportedCause},
      signal = ${values.signal}, signal_at = ${iso(values.signalAt)},
      temperature = ${values.temperature}, temperature_at = ${iso(values.temperatureAt)},
      firmware = ${values.firmware}, firmware_at = ${iso(values.firmwareAt)}
    where company_id = ${company} and machine_id = ${machine}`)

/** Stores a temperature if it is later than the known one. */
export const writeTemperature = (db: Db, company: CompanyId, machine: MachineId, celsius: number, at: Moment) =>
  db.execute(sql`
    update machine_status s set temperature = ${celsius}, temperature_at = ${toIso(at)}
    where s.company_id = ${company} and s.machine_id = ${machine} and (s.temperature_at is null or s.temperature_at < ${toIso(at)})`)

type Coin = { value: number; count: number }
type BusDevice = { type: string; status: string }

/** The coins of the last report, in minor units. All rows belong to that report. */
export async function coinsOf(db: Db, company: CompanyId, machine: MachineId): Promise<{ at: Moment; value: Coin[] } | null> {
  const rows = await rowsOf<Coin & { at: Moment }>(
    db,
    sql`select value_minor::float8 as value, count, ${millis(sql`at`)} as at from coin_tubes
      where company_id = ${company} and machine_id = ${machine} order by value_minor`,
  )
  return rows[0] ? { at: rows[0].at, value: rows.map(({ value, count }) => ({ value, count })) } : null
}

export async function writeCoins(db: Db, company: CompanyId, machine: MachineId, coins: readonly Coin[], at: Moment): Promise<void> {
  await db.execute(sql`delete from coin_tubes where company_id = ${company} and machine_id = ${machine}`)
  await db.execute(sql`
    insert into coin_tubes (company_id, machine_id, value_minor, count, at)
    select ${company}::int, ${machine}::bigint, c.value, c.count, ${toIso(at)}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(coins)}::jsonb) as c(value bigint, count int)`)
}

/** The devices on the bus in the last report. */
export async function mdbDevicesOf(db: Db, company: CompanyId, machine: MachineId): Promise<{ at: Moment; value: BusDevice[] } | null> {
  const rows = await rowsOf<BusDevice & { at: Moment }>(
    db,
    sql`select type, status, ${millis(sql`at`)} as at from mdb_devices where company_id = ${company} and machine_id = ${machine}`,
  )
  const devices = rows.map(({ type, status }) => ({ type, status })).toSorted((a, b) => (a.type < b.type ? -1 : 1))
  return rows[0] ? { at: rows[0].at, value: devices } : null
}

export async function writeMdbDevices(
  db: Db,
  company: CompanyId,
  machine: MachineId,
  devices: readonly BusDevice[],
  at: Moment,
): Promise<void> {
  await db.execute(sql`delete from mdb_devices where company_id = ${company} and machine_id = ${machine}`)
  await db.execute(sql`
    insert into mdb_devices (company_id, machine_id, type, status, at)
    select ${company}::int, ${machine}::bigint, d.type, d.status, ${toIso(at)}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(devices)}::jsonb) as d(type text, status text)`)
}

/** Codes of the active alerts about parts of a machine. */
export async function partAlertsUp(db: Db, company: CompanyId, machine: MachineId): Promise<string[]> {
  const rows = await rowsOf<{ code: string }>(
    db,
    sql`select a.code from alerts a
      where a.company_id = ${company} and a.machine_id = ${machine} and a.is_up and starts_with(a.code, ${PART_ALERT})`,
  )
  return rows.map(({ code }) => code)
}
