import { sql } from 'drizzle-orm'
import {
  boolean,
  doublePrecision,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { DEVICE_TYPES } from '#domain/machines/device.ts'
import { company, id, moment, whole } from '../../db/columns.ts'
import { companies } from '../company/company.tables.ts'
import { machines } from '../machines/machines.tables.ts'

/**
 * What a machine reports through. An IMEI is no secret: several companies may write the same one down, and it is theirs whose
 * claim code the device itself has sent. From then on it speaks with a key of its own.
 */
export const devices = pgTable(
  'devices',
  {
    companyId: company().references(() => companies.id),
    id: id(),
    imei: text().notNull(),
    type: text({ enum: DEVICE_TYPES }).notNull(),
    vendor: text(),
    msisdn: text(),
    apnName: text(),
    /** What it calls itself, and when it last said so by its own time. */
    model: text(),
    modelAt: moment(),
    machineId: whole(),
    connectedAt: moment(),
    claimHash: text(),
    claimedAt: moment(),
    keyHash: text(),
    heardAt: moment(),
    createdAt: moment().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    uniqueIndex('devices_imei').on(t.companyId, t.imei),
    uniqueIndex('devices_claimed').on(t.imei).where(sql`claimed_at is not null`),
    uniqueIndex('devices_key').on(t.keyHash).where(sql`key_hash is not null`),
    index('devices_machine').on(t.companyId, t.machineId),
    foreignKey({ columns: [t.companyId, t.machineId], foreignColumns: [machines.companyId, machines.id] }),
  ],
)

/** What a machine said last of each thing, by its own time: a report that comes late changes nothing here. */
export const machineStatus = pgTable(
  'machine_status',
  {
    companyId: company(),
    machineId: whole().notNull(),
    /** When the server last heard any of its devices, by the server's clock. */
    heardAt: moment(),
    reportedState: text({ enum: ['RUNNING', 'STOPPED', 'STARTING'] }),
    reportedAt: moment(),
    /** Why, in the machine's own words or by an EVA-DTS event code. */
    reportedCause: text(),
    restartAskedAt: moment(),
    /** 0 to 1. */
    signal: doublePrecision(),
    signalAt: moment(),
    /** Degrees Celsius. */
    temperature: doublePrecision(),
    temperatureAt: moment(),
    firmware: text(),
    firmwareAt: moment(),
    /** What lies in the cash box: the fold of `cash_movements`, as `balance` is of `movements`. */
    cashMinor: whole().notNull().default(0),
    cashCountedAt: moment(),
    cashCountedBy: uuid(),
    cashCountedLine: integer(),
    withdrawnAt: moment(),
    /** Since when its outages are kept: of what was before nobody knows. */
    watchedSince: moment(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.machineId] }),
    foreignKey({ columns: [t.companyId, t.machineId], foreignColumns: [machines.companyId, machines.id] }),
  ],
)

/** Every word of a machine about how it stands, written once; NONE: its device was taken out. */
export const stateReports = pgTable(
  'state_reports',
  {
    companyId: company(),
    machineId: whole().notNull(),
    at: moment().notNull(),
    id: uuid().notNull(),
    state: text({ enum: ['RUNNING', 'STOPPED', 'STARTING', 'NONE'] }).notNull(),
    cause: text(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.machineId, t.at, t.id] }),
    foreignKey({ columns: [t.companyId, t.machineId], foreignColumns: [machines.companyId, machines.id] }),
  ],
)

/** When a machine was out: it stood still, which is the fold of its `state_reports`, or nobody heard it. Null: it still is. */
export const outages = pgTable(
  'outages',
  {
    companyId: company(),
    machineId: whole().notNull(),
    state: text({ enum: ['STOPPED', 'NOT_CONNECTED'] }).notNull(),
    fromAt: moment().notNull(),
    toAt: moment(),
    cause: text(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.machineId, t.state, t.fromAt] }),
    index('outages_from').on(t.companyId, t.fromAt),
    foreignKey({ columns: [t.companyId, t.machineId], foreignColumns: [machines.companyId, machines.id] }),
  ],
)

/** Every word of a machine about one of its alerts, written once. */
export const alertReports = pgTable(
  'alert_reports',
  {
    companyId: company(),
    machineId: whole().notNull(),
    code: text().notNull(),
    at: moment().notNull(),
    id: uuid().notNull(),
    isUp: boolean().notNull(),
    message: text(),
    receivedAt: moment().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.machineId, t.code, t.at, t.id] }),
    foreignKey({ columns: [t.companyId, t.machineId], foreignColumns: [machines.companyId, machines.id] }),
  ],
)

