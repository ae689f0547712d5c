import { type SQL, sql } from 'drizzle-orm'
import { identityKey } from '#domain/dex/identity.ts'
import type { ReadAtSource } from '#domain/dex/read-time.ts'
import type { Reading } from '#domain/dex/reading.ts'
import type { CompanyId, MachineId, OperationId } from '#domain/ids.ts'
import type { AuditBase } from '#domain/sales/audit-state.ts'
import type { Audited, ReportedVends } from '#domain/sales/audited.ts'
import { type Moment, toIso } from '#domain/time.ts'
import { type Db, rowsOf } from '../../db/client.ts'
import { millis } from '../../db/sql-fragments.ts'
import { visibleTo } from '../../http/machine-access.ts'
import type { Principal } from '../../http/request-context.ts'
import { isAudited } from './audit-sales.store.ts'

/** A read-out as received. `id` is the id of its operation. */
type NewReading = {
  id: OperationId
  readAt: Moment
  readAtFrom: ReadAtSource
  clockAhead: number | null
  counted: number
  receivedAt: Moment
  user: number | null
  device: number | null
  digest: string
  file: string
  reading: Reading
}

type AuditStatus = 'BOOKED' | 'HELD' | 'UNDONE'

/** The result of a reading, as listed. Amounts are in minor units. */
export type Outcome = Pick<Audited, 'kind' | 'warnings' | 'reasons'> & { pieces: number; amount: number }

/** The same read-out if it was already recorded. */
export async function findSame(
  db: Db,
  company: CompanyId,
  machine: MachineId,
  digest: string,
): Promise<{ id: OperationId; status: AuditStatus } | null> {
  const [row] = await rowsOf<{ id: OperationId; status: AuditStatus }>(
    db,
    sql`select r.id, r.status from audit_readings r where r.company_id = ${company} and r.machine_id = ${machine} and r.digest = ${digest}`,
  )
  return row ?? null
}

export async function insertReading(db: Db, company: CompanyId, machine: MachineId, read: NewReading, status: AuditStatus): Promise<void> {
  const { id, readAt, readAtFrom, clockAhead, counted, receivedAt, user, device, digest, file, reading } = read
  await db.execute(sql`
    insert into audit_readings (company_id, machine_id, id, read_at, read_at_from, clock_ahead, counted, received_at, user_id, device_id, digest,
      file, reading, identity, status)
    values (${company}, ${machine}, ${id}::uuid, ${toIso(readAt)}, ${readAtFrom}, ${clockAhead}, ${counted}, ${toIso(receivedAt)}, ${user}, ${device},
      ${digest}, ${file}, ${JSON.stringify(reading)}::jsonb, ${identityKey(reading)}, ${status})`)
}

/** Records an undone reading again under its id, with the new time and user. */
export async function recordAgain(db: Db, company: CompanyId, machine: MachineId, read: NewReading, status: AuditStatus): Promise<void> {
  const { id, readAt, readAtFrom, clockAhead, receivedAt, user, device } = read
  await db.execute(sql`
    update audit_readings r set read_at = ${toIso(readAt)}, read_at_from = ${readAtFrom}, clock_ahead = ${clockAhead},
      received_at = ${toIso(receivedAt)}, user_id = ${user}, device_id = ${device}, status = ${status}, confirmed_at = null, confirmed_by = null,
      undone_at = null, undone_by = null, base = null
    where r.company_id = ${company} and r.machine_id = ${machine} and r.id = ${id}::uuid`)
}

/** Stores a decision: who booked or undid the reading. */
export async function writeStatus(
  db: Db,
  company: CompanyId,
  machine: MachineId,
  id: OperationId,
  status: AuditStatus,
  by: { user: number | null; at: Moment } | null,
): Promise<void> {
  const at = by ? toIso(by.at) : null
  const set =
    status === 'UNDONE'
      ? sql`undone_at = ${at}, undone_by = ${by?.user ?? null}`
      : sql`confirmed_at = ${at}::timestamptz, confirmed_by = ${by?.user ?? null}, undone_at = null, undone_by = null`
  await db.execute(sql`
    update audit_readings r set status = ${status}, ${set}
    where r.company_id = ${company} and r.machine_id = ${machine} and r.id = ${id}::uuid`)
}

export const writeOutcome = (db: Db, company: CompanyId, machine: MachineId, id: OperationId, outcome: Outcome, base: AuditBase | null) =>
  db.execute(sql`
    update audit_readings r set outcome = ${JSON.stringify(outcome)}::jsonb, base = ${base && JSON.stringify(base)}::jsonb
    where r.company_id = ${company} and r.machine_id = ${machine} and r.id = ${id}::uuid`)

export type ReadingRow = {
  id: OperationId
  readAt: Moment
  counted: number
  reading: Reading
  isConfirmed: boolean
  base: AuditBase | null
}

export type Place = Pick<ReadingRow, 'id' | 'readAt' | 'counted'>

