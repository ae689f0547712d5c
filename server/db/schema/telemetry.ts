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
import { company, id, moment, wholeNumber } from '../columns.ts'
import { companies } from './company.ts'
import { machines } from './machines.ts'

/**
 * Devices through which machines report. An IMEI is not secret: several companies may register the same one. The owner is the company whose
 * claim code the device has sent. From then on it authenticates with its own key.
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
    /** The reported model, and the device's time of that report. */
    model: text(),
    modelAt: moment(),
    machineId: wholeNumber(),
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

/** The latest reported values of a machine, by its own time. Late reports do not overwrite them. */
export const machineStatus = pgTable(
  'machine_status',
  {
    companyId: company(),
    machineId: wholeNumber().notNull(),
    /** Time of the last message from any of its devices, by the server clock. */
    heardAt: moment(),
    reportedState: text({ enum: ['RUNNING', 'STOPPED', 'STARTING'] }),
    reportedAt: moment(),
    /** The reason, as text of the machine or as an EVA-DTS event code. */
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
    /** Cash in the box: the sum of `cash_movements`, as `balance` is of `movements`. */
    cashMinor: wholeNumber().notNull().default(0),
    cashCountedAt: moment(),
    cashCountedBy: uuid(),
    cashCountedLine: integer(),
    withdrawnAt: moment(),
    /** Start of outage tracking; earlier outages are unknown. */
    watchedSince: moment(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.machineId] }),
    foreignKey({ columns: [t.companyId, t.machineId], foreignColumns: [machines.companyId, machines.id] }),
  ],
)

/** State reports of machines, each stored once. NONE: the device was removed. */
export const stateReports = pgTable(
  'state_reports',
  {
    companyId: company(),
    machineId: wholeNumber().notNull(),
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

/** Outages of machines: stopped (derived from `state_reports`) or offline. A null end means that the outage continues. */
export const outages = pgTable(
  'outages',
  {
    companyId: company(),
    machineId: wholeNumber().notNull(),
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

/** Alert reports of machines, each stored once. */
export const alertReports = pgTable(
  'alert_reports',
  {
    companyId: company(),
    machineId: wholeNumber().notNull(),
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

/** Current status of each alert, by its latest report. */
export const alerts = pgTable(
  'alerts',
  {
    companyId: company(),
    machineId: wholeNumber().notNull(),
    code: text().notNull(),
    /** Time and id of the latest report; the id orders reports with the same time. */
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

/** Devices on a machine's MDB bus: changers, validators, readers. */
export const mdbDevices = pgTable(
  'mdb_devices',
  {
    companyId: company(),
    machineId: wholeNumber().notNull(),
    type: text().notNull(),
    status: text().notNull(),
    at: moment().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.machineId, t.type] }),
    foreignKey({ columns: [t.companyId, t.machineId], foreignColumns: [machines.companyId, machines.id] }),
  ],
)

/** Coins in the tubes of a coin acceptor, by denomination. */
export const coinTubes = pgTable(
  'coin_tubes',
  {
    companyId: company(),
    machineId: wholeNumber().notNull(),
    valueMinor: wholeNumber().notNull(),
    count: integer().notNull(),
    at: moment().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.machineId, t.valueMinor] }),
    foreignKey({ columns: [t.companyId, t.machineId], foreignColumns: [machines.companyId, machines.id] }),
  ],
)

export const deviceCommands = pgTable(
  'device_commands',
  {
    companyId: company(),
    id: uuid().notNull(),
    deviceId: wholeNumber().notNull(),
    machineId: wholeNumber(),
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
    deviceId: wholeNumber().notNull(),
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

/** DEX read-outs: the file and its parsed content. Sales are booked from the difference to the previous one. */
export const auditReadings = pgTable(
  'audit_readings',
  {
    companyId: company(),
    machineId: wholeNumber().notNull(),
    id: uuid().notNull(),
    /** Time of the read-out; the machine's own clock is often wrong. */
    readAt: moment().notNull(),
    /** Vends counted so far. Orders readings with the same timestamp. */
    counted: wholeNumber().notNull().default(0),
    receivedAt: moment().notNull(),
    userId: integer(),
    deviceId: wholeNumber(),
    /** SHA-256 of the file, to detect duplicates. */
    digest: text().notNull(),
    file: text().notNull(),
    reading: jsonb().notNull(),
    /** Source of `readAt`; null in rows from before it was stored. */
    readAtFrom: text(),
    /** How far the machine's clock was ahead, in milliseconds, if the correct time is certain. */
    clockAhead: wholeNumber(),
    /** Identity of the machine in the file, used to find the machine of a file. */
    identity: text(),
    /** HELD: nothing is booked before a manager confirms it. */
    status: text({ enum: ['BOOKED', 'HELD', 'UNDONE'] })
      .notNull()
      .default('BOOKED'),
    confirmedAt: moment(),
    confirmedBy: integer(),
    undoneAt: moment(),
    undoneBy: integer(),
    /** Baseline for the next reading. In rows from before it was stored it is null and the reading itself is used. */
    base: jsonb(),
    /** Booked sales, and the reasons if held. */
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
