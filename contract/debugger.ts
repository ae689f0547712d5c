import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { DeviceParams } from './telemetry.ts'

/** What a device manager may ask of a device. */
export const DEBUG_COMMANDS = ['MCRUST', 'MCUPROG', 'CHECKMDB', 'CLEARSALES', 'RESTART', 'UPDATE', 'RETURN500'] as const
export type DebugCommand = (typeof DEBUG_COMMANDS)[number]

/** Where a command is on its way: waiting for the device, fetched by it, or ended as the device said, or by its time. */
export const DELIVERY_STATES = ['queued', 'sent', 'acknowledged', 'failed', 'expired'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

export const SentCommand = v.object({
  id: v.string(),
  command: v.string(),
  askedAt: v.string(),
  state: v.picklist(DELIVERY_STATES),
})
export type SentCommand = v.InferOutput<typeof SentCommand>

/** What is known of a device. `signalStrength` is 0 to 1; what its machine never told is null. */
export const DeviceDetails = v.object({
  imei: v.string(),
  connected: v.boolean(),
  signalStrength: v.nullable(v.number()),
  msisdn: v.nullable(v.string()),
  firmware: v.nullable(v.string()),
  firmwareUpdate: v.nullable(v.string()),
  /** The latest first. */
  logs: v.array(v.object({ id: v.string(), message: v.string(), level: v.string(), at: v.string() })),
  commands: v.array(SentCommand),
})
export type DeviceDetails = v.InferOutput<typeof DeviceDetails>

export const deviceDetails = endpoint({
  name: 'deviceDetails',
  method: 'GET',
  path: '/debugger/:imei/details',
  who: 'device-manager',
  summary: 'How a device is, what it logged last, and what became of the commands it was sent',
  params: DeviceParams,
  answer: DeviceDetails,
  refusals: ['DEVICE_NOT_FOUND'],
})

export const sendCommand = endpoint({
  name: 'sendCommand',
  method: 'POST',
  path: '/debugger/:imei/command',
  who: 'device-manager',
  summary: 'Lays a command ready for a device, which fetches it within ten minutes or not at all',
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
