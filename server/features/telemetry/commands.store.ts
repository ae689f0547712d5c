import { type SQL, sql } from 'drizzle-orm'
import type { Command } from '#contract/telemetry.ts'
import type { CompanyId, MachineId, OperationId, UserId } from '#domain/ids.ts'
import { type Moment, toIso } from '#domain/time.ts'
import { type Db, rowsOf } from '../../db/client.ts'
import { millis, personName } from '../../db/sql-fragments.ts'
import type { Device } from '../../http/request-context.ts'

type Row = Omit<Command, 'askedAt' | 'validUntil'> & { askedAt: Moment; validUntil: Moment }

const COLUMNS = sql`c.id, c.kind, c.payload, ${millis(sql`c.asked_at`)} as "askedAt", ${millis(sql`c.valid_until`)} as "validUntil"`

const commandOf = ({ id, kind, payload, askedAt, validUntil }: Row): Command => ({
  id,
  kind,
  payload,
  askedAt: toIso(askedAt),
  validUntil: toIso(validUntil),
})

const waiting = ({ companyId, deviceId }: Device, at: Moment): SQL =>
  sql`c.company_id = ${companyId} and c.device_id = ${deviceId} and c.ended_at is null and c.valid_until > ${toIso(at)}::timestamptz`

export async function countWaiting(db: Db, device: Device, at: Moment): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(db, sql`select count(*)::int as count from device_commands c where ${waiting(device, at)}`)
  return row?.count ?? 0
}

/** Pending commands of a device, the oldest first, marked as fetched at this time. */
export async function claimCommands(db: Db, device: Device, at: Moment): Promise<Command[]> {
  await db.execute(sql`update device_commands c set taken_at = ${toIso(at)} where ${waiting(device, at)} and c.taken_at is null`)
  const rows = await rowsOf<Row>(db, sql`select ${COLUMNS} from device_commands c where ${waiting(device, at)} order by c.asked_at, c.id`)
  return rows.map(commandOf)
}

type Outcome = 'done' | 'failed' | 'expired'
/** A command that ended. `payload.amount` of a credit is in minor units. */
export type Ended = {
  id: OperationId
  kind: Command['kind']
  outcome: Outcome
  machineId: MachineId | null
  askedBy: UserId
  askedAt: Moment
  amount: number | null
}

const AMOUNT = sql`(c.payload ->> 'amount')::float8 as amount`
/** For the returning clause of an update of `device_commands c`. */
export const ENDED = sql`c.id, c.kind, c.outcome, c.machine_id::float8 as "machineId", c.asked_by as "askedBy", ${millis(sql`c.asked_at`)} as "askedAt", ${AMOUNT}`

/**
 * Ends a command of this device with the outcome that the device reports first. An expired command may still have been executed in time.
 * Returns null if the device has no such command.
 */
export async function endCommand(
  db: Db,
  { companyId, deviceId }: Device,
  id: OperationId,
  { outcome, details }: { outcome: Outcome; details: unknown },
  at: Moment,
): Promise<(Ended & { isNew: boolean }) | null> {
  const own = sql`c.company_id = ${companyId} and c.device_id = ${deviceId} and c.id = ${id}`
  const [ended] = await rowsOf<Ended>(
    db,
    sql`update device_commands c set ended_at = ${toIso(at)}, outcome = ${outcome}, details = ${JSON.stringify(details ?? null)}::jsonb
      where ${own} and (c.ended_at is null or c.outcome = 'expired') returning ${ENDED}`,
  )
  if (ended) return { ...ended, isNew: true }
  const [known] = await rowsOf<Ended>(db, sql`select ${ENDED} from device_commands c where ${own}`)
  return known ? { ...known, isNew: false } : null
}

const hasRunOut = (at: Moment): SQL => sql`c.ended_at is null and c.valid_until <= ${toIso(at)}::timestamptz`

/** Companies with commands that expired without an answer. */
export const devicesWithExpiredCommands = (db: Db, at: Moment) =>
  rowsOf<{ company: CompanyId }>(db, sql`select distinct c.company_id as company from device_commands c where ${hasRunOut(at)}`)

