import * as v from 'valibot'
import { DEVICE_TYPES, DEVICE_VENDORS, isDeviceNumber, OWN_VENDOR } from '#domain/machines/device.ts'
import { endpoint } from './endpoint.ts'
import { changeOf, DateTime, Integer, line, PageNumber, pageSize, QueryId } from './fields.ts'
import { MachineIds, MachineParams } from './machines.ts'
import { Command, DeviceNumber } from './telemetry.ts'
import { inMinorUnits, MinorUnits, Money } from './units.ts'

/**
 * `model`: its own model name. `isHideMsidn`: its SIM belongs to someone else, so its number is hidden. `connected`: it is installed in a
 * machine. `isCurrentlyConnected`: it sent data recently. `claimed`: it has its own key.
 * `faults`: the codes of its machine's malfunctions.
 */
export const Device = v.object({
  id: Integer,
  imei: v.string(),
  type: v.picklist(DEVICE_TYPES),
  vendor: v.nullable(v.string()),
  msisdn: v.nullable(v.string()),
  apnName: v.nullable(v.string()),
  model: v.nullable(v.string()),
  isHideMsidn: v.boolean(),
  connected: v.boolean(),
  isCurrentlyConnected: v.boolean(),
  claimed: v.boolean(),
  machine: v.nullable(v.object({ id: Integer, name: v.string() })),
  faults: v.array(v.string()),
  heardAt: v.nullable(DateTime),
  createdAt: DateTime,
})
export type Device = v.InferOutput<typeof Device>

const WRONG_NUMBER = 'must be an IMEI of 15 digits with a valid check digit'

/** Includes the claim code with which the device gets its key; shown only once. */
export const DeviceWithCode = v.object({ ...Device.entries, claimCode: v.optional(v.string()) })

/** An empty text is no value, as null is. */
const detail = v.pipe(
  v.nullable(line(20)),
  v.transform((value) => value || null),
)
const described = {
  type: v.optional(v.picklist(DEVICE_TYPES)),
  msisdn: v.optional(detail),
  apnName: v.optional(detail),
}

export const listDevices = endpoint({
  name: 'listDevices',
  method: 'GET',
  path: '/devices',
  who: 'manager',
  summary: 'List the devices of the company',
  query: v.object({ page: PageNumber, size: pageSize(20), connected: v.optional(v.picklist(['true', 'false'])) }),
  answer: v.array(Device),
  paged: true,
})

export const addDevice = endpoint({
  name: 'addDevice',
  method: 'POST',
  path: '/devices',
  who: 'manager',
  summary: 'Register a device; for one of our own, return its claim code',
  body: v.pipe(
    v.object({ vendor: v.optional(v.picklist(DEVICE_VENDORS), OWN_VENDOR), imei: DeviceNumber, ...described }),
    v.forward(
      v.check(({ imei, vendor }) => isDeviceNumber(imei, vendor), WRONG_NUMBER),
      ['imei'],
    ),
  ),
  answer: DeviceWithCode,
  status: 201,
  keyed: 'sealed',
  refusals: ['DEVICE_EXISTS'],
})

export const changeDevice = endpoint({
  name: 'changeDevice',
  method: 'PATCH',
  path: '/devices/:id',
  who: 'manager',
  summary: 'Update a device; its number only while it has no key. newClaimCode revokes its key and creates a new claim code',
  params: v.object({ id: QueryId }),
  body: changeOf({ imei: v.optional(DeviceNumber), ...described, newClaimCode: v.optional(v.boolean()) }),
  answer: DeviceWithCode,
  keyed: 'sealed',
  refusals: ['DEVICE_NOT_FOUND', 'DEVICE_EXISTS', 'DEVICE_HAS_KEY', 'DEVICE_NUMBER_WRONG'],
})

/** A device installed in a machine. */
export const MachineDevice = v.object({
  imei: v.string(),
  type: v.picklist(DEVICE_TYPES),
  vendor: v.nullable(v.string()),
  connected: v.boolean(),
  heardAt: v.nullable(DateTime),
})

export const machineDevices = endpoint({
  name: 'machineDevices',
  method: 'GET',
  path: '/machines/:id/devices',
  who: 'anyone',
  summary: 'List the devices of a machine',
  params: MachineParams,
  answer: v.array(MachineDevice),
  refusals: ['MACHINE_NOT_FOUND'],
})

const AtMachine = v.object({ id: QueryId, imei: DeviceNumber })