/**
 * The order of a machine's readings. Readings with the same timestamp (files copied together, or a clock with minute precision) are ordered
 * by the machine's vend counter, regardless of arrival.
 */
const placeOf = (reading: SQL) => sql`(${reading}.read_at, ${reading}.counted, ${reading}.id)`
const at = ({ readAt, counted, id }: Place) => sql`(${toIso(readAt)}::timestamptz, ${counted}::bigint, ${id}::uuid)`

const READING = sql`r.id, ${millis(sql`r.read_at`)} as "readAt", r.counted::float8 as counted, r.reading, r.confirmed_at is not null as "isConfirmed", r.base`

/** The booked readings before a position, the latest first. */
export const readingsBefore = (db: Db, company: CompanyId, machine: MachineId, place: Place, limit: number): Promise<ReadingRow[]> =>
  rowsOf<ReadingRow>(
    db,
    sql`select ${READING} from audit_readings r
      where r.company_id = ${company} and r.machine_id = ${machine} and r.status = 'BOOKED' and ${placeOf(sql`r`)} < ${at(place)}
      order by r.read_at desc, r.counted desc, r.id desc limit ${limit}`,
  )

/** The booked readings from a position on, inclusive. */
export const readingsFrom = (db: Db, company: CompanyId, machine: MachineId, place: Place, limit: number): Promise<ReadingRow[]> =>
  rowsOf<ReadingRow>(
    db,
    sql`select ${READING} from audit_readings r
      where r.company_id = ${company} and r.machine_id = ${machine} and r.status = 'BOOKED' and ${placeOf(sql`r`)} >= ${at(place)}
      order by r.read_at, r.counted, r.id limit ${limit}`,
  )

/** The held readings in order. */
export const heldReadings = (db: Db, company: CompanyId, machine: MachineId, limit: number): Promise<ReadingRow[]> =>
  rowsOf<ReadingRow>(
    db,
    sql`select ${READING} from audit_readings r
      where r.company_id = ${company} and r.machine_id = ${machine} and r.status = 'HELD' order by r.read_at, r.counted, r.id limit ${limit}`,
  )

export async function outcomeOf(db: Db, company: CompanyId, machine: MachineId, id: OperationId): Promise<Outcome | null> {
  const [row] = await rowsOf<{ outcome: Outcome | null }>(
    db,
    sql`select r.outcome from audit_readings r where r.company_id = ${company} and r.machine_id = ${machine} and r.id = ${id}::uuid`,
  )
  return row?.outcome ?? null
}

export async function findReading(
  db: Db,
  company: CompanyId,
  machine: MachineId,
  id: OperationId,
): Promise<(ReadingRow & { status: AuditStatus }) | null> {
  const [row] = await rowsOf<ReadingRow & { status: AuditStatus }>(
    db,
    sql`select ${READING}, r.status from audit_readings r where r.company_id = ${company} and r.machine_id = ${machine} and r.id = ${id}::uuid`,
  )
  return row ?? null
}

/** The first booked reading after each of these times. */
export const firstReadingsAfter = (db: Db, company: CompanyId, machine: MachineId, moments: readonly Moment[]): Promise<Place[]> =>
  rowsOf<Place>(
    db,
    sql`select distinct on (f.read_at, f.counted, f.id) f.id, ${millis(sql`f.read_at`)} as "readAt", f.counted::float8 as counted
      from unnest(${`{${moments.map(toIso).join(',')}}`}::timestamptz[]) as m(at) cross join lateral (
        select r.id, r.read_at, r.counted from audit_readings r
        where r.company_id = ${company} and r.machine_id = ${machine} and r.status = 'BOOKED' and r.read_at >= m.at
        order by r.read_at, r.counted, r.id limit 1) f
      order by f.read_at, f.counted, f.id`,
  )

/** Sales between each of these times and another that no reading booked. */
export const salesOutsideReadOuts = (
  db: Db,
  company: CompanyId,
  machine: MachineId,
  moments: readonly Moment[],
  until: Moment,
): Promise<(ReportedVends & { from: Moment })[]> =>
  rowsOf<ReportedVends & { from: Moment }>(
    db,
    sql`select ${millis(sql`m.at`)} as "from", t.slot_number as selection, t.type, count(*)::float8 as count, sum(t.amount_minor)::float8 as amount
      from unnest(${`{${moments.map(toIso).join(',')}}`}::timestamptz[]) as m(at) join transactions t
        on t.company_id = ${company} and t.machine_id = ${machine} and t.at > m.at and t.at <= ${toIso(until)} and not (${isAudited(sql`t.id`)})
      group by m.at, t.slot_number, t.type order by m.at, t.slot_number, t.type`,
  )

/** How far the machine's clock was ahead when the offset was last known reliably. */
export async function knownClockAhead(db: Db, company: CompanyId, machine: MachineId): Promise<number | null> {
  const [row] = await rowsOf<{ ahead: number }>(
    db,
    sql`select r.clock_ahead::float8 as ahead from audit_readings r
      where r.company_id = ${company} and r.machine_id = ${machine} and r.status = 'BOOKED' and r.clock_ahead is not null
      order by r.read_at desc limit 1`,
  )
  return row?.ahead ?? null
}

