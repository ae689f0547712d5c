import * as v from 'valibot'
import { REPORTED_STATES } from '#domain/machines/connectivity.ts'
import { MAX_PRICE } from '#domain/slots/slot.ts'
import { AuditFile, recordAudit } from './dex-audits.ts'
import { endpoint } from './endpoint.ts'
import { DateTime, Instant, Integer, text, Uuid } from './fields.ts'
import { asShare, inCelsius, inCurrency } from './units.ts'

/** Maximum number of events per message. */
export const EVENTS_AT_ONCE = 1_000

/** The number printed on a device: an IMEI, or the number of a payment terminal. */
export const DeviceNumber = v.pipe(v.string(), v.trim(), v.regex(/^[\w-]{8,18}$/, 'must have 8 to 18 letters and digits'))
export const DeviceParams = v.object({ imei: DeviceNumber })

const word = (longest: number) => v.pipe(text(longest), v.minLength(1))
const Money = v.pipe(v.number(), v.finite(), v.minValue(0), v.maxValue(MAX_PRICE), inCurrency)

const all = { id: word(64), at: Instant }

/** A list without duplicate names. */
const each = <S extends v.GenericSchema<object>>(thing: S, nameOf: (thing: v.InferOutput<S>) => unknown) =>
  v.pipe(
    v.array(thing),
    v.minLength(1),
    v.maxLength(64),
    v.check((things) => new Set(things.map(nameOf)).size === things.length, 'must not contain duplicates'),
  )

/** An event of a machine. Money is in the company's currency; `at` is the machine's own time. */
export const TelemetryEvent = v.variant('type', [
  v.object({
    ...all,
    type: v.literal('VEND'),
    selection: word(20),
    price: Money,
    method: v.pipe(v.string(), v.regex(/^[A-Z][A-Z0-9_]{0,39}$/, 'must be a word in upper case')),
    card: v.optional(v.nullable(word(64))),
  }),
  v.object({ ...all, type: v.literal('STATE'), state: v.picklist(REPORTED_STATES), cause: v.optional(v.nullable(text(200))) }),
  v.object({ ...all, type: v.literal('SIGNAL'), strength: v.pipe(v.number(), v.minValue(0), v.maxValue(1), asShare) }),
  v.object({ ...all, type: v.literal('TEMPERATURE'), celsius: v.pipe(v.number(), v.minValue(-100), v.maxValue(200), inCelsius) }),
  v.object({ ...all, type: v.picklist(['ALERT_UP', 'ALERT_DOWN']), code: word(40), message: v.optional(v.nullable(text(500))) }),
  v.object({
    ...all,
    type: v.literal('COINS'),
    coins: each(
      v.object({
        value: v.pipe(v.number(), v.finite(), v.gtValue(0), v.maxValue(MAX_PRICE), inCurrency),
        count: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100_000)),
      }),
      ({ value }) => value,
    ),
  }),
  v.object({ ...all, type: v.literal('CASH_BOX'), amount: Money }),
  v.object({ ...all, type: v.literal('MDB'), devices: each(v.object({ type: word(40), status: word(40) }), ({ type }) => type) }),
  v.object({ ...all, type: v.literal('FIRMWARE'), version: word(60), model: v.optional(v.nullable(word(60))) }),
  v.object({ ...all, type: v.literal('LOG'), level: v.picklist(['debug', 'info', 'warn', 'error']), message: word(2_000) }),
])
export type TelemetryEvent = v.InferOutput<typeof TelemetryEvent>

/** Events are parsed one by one, so that a bad one does not block the others. */
const Events = v.pipe(v.array(v.unknown()), v.maxLength(EVENTS_AT_ONCE))

/** `sentAt` is the device's clock at sending, used to correct a wrong clock. */
export const TelemetryMessage = v.union(
  [Events, v.object({ sentAt: v.optional(v.nullable(Instant)), events: Events })],
  'must be a list of at most 1000 events, or {sentAt, events}',
)

/** `duplicates`: events that were already known. Refused events are listed by their index in the message. */
export const Ingested = v.object({
  accepted: Integer,
  duplicates: Integer,
  refused: v.array(v.object({ index: Integer, code: v.string(), detail: v.string() })),
  serverTime: DateTime,
  commandsWaiting: Integer,
})
export type Ingested = v.InferOutput<typeof Ingested>

export const sendEvents = endpoint({
  name: 'sendEvents',
  method: 'POST',
  path: '/telemetry/:imei/events',
  who: 'device',
  summary: 'Send up to 1,000 events of a machine; each counts once, even if it is sent again',
  params: DeviceParams,
  body: TelemetryMessage,
  answer: Ingested,
})

/**
 * The raw file as plain text, or JSON with metadata: `readAt` is when the machine was read, by default now; `sentAt` corrects a wrong
 * clock, as for events.
 */
export const sendAudit = endpoint({
  name: 'sendAudit',
  method: 'POST',
  path: '/telemetry/:imei/eva-dts',
  who: 'device-or-manager',
  summary: 'Send an EVA-DTS audit (DEX read-out) of the device’s machine; counter increases since the last one become sales',
  params: DeviceParams,
  body: v.object({
    file: AuditFile.entries.file,
    readAt: v.optional(v.nullable(Instant)),
    sentAt: v.optional(v.nullable(Instant)),
    confirm: AuditFile.entries.confirm,
  }),
  textField: 'file',
  answer: v.omit(recordAudit.answer, ['operationId']),
  refusals: ['DEVICE_NOT_FOUND', 'MACHINE_NOT_FOUND', 'AUDIT_UNREADABLE', 'AUDITS_SEVERAL'],
})

export const claimDevice = endpoint({
  name: 'claimDevice',
  method: 'POST',
  path: '/telemetry/:imei/claim',
  who: 'public',
  summary: 'Exchange a claim code for the device’s own key; works once',
  params: DeviceParams,
  body: v.object({ code: v.pipe(v.string(), v.trim(), v.maxLength(100)) }),
  answer: v.object({ key: v.string() }),
  refusals: ['DEVICE_NOT_FOUND', 'DEVICE_TAKEN'],
})

const COMMAND_KINDS = ['RESTART', 'CREDIT', 'DEBUG'] as const

/** A command for a device, and its expiry. A command that was executed is not executed again, however often it is fetched. */
export const Command = v.object({
  id: v.string(),
  kind: v.picklist(COMMAND_KINDS),
  payload: v.unknown(),
  askedAt: DateTime,
  validUntil: DateTime,
})
export type Command = v.InferOutput<typeof Command>

export const listCommands = endpoint({
  name: 'listCommands',
  method: 'GET',
  path: '/telemetry/:imei/commands',
  who: 'device',
  summary: 'List the unanswered commands of the device',
  params: DeviceParams,
  answer: v.array(Command),
})

export const endCommand = endpoint({
  name: 'endCommand',
  method: 'POST',
  path: '/telemetry/:imei/commands/:id/ack',
  who: 'device',
  summary: 'Report the outcome of a command; repeated reports change nothing',
  params: v.object({ imei: DeviceNumber, id: Uuid }),
  body: v.object({ outcome: v.picklist(['done', 'failed']), details: v.optional(v.unknown()) }),
  answer: v.object({ id: v.string(), outcome: v.picklist(['done', 'failed', 'expired']) }),
  refusals: ['COMMAND_NOT_FOUND'],
})