/** Ends commands that were not answered in time. */
export const expireCommands = (db: Db, company: CompanyId, at: Moment) =>
  rowsOf<Ended>(
    db,
    sql`update device_commands c set ended_at = c.valid_until, outcome = 'expired'
      where c.company_id = ${company} and ${hasRunOut(at)} returning ${ENDED}`,
  )

const MAX_SHOWN = 20

/** The latest credits and restarts of a machine. Commands past their deadline are returned as expired even before the job ends them. */
export async function commandsOfMachine(
  db: Db,
  company: CompanyId,
  machine: MachineId,
  { since, now }: { since: Moment; now: Moment },
): Promise<(Omit<Ended, 'outcome' | 'machineId' | 'askedBy'> & { outcome: Outcome | null; validUntil: Moment; by: string })[]> {
  return rowsOf(
    db,
    sql`select c.id, c.kind, ${AMOUNT}, ${millis(sql`c.asked_at`)} as "askedAt", ${millis(sql`c.valid_until`)} as "validUntil",
        case when ${hasRunOut(now)} then 'expired' else c.outcome end as outcome, ${personName('u')} as by
      from device_commands c join users u on u.company_id = c.company_id and u.id = c.asked_by
      where c.company_id = ${company} and c.machine_id = ${machine} and c.kind in ('CREDIT', 'RESTART')
        and c.asked_at > ${toIso(since)}::timestamptz
      order by c.asked_at desc, c.id limit ${MAX_SHOWN}`,
  )
}

export type NewCommand = {
  id: OperationId
  deviceId: number
  /** Null if the device is in no machine. */
  machineId: MachineId | null
  kind: Command['kind']
  payload: unknown
  askedBy: UserId
  askedAt: Moment
  validUntil: Moment
}

/** Returns null if another request has just used the id. */
export async function insertCommand(db: Db, company: CompanyId, command: NewCommand): Promise<Command | null> {
  const { id, deviceId, machineId, kind, payload, askedBy, askedAt, validUntil } = command
  const [row] = await rowsOf<Row>(
    db,
    sql`insert into device_commands as c (company_id, id, device_id, machine_id, kind, payload, asked_by, asked_at, valid_until)
      values (${company}, ${id}, ${deviceId}, ${machineId}, ${kind}, ${JSON.stringify(payload)}::jsonb, ${askedBy}, ${toIso(askedAt)}, ${toIso(validUntil)})
      on conflict (company_id, id) do nothing returning ${COLUMNS}`,
  )
  return row ? commandOf(row) : null
}

/** The number of commands of a kind since a time, per machine, device or user, and the time of the first. */
export async function requestedSince(
  db: Db,
  company: CompanyId,
  of: { kind: Command['kind'] } & ({ machine: MachineId } | { device: number } | { user: UserId }),
  since: Moment,
): Promise<{ count: number; first: Moment | null }> {
  const whose =
    'machine' in of ? sql`c.machine_id = ${of.machine}` : 'device' in of ? sql`c.device_id = ${of.device}` : sql`c.asked_by = ${of.user}`
  const [row] = await rowsOf<{ count: number; first: Moment | null }>(
    db,
    sql`select count(*)::int as count, ${millis(sql`min(c.asked_at)`)} as first from device_commands c
      where c.company_id = ${company} and c.kind = ${of.kind} and ${whose} and c.asked_at > ${toIso(since)}::timestamptz`,
  )
  return row ?? { count: 0, first: null }
}

/** Serializes the commands of one user, because they are rate limited. */
export const lockPerson = (db: Db, company: CompanyId, user: UserId) =>
  db.execute(sql`select id from users u where u.company_id = ${company} and u.id = ${user} for no key update`)

/** Sets the time of a requested restart, or clears it with null. */
export const writeRestart = (db: Db, company: CompanyId, machine: MachineId, at: Moment | null) =>
  db.execute(sql`
    update machine_status set restart_asked_at = ${at === null ? null : toIso(at)} where company_id = ${company} and machine_id = ${machine}`)