export const connectDevice = endpoint({
  name: 'connectDevice',
  method: 'POST',
  path: '/machines/:id/devices/:imei',
  who: 'device-manager',
  summary: 'Assign a device to a machine; its later events belong to the machine',
  params: AtMachine,
  answer: v.array(MachineDevice),
  keyed: true,
  refusals: ['MACHINE_NOT_FOUND', 'DEVICE_NOT_FOUND', 'DEVICE_TAKEN'],
})

export const disconnectDevice = endpoint({
  name: 'disconnectDevice',
  method: 'DELETE',
  path: '/machines/:id/devices/:imei',
  who: 'device-manager',
  summary: 'Remove a device from a machine',
  params: AtMachine,
  answer: v.array(MachineDevice),
  keyed: true,
  refusals: ['MACHINE_NOT_FOUND', 'DEVICE_NOT_FOUND'],
})

export const mdbDevices = endpoint({
  name: 'mdbDevices',
  method: 'GET',
  path: '/machines/:id/mdb-devices',
  who: 'anyone',
  summary: 'List the peripherals on the bus of a machine: changers, validators, readers',
  params: MachineParams,
  answer: v.array(v.object({ type: v.string(), status: v.string() })),
  refusals: ['MACHINE_NOT_FOUND'],
})

/** The number of coins is money, so only managers receive it. */
export const coinAcceptor = endpoint({
  name: 'coinAcceptor',
  method: 'GET',
  path: '/machines/:id/coin-acceptor',
  who: 'anyone',
  summary: 'Retrieve the coins in the tubes of a machine',
  params: MachineParams,
  answer: v.array(v.object({ value: Money, count: v.optional(Integer) })),
  refusals: ['MACHINE_NOT_FOUND'],
})

/** Commands requested by users. `outcome` is null while the command can still be executed; amounts are in minor units. */
export const RequestedCommand = v.object({
  id: v.string(),
  kind: v.picklist(['RESTART', 'CREDIT']),
  amount: v.nullable(MinorUnits),
  askedAt: DateTime,
  validUntil: DateTime,
  outcome: v.nullable(v.picklist(['done', 'failed', 'expired'])),
  by: v.string(),
})
export type RequestedCommand = v.InferOutput<typeof RequestedCommand>

export const machineCommands = endpoint({
  name: 'machineCommands',
  method: 'GET',
  path: '/machines/:id/commands',
  who: 'manager',
  summary: 'List the credits and restarts requested for a machine in the last 24 hours with their outcome, latest first; at most 20',
  params: MachineParams,
  answer: v.array(RequestedCommand),
  refusals: ['MACHINE_NOT_FOUND'],
})

const commandRefusals = ['MACHINE_NOT_FOUND', 'TAKES_NO_COMMANDS', 'MACHINE_OFFLINE'] as const

export const restartMachine = endpoint({
  name: 'restartMachine',
  method: 'POST',
  path: '/machines/:id/restart',
  who: 'manager',
  summary: 'Restart a machine through its device',
  params: MachineParams,
  answer: Command,
  status: 202,
  keyed: true,
  refusals: [...commandRefusals, 'ALREADY_RESTARTING'],
})

/** `refusal`: why the machine was not restarted; null if the command was sent. */
export const RestartOutcome = v.object({ machineId: Integer, refusal: v.nullable(v.string()) })
export type RestartOutcome = v.InferOutput<typeof RestartOutcome>

export const restartMachines = endpoint({
  name: 'restartMachines',
  method: 'POST',
  path: '/machines/restart',
  who: 'manager',
  summary: 'Restart several machines through their devices, with the result of each',
  body: v.object({ machineIds: MachineIds }),
  answer: v.array(RestartOutcome),
  keyed: true,
})

/** Seconds for which a credit is valid. */
export const CREDIT_LIFETIME_SECONDS = 120

export const sendCredit = endpoint({
  name: 'sendCredit',
  method: 'POST',
  path: '/machines/:id/credits',
  who: 'manager',
  summary: 'Grant credit at a machine, in minor units of the company’s currency; valid for two minutes',
  params: MachineParams,
  body: v.object({
    amount: v.pipe(v.number(), v.safeInteger(), v.minValue(1), inMinorUnits),
    validity: v.optional(v.literal(CREDIT_LIFETIME_SECONDS), CREDIT_LIFETIME_SECONDS),
  }),
  answer: Command,
  status: 202,
  keyed: true,
  refusals: [...commandRefusals, 'MACHINE_NOT_RUNNING'],
})
