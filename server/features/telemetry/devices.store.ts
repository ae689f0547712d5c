import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Device } from '#contract/devices.ts'
import type { CompanyId, MachineId } from '#domain/ids.ts'
import { isMalfunction } from '#domain/machines/alert-names.ts'
import type { DeviceType } from '#domain/machines/device.ts'
import { type Moment, toIso } from '#domain/time.ts'
import { type Db, rowsOf } from '../../db/client.ts'
import { devices } from '../../db/schema/telemetry.ts'
import { millis } from '../../db/sql-fragments.ts'

/** Excludes fields that depend on the current time or on the owner. */
export type StoredDevice = Omit<Device, 'isCurrentlyConnected' | 'isHideMsidn'>

type Row = Omit<StoredDevice, 'machine' | 'heardAt' | 'createdAt'> & {
  machineId: MachineId | null
  machineName: string | null
  heardAt: Moment | null
  createdAt: Moment
}

const DEVICES = sql`select d.id::float8 as id, d.imei, d.type, d.vendor, d.msisdn, d.apn_name as "apnName", d.model,
    d.machine_id is not null as connected, d.claimed_at is not null as claimed, m.id::float8 as "machineId", m.name as "machineName",
    coalesce((select json_agg(a.code order by a.at, a.code) from alerts a
      where a.company_id = d.company_id and a.machine_id = d.machine_id and a.is_up), '[]') as faults,
    ${millis(sql`d.heard_at`)} as "heardAt", ${millis(sql`d.created_at`)} as "createdAt"
  from devices d left join machines m on m.company_id = d.company_id and m.id = d.machine_id`

const isDevice = (company: CompanyId, id: number) => and(eq(devices.companyId, company), eq(devices.id, id))

const toDevice = ({ machineId, machineName, faults, heardAt, createdAt, ...row }: Row): StoredDevice => ({
  ...row,
  faults: faults.filter(isMalfunction),
  machine: machineId === null ? null : { id: machineId, name: machineName ?? '' },
  heardAt: heardAt === null ? null : toIso(heardAt),
  createdAt: toIso(createdAt),
})

type DeviceFilter = { connected?: 'true' | 'false' | undefined; page: number; size: number }

export async function findDevices(
  db: Db,
  company: CompanyId,
  { connected, page, size }: DeviceFilter,
): Promise<{ devices: StoredDevice[]; total: number }> {
  const isConnected = connected === undefined ? sql`true` : sql`(d.machine_id is not null) = ${connected === 'true'}`
  const where = sql`d.company_id = ${company} and ${isConnected}`
  const [counted] = await rowsOf<{ total: number }>(db, sql`select count(*)::int as total from devices d where ${where}`)
  const rows = await rowsOf<Row>(db, sql`${DEVICES} where ${where} order by d.imei limit ${size} offset ${page * size}`)
  return { devices: rows.map(toDevice), total: counted?.total ?? 0 }
}

const findDevice = async (db: Db, condition: SQL): Promise<StoredDevice | null> => {
  const [row] = await rowsOf<Row>(db, sql`${DEVICES} where ${condition}`)
  return row ? toDevice(row) : null
}

/** Reads a device and locks it until the transaction ends. Sending a command does not wait for the lock. */
export const lockDevice = (db: Db, company: CompanyId, which: { id: number } | { imei: string }) =>
  findDevice(
    db,
    sql`d.company_id = ${company} and ${'id' in which ? sql`d.id = ${which.id}` : sql`d.imei = ${which.imei}`} for no key update of d`,
  )

type Described = {
  type: DeviceType
  msisdn: string | null
  apnName: string | null
}

/** Returns null if the company already has the device. */
export async function insertDevice(
  db: Db,
  companyId: CompanyId,
  device: Described & { imei: string; vendor: string | null; claimHash: string | null },
  createdAt: Moment,
): Promise<StoredDevice | null> {
  const [written] = await db
    .insert(devices)
    .values({ ...device, companyId, createdAt })
    .onConflictDoNothing({ target: [devices.companyId, devices.imei] })
    .returning({ id: devices.id })
  return written ? lockDevice(db, companyId, written) : null
}

export const describeDevice = (db: Db, company: CompanyId, id: number, { imei, type, msisdn, apnName }: Described & { imei: string }) =>
  db.update(devices).set({ imei, type, msisdn, apnName }).where(isDevice(company, id))

/**
 * Stores the model that a device reports, unless a later report is stored. Reports with the same timestamp are ordered by value, so the
 * result does not depend on arrival.
 */
export const writeModel = (db: Db, company: CompanyId, id: number, { model, at }: { model: string; at: Moment }) =>
  db.execute(sql`
    update devices d set model = ${model}, model_at = ${toIso(at)}::timestamptz
    where d.company_id = ${company} and d.id = ${id}
      and (d.model_at is null or (d.model_at, d.model collate "C") < (${toIso(at)}::timestamptz, ${model}::text collate "C"))`)

/** Revokes the key of a device. The next company whose claim code it sends gets it. */
export const unclaim = (db: Db, company: CompanyId, id: number, claimHash: string) =>
  db.update(devices).set({ claimHash, claimedAt: null, keyHash: null }).where(isDevice(company, id))

/** Searches all companies, because the owner follows from the code. Returns null if the code does not belong to this device. */
export async function deviceToClaim(
  db: Db,
  imei: string,
  claimHash: string,
): Promise<{ company: CompanyId; id: number; isTaken: boolean } | null> {
  const [row] = await rowsOf<{ company: CompanyId; id: number; isTaken: boolean }>(
    db,
    sql`select d.company_id as company, d.id::float8 as id,
        exists (select from devices o where o.imei = d.imei and o.claimed_at is not null) as "isTaken"
      from devices d where d.imei = ${imei} and d.claim_hash = ${claimHash} and d.claimed_at is null for update of d`,
  )
  return row ?? null
}

export const claim = (db: Db, company: CompanyId, id: number, keyHash: string, at: Moment) =>
  db.update(devices).set({ claimHash: null, claimedAt: at, keyHash }).where(isDevice(company, id))

/** Connects a device to a machine, or disconnects it with null. */
export const putInto = (db: Db, company: CompanyId, id: number, machine: MachineId | null, at: Moment) =>
  db
    .update(devices)
    .set({ machineId: machine, connectedAt: machine === null ? null : at })
    .where(isDevice(company, id))

/** Any machine of the company in service, because device managers manage all devices of their company. */
export async function isMachine(db: Db, company: CompanyId, machine: MachineId): Promise<boolean> {
  const rows = await rowsOf(
    db,
    sql`select from machines m where m.company_id = ${company} and m.id = ${machine} and m.deactivated_at is null`,
  )
  return rows.length > 0
}

export async function devicesIn(db: Db, company: CompanyId, machine: MachineId) {
  const rows = await rowsOf<{ imei: string; type: DeviceType; vendor: string | null; heardAt: Moment | null }>(
    db,
    sql`select d.imei, d.type, d.vendor, ${millis(sql`d.heard_at`)} as "heardAt" from devices d
      where d.company_id = ${company} and d.machine_id = ${machine} order by d.imei`,
  )
  return rows.map(({ heardAt, ...row }) => ({ ...row, connected: true, heardAt: heardAt === null ? null : toIso(heardAt) }))
}