/** How each alert of a machine stands by the latest word about it. */
export const alerts = pgTable(
  'alerts',
  {
    companyId: company(),
    machineId: whole().notNull(),
    code: text().notNull(),
    /** The latest report: when, and which of several of one moment. */
    at: moment().notNull(),
    reportId: uuid().notNull(),
    isUp: boolean().notNull(),
    message: text(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.machineId, t.code] }),
    index('alerts_up').on(t.companyId, t.machineId).where(sql`is_up`),
    foreignKey({ columns: [t.companyId, t.machineId], foreignColumns: [machines.companyId, machines.id] }),
  ],
)

/** What hangs on a machine's MDB bus: changers, validators, readers. */
export const mdbDevices = pgTable(
  'mdb_devices',
  {
    companyId: company(),
    machineId: whole().notNull(),
    type: text().notNull(),
    status: text().notNull(),
    at: moment().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.machineId, t.type] }),
    foreignKey({ columns: [t.companyId, t.machineId], foreignColumns: [machines.companyId, machines.id] }),
  ],
)

/** What lies in the tubes of a coin acceptor, by the coin. */
export const coinTubes = pgTable(
  'coin_tubes',
  {
    companyId: company(),
    machineId: whole().notNull(),
    valueMinor: whole().notNull(),
    count: integer().notNull(),
    at: moment().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.machineId, t.valueMinor] }),
    foreignKey({ columns: [t.companyId, t.machineId], foreignColumns: [machines.companyId, machines.id] }),
  ],
)

/** What a device has been asked to do. */
export const deviceCommands = pgTable(
  'device_commands',
  {
    companyId: company(),
    id: uuid().notNull(),
    deviceId: whole().notNull(),
    machineId: whole(),
    kind: text({ enum: ['RESTART', 'CREDIT', 'DEBUG'] }).notNull(),
    payload: jsonb(),
    askedBy: integer().notNull(),
    askedAt: moment().notNull(),
    validUntil: moment().notNull(),
    /** When the device fetched it. */
    takenAt: moment(),
    endedAt: moment(),
    outcome: text({ enum: ['done', 'failed', 'expired'] }),
    details: jsonb(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    index('device_commands_open').on(t.companyId, t.deviceId).where(sql`ended_at is null`),
    index('device_commands_asked').on(t.companyId, t.machineId, t.askedAt),
    foreignKey({ columns: [t.companyId, t.deviceId], foreignColumns: [devices.companyId, devices.id] }),
  ],
)

export const deviceLogs = pgTable(
  'device_logs',
  {
    companyId: company(),
    deviceId: whole().notNull(),
    at: moment().notNull(),
    id: uuid().notNull(),
    level: text({ enum: ['debug', 'info', 'warn', 'error'] }).notNull(),
    message: text().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.deviceId, t.at, t.id] }),
    foreignKey({ columns: [t.companyId, t.deviceId], foreignColumns: [devices.companyId, devices.id] }),
  ],
)

/** An audit file as it was read out of a machine, and what stands in it. Sales enter by the difference to the one before. */
export const auditReadings = pgTable(
  'audit_readings',
  {
    companyId: company(),
    machineId: whole().notNull(),
    id: uuid().notNull(),
    /** When it was read out; the machine's own clock is often wrong. */
    readAt: moment().notNull(),
    /** Vends that the machine had counted by then: of two that were read in one moment, the one that counts more is the later. */
    counted: whole().notNull().default(0),
    receivedAt: moment().notNull(),
    userId: integer(),
    deviceId: whole(),
    /** SHA-256 of the file: the same one counts once. */
    digest: text().notNull(),
    file: text().notNull(),
    reading: jsonb().notNull(),
    /** Where `readAt` is from; null in rows of before it was kept. */
    readAtFrom: text(),
    /** How far the machine's clock was ahead, in milliseconds, where the right time is sure. */
    clockAhead: whole(),
    /** What it tells of which machine it is, to find the machine of a file by. */
    identity: text(),
    /** Held: nothing of it is booked before a manager confirms it. */
    status: text({ enum: ['BOOKED', 'HELD', 'UNDONE'] })
      .notNull()
      .default('BOOKED'),
    confirmedAt: moment(),
    confirmedBy: integer(),
    undoneAt: moment(),
    undoneBy: integer(),
    /** What the next one is compared with; null in rows of before it was kept: the reading itself. */
    base: jsonb(),
    /** What it brought, and why it is held. */
    outcome: jsonb(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    index('audit_readings_received').on(t.companyId, t.receivedAt),
    index('audit_readings_identity').on(t.companyId, t.identity),
    uniqueIndex('audit_readings_once').on(t.companyId, t.machineId, t.digest),
    index('audit_readings_order').on(t.companyId, t.machineId, t.readAt),
    foreignKey({ columns: [t.companyId, t.machineId], foreignColumns: [machines.companyId, machines.id] }),
  ],
)
