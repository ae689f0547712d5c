import { sql } from 'drizzle-orm'
import type { DeliveryState, DeviceDetails } from '#contract/debugger.ts'
import type { CompanyId, MachineId } from '#domain/ids.ts'
import type { DeviceType } from '#domain/machines/device.ts'
import { type Moment, toIso } from '#domain/time.ts'
import { type Db, rowsOf } from '../../db/client.ts'
import { millis } from '../../db/sql-fragments.ts'

/** Number of latest lines and commands that are shown. */
const LATEST = 50

type Debugged = {
  id: number
  type: DeviceType
  vendor: string | null
  msisdn: string | null
  machineId: MachineId | null
  heardAt: Moment | null
  signal: number | null
  firmware: string | null
  firmwareAt: Moment | null
}

/** A device with the status of its machine. Locked until the transaction ends if a command is to be sent. */
export async function debuggedDevice(db: Db, company: CompanyId, imei: string, { toAsk = false } = {}): Promise<Debugged | null> {
  const [row] = await rowsOf<Debugged>(
    db,
    sql`select d.id::float8 as id, d.type, d.vendor, d.msisdn, d.machine_id::float8 as "machineId", ${millis(sql`d.heard_at`)} as "heardAt",
        s.signal, s.firmware, ${millis(sql`s.firmware_at`)} as "firmwareAt"
      from devices d left join machine_status s on s.company_id = d.company_id and s.machine_id = d.machine_id
      where d.company_id = ${company} and d.imei = ${imei} ${toAsk ? sql`for no key update of d` : sql``}`,
  )
  return row ?? null
}

export async function logsOf(db: Db, company: CompanyId, device: number): Promise<DeviceDetails['logs']> {
  const rows = await rowsOf<{ id: string; message: string; level: string; at: Moment }>(
    db,
    sql`select l.id, l.message, l.level, ${millis(sql`l.at`)} as at from device_logs l
      where l.company_id = ${company} and l.device_id = ${device} order by l.at desc, l.id limit ${LATEST}`,
  )
  return rows.map(({ at, ...line }) => ({ ...line, at: toIso(at) }))
}

type Sent = { id: string; command: string; askedAt: string; state: DeliveryState }

/** Commands that the debugger sent to a device, the latest first, with the progress of each. */
export async function debugCommandsOf(db: Db, company: CompanyId, device: number, now: Moment): Promise<Sent[]> {
  const rows = await rowsOf<Omit<Sent, 'askedAt'> & { askedAt: Moment }>(
    db,
    sql`select c.id, c.payload ->> 'command' as command, ${millis(sql`c.asked_at`)} as "askedAt",
        case when c.outcome = 'done' then 'acknowledged' when c.outcome is not null then c.outcome
          when c.valid_until <= ${toIso(now)}::timestamptz then 'expired' when c.taken_at is not null then 'sent' else 'queued' end as state
      from device_commands c
      where c.company_id = ${company} and c.device_id = ${device} and c.kind = 'DEBUG' order by c.asked_at desc, c.id limit ${LATEST}`,
  )
  return rows.map(({ askedAt, ...command }) => ({ ...command, askedAt: toIso(askedAt) }))
}
