import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { DateTime } from './fields.ts'
import { DeviceParams } from './telemetry.ts'
import { Share } from './units.ts'

/** Commands that a device manager may send to a device. */
export const DEBUG_COMMANDS = ['MCRUST', 'MCUPROG', 'CHECKMDB', 'CLEARSALES', 'RESTART', 'UPDATE', 'RETURN500'] as const
export type DebugCommand = (typeof DEBUG_COMMANDS)[number]

/** Status of a command: queued for the device, fetched by it, completed or failed as the device reported, or expired. */
const DELIVERY_STATES = ['queued', 'sent', 'acknowledged', 'failed', 'expired'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

export const SentCommand = v.object({
  id: v.string(),
  command: v.string(),
  askedAt: DateTime,
  state: v.picklist(DELIVERY_STATES),
})
export type SentCommand = v.InferOutput<typeof SentCommand>

/** Data of a device. `signalStrength` is 0 to 1; values that its machine never reported are null. */
export const DeviceDetails = v.object({
  imei: v.string(),
  connected: v.boolean(),
  signalStrength: v.nullable(Share),
  msisdn: v.nullable(v.string()),
  firmware: v.nullable(v.string()),
  firmwareUpdate: v.nullable(DateTime),
  /** The latest first. */
  logs: v.array(v.object({ id: v.string(), message: v.string(), level: v.string(), at: DateTime })),
  commands: v.array(SentCommand),
})
export type DeviceDetails = v.InferOutput<typeof DeviceDetails>

export const deviceDetails = endpoint({
  name: 'deviceDetails',
  method: 'GET',
  path: '/debugger/:imei/details',
  who: 'device-manager',
  summary: 'Retrieve the status of a device, its last log entries, and the outcome of its commands',
  params: DeviceParams,
  answer: DeviceDetails,
  refusals: ['DEVICE_NOT_FOUND'],
})

export const sendCommand = endpoint({
  name: 'sendCommand',
  method: 'POST',
  path: '/debugger/:imei/command',
  who: 'device-manager',
  summary: 'Queue a command for a device; it expires after ten minutes',
  params: DeviceParams,
  body: v.object({
    command: v.literal('SMS'),
    dataItems: v.pipe(
      v.array(v.object({ type: v.literal('STRING'), value: v.picklist(DEBUG_COMMANDS) })),
      v.length(1, 'must hold one command'),
    ),
  }),
  answer: SentCommand,
  status: 202,
  keyed: true,
  refusals: ['DEVICE_NOT_FOUND', 'TAKES_NO_COMMANDS'],
})