/** For machines that ever reported one of these identities: the identity that each reported last. */
export const lastIdentities = (company: CompanyId, identities: readonly string[]) => sql`
  select c.machine_id, last.identity from (
    select distinct r.machine_id from audit_readings r
    where r.company_id = ${company} and r.status = 'BOOKED'
      and r.identity in (select jsonb_array_elements_text(${JSON.stringify(identities)}::jsonb))) c
  cross join lateral (
    select r.identity from audit_readings r
    where r.company_id = ${company} and r.machine_id = c.machine_id and r.status = 'BOOKED' and r.identity is not null
    order by r.read_at desc, r.counted desc, r.id desc limit 1) last`

/** The machines that last reported these identities. An identity that several machines report is assigned to none. */
export const machinesByIdentity = (
  db: Db,
  principal: Principal,
  identities: readonly string[],
): Promise<{ identity: string; id: MachineId; name: string }[]> =>
  rowsOf(
    db,
    sql`select l.identity, min(m.id)::float8 as id, min(m.name) as name from (${lastIdentities(principal.companyId, identities)}) l
      join machines m on m.id = l.machine_id
      where l.identity in (select jsonb_array_elements_text(${JSON.stringify(identities)}::jsonb)) and ${visibleTo(principal)}
      group by l.identity having count(*) = 1`,
  )

/** The last cash collection of a machine and the booked reading nearest to it. */
export async function readingAtCollection(
  db: Db,
  company: CompanyId,
  machine: MachineId,
  before: Moment,
): Promise<{ readAt: Moment; reading: Reading } | null> {
  const [row] = await rowsOf<{ readAt: Moment; reading: Reading }>(
    db,
    sql`select ${millis(sql`r.read_at`)} as "readAt", r.reading from machine_status s join audit_readings r
        on r.company_id = s.company_id and r.machine_id = s.machine_id and r.status = 'BOOKED'
        and r.read_at between s.withdrawn_at - interval '2 hours' and s.withdrawn_at + interval '2 hours' and r.read_at < ${toIso(before)}
      where s.company_id = ${company} and s.machine_id = ${machine}
      order by abs(extract(epoch from r.read_at - s.withdrawn_at)) limit 1`,
  )
  return row ?? null
}

export type ListedAudit = {
  id: OperationId
  machine: MachineId
  machineName: string
  readAt: Moment
  readAtFrom: ReadAtSource | null
  clockAhead: number | null
  receivedAt: Moment
  by: string | null
  serial: string | null
  model: string | null
  isWhole: boolean
  status: AuditStatus
  outcome: Outcome | null
  confirmedAt: Moment | null
  confirmedBy: string | null
  undoneAt: Moment | null
  undoneBy: string | null
  total: number
}

const nameOf = (user: SQL) =>
  sql`(select trim(u.first_name || ' ' || u.last_name) from users u where u.company_id = r.company_id and u.id = ${user})`

/** Read-outs for the list, the latest received first. */
export const listReadings = (
  db: Db,
  company: CompanyId,
  {
    machine,
    id,
    status,
    page,
    size,
  }: { machine?: MachineId; id?: OperationId; status?: AuditStatus | undefined; page: number; size: number },
): Promise<ListedAudit[]> =>
  rowsOf<ListedAudit>(
    db,
    sql`select r.id, m.id::float8 as machine, m.name as "machineName", ${millis(sql`r.read_at`)} as "readAt", r.read_at_from as "readAtFrom",
        r.clock_ahead::float8 as "clockAhead", ${millis(sql`r.received_at`)} as "receivedAt",
        coalesce(${nameOf(sql`r.user_id`)}, (select d.imei from devices d where d.company_id = r.company_id and d.id = r.device_id)) as by,
        r.reading #>> '{machine,serial}' as serial, r.reading #>> '{machine,model}' as model,
        (r.reading #>> '{integrity,isWhole}')::boolean as "isWhole", r.status, r.outcome,
        ${millis(sql`r.confirmed_at`)} as "confirmedAt", ${nameOf(sql`r.confirmed_by`)} as "confirmedBy",
        ${millis(sql`r.undone_at`)} as "undoneAt", ${nameOf(sql`r.undone_by`)} as "undoneBy", count(*) over ()::float8 as total
      from audit_readings r join machines m on m.company_id = r.company_id and m.id = r.machine_id
      where r.company_id = ${company}
        and ${machine === undefined ? sql`true` : sql`r.machine_id = ${machine}`}
        and ${id === undefined ? sql`true` : sql`r.id = ${id}::uuid`}
        and ${status === undefined ? sql`true` : sql`r.status = ${status}`}
      order by r.received_at desc, r.read_at desc, r.id limit ${size} offset ${page * size}`,
  )
