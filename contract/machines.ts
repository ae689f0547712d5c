import * as v from 'valibot'
import { MACHINE_STATES, MACHINE_TYPES } from '#domain/machines/machine.ts'
import { minCharacters } from './characters.ts'
import { endpoint } from './endpoint.ts'
import { changeOf, DateTime, Id, Integer, keysOf, line, PageNumber, pageSize, QueryId, SearchText, text } from './fields.ts'
import { Celsius, Degrees, inDegrees, Money, Share } from './units.ts'

/** Basic data of a machine. */
export const MachineCard = v.object({
  id: Integer,
  name: v.string(),
  type: v.picklist(MACHINE_TYPES),
  state: v.fallback(v.picklist(MACHINE_STATES), 'UNKNOWN'),
  token: v.string(),
  vendor: v.nullable(v.string()),
  model: v.nullable(v.string()),
  address: v.nullable(v.string()),
  lat: v.nullable(Degrees),
  lng: v.nullable(Degrees),
  /** Absent in older stored data. */
  openingHours: v.optional(v.nullable(v.string()), null),
  note: v.nullable(v.string()),
  lastRefill: v.nullable(DateTime),
})
export type MachineCard = v.InferOutput<typeof MachineCard>
/** The fields of a card that are columns with the same name. */
export const MACHINE_CARD_COLUMNS = keysOf(v.omit(MachineCard, ['id', 'lastRefill']).entries)

/** An alert of a machine: code, start, and the device's message. */
const Alert = v.object({ code: v.string(), created: DateTime, message: v.optional(v.string()) })

/** Stock level and latest reports of a machine. Unknown values are absent. */
export const MachineStatus = v.object({
  /** Whole units in all its slots or canisters. */
  currentQuantity: Integer,
  maxQuantity: Integer,
  /** The part that counts toward the capacity: each slot or canister at most full. Absent in older stored data. */
  filledQuantity: v.optional(Integer),
  /** Stock level, 0 to 1: of slots by pieces, of canisters the mean of their shares; null if none has a maximum. */
  fillShare: v.optional(v.nullable(Share)),
  /** Number of empty slots or canisters with a maximum. */
  emptyPlaces: v.optional(Integer, 0),
  /** The cause of its state, if the machine reports it: as text, or as an EVA-DTS event code. */
  stateCause: v.optional(v.string()),
  alerts: v.optional(v.array(Alert)),
  signalStrength: v.optional(Share),
  temperature: v.optional(Celsius),
  lastWithdrawDatetime: v.optional(DateTime),
})

/** A machine as stored on devices and returned by all calls. */
export const Machine = v.object({ ...MachineCard.entries, ...MachineStatus.entries })
export type Machine = v.InferOutput<typeof Machine>

export const MachineGroup = v.object({ machineGroupId: Integer, name: v.string() })
export type MachineGroup = v.InferOutput<typeof MachineGroup>

/** Data of a machine that is not stored on devices. Money is absent except for managers. */
export const MachineFigures = v.object({
  alerts: v.optional(v.array(Alert), []),
  blikEnabled: v.boolean(),
  groups: v.array(MachineGroup),
  /** Whether one of its devices accepts commands. */
  actionsSupport: v.boolean(),
  /** Open issues of the last 30 days, reported by customers or employees. Absent in older stored data. */
  openProblems: v.optional(Integer, 0),
  /** Pieces and cups since midnight in the company's time zone. */
  soldToday: Integer,
  turnoverToday: v.optional(Money),
  cashInMachine: v.optional(Money),
  cashInCoinAcceptor: v.optional(Money),
})

export const MachineToday = v.object({ ...Machine.entries, ...MachineFigures.entries })
export type MachineToday = v.InferOutput<typeof MachineToday>

export const MachineParams = v.object({ id: QueryId })

/** Limits how long one request locks rows. */
export const MAX_SELECTED_MACHINES = 1_000
/** The machines that a user selected in a list. */
export const MachineIds = v.pipe(v.array(Id), v.minLength(1), v.maxLength(MAX_SELECTED_MACHINES))

export const listMachines = endpoint({
  name: 'listMachines',
  method: 'GET',
  path: '/machines',
  who: 'anyone',
  summary: 'List machines; employees get their assigned machines',
  query: v.object({
    page: PageNumber,
    size: pageSize(20),
    query: SearchText,
    type: v.optional(v.literal('summary')),
    state: v.optional(v.picklist(MACHINE_STATES)),
    group: v.optional(QueryId),
    serviceman: v.optional(QueryId),
    sort: v.optional(v.picklist(['name', 'name,asc', 'name,desc', 'id', 'id,asc', 'id,desc']), 'name'),
  }),
  answer: v.array(MachineToday),
  paged: true,
})

export const getMachine = endpoint({
  name: 'getMachine',
  method: 'GET',
  path: '/machines/:id',
  who: 'anyone',
  summary: 'Retrieve a machine',
  params: MachineParams,
  query: v.object({ type: v.optional(v.literal('summary')) }),
  answer: MachineToday,
  refusals: ['MACHINE_NOT_FOUND'],
})

/** Longer than any real name of a maker or a model. */
export const MAX_MAKER_LENGTH = 100
export const MAX_ADDRESS_LENGTH = 300
export const MAX_NOTE_LENGTH = 2000

/** Length limits of a machine's name, on creation and on change. */
export const MACHINE_NAME = { least: 3, most: 40 } as const
export const MachineName = v.pipe(
  line(MACHINE_NAME.most),
  minCharacters(MACHINE_NAME.least, `must have at least ${MACHINE_NAME.least} characters`),
)
/** Of opening hours, such as "Mo-Fr 08:00-12:00,13:00-17:00; Sa 09:00-12:00". The server reads them; the first load of the app has no room for that. */
const MAX_OPENING_HOURS_LENGTH = 500

/** Details of a machine: optional on creation and on change, with the same names in the database. A new field belongs here. */
const details = {
  address: v.optional(v.nullable(line(MAX_ADDRESS_LENGTH))),
  lat: v.optional(v.nullable(v.pipe(v.number(), v.minValue(-90), v.maxValue(90), inDegrees))),
  lng: v.optional(v.nullable(v.pipe(v.number(), v.minValue(-180), v.maxValue(180), inDegrees))),
  openingHours: v.optional(v.nullable(line(MAX_OPENING_HOURS_LENGTH))),
}
const maker = {
  vendor: v.optional(v.nullable(line(MAX_MAKER_LENGTH))),
  model: v.optional(v.nullable(line(MAX_MAKER_LENGTH))),
}
/** Where the slots of a new machine come from: another machine, or a template. */
const planogram = {
  copySlotsOf: v.optional(v.nullable(Id), null),
  templateId: v.optional(v.nullable(Id), null),
}
/** The names of `maker` in the specification's requests. */
const specifiedMaker = { machineVendor: maker.vendor, machineModel: maker.model }

type Coordinates = { lat?: number | null | undefined; lng?: number | null | undefined }

/** Latitude and longitude are set or cleared together, because one without the other is no position. */
const bothCoordinates = <T extends Coordinates>() =>
  v.rawCheck<T>(({ dataset, addIssue }) => {
    if (!dataset.typed || typeof dataset.value.lat === typeof dataset.value.lng) return
    const key = typeof dataset.value.lat === 'number' ? 'lng' : 'lat'
    addIssue({
      message: 'must be given together with the other coordinate',
      path: [{ type: 'object', origin: 'value', input: dataset.value, key, value: dataset.value[key] }],
    })
  })

export const addMachine = endpoint({
  name: 'addMachine',
  method: 'POST',
  path: '/machines',
  who: 'manager',
  summary: 'Create a machine, empty or with the slots of another machine or of a template of its type',
  body: v.pipe(
    v.object({ name: MachineName, type: v.picklist(MACHINE_TYPES), ...specifiedMaker, ...details, ...planogram }),
    bothCoordinates(),
    v.check(
      ({ copySlotsOf, templateId }) => copySlotsOf === null || templateId === null,
      'must not contain both copySlotsOf and templateId',
    ),
  ),
  answer: MachineToday,
  status: 201,
  keyed: true,
  refusals: ['PLAN_LIMIT', 'MACHINE_NOT_FOUND', 'TEMPLATE_NOT_FOUND', 'WRONG_MACHINE_TYPE'],
})

/** The fields of a machine that may be changed. `vendor` and `model` are read as `machineVendor` and `machineModel`. */
export const MachineChange = v.pipe(
  changeOf({
    name: v.optional(MachineName),
    type: v.optional(v.picklist(MACHINE_TYPES)),
    ...specifiedMaker,
    ...maker,
    ...details,
    note: v.optional(v.nullable(text(MAX_NOTE_LENGTH))),
    blikEnabled: v.optional(v.boolean()),
  }),
  bothCoordinates(),
)

type MachineColumn = 'name' | 'type' | 'blikEnabled' | keyof typeof maker | keyof typeof details

/** The columns of a machine that managers set. The server's select, insert and update are made of this list. */
export const MACHINE_COLUMNS: readonly MachineColumn[] = ['name', 'type', 'blikEnabled', ...keysOf(maker), ...keysOf(details)]

export const changeMachine = endpoint({
  name: 'changeMachine',
  method: 'PATCH',
  path: '/machines/:id',
  who: 'anyone',
  summary: 'Update a machine; employees may only change the note of an assigned machine',
  params: MachineParams,
  body: MachineChange,
  answer: MachineToday,
  keyed: true,
  refusals: ['MACHINE_NOT_FOUND', 'FORBIDDEN', 'WRONG_MACHINE_TYPE'],
})

export const deactivateMachine = endpoint({
  name: 'deactivateMachine',
  method: 'DELETE',
  path: '/machines/:id',
  who: 'manager',
  summary: 'Deactivate a machine; its sales and history remain',
  params: MachineParams,
  answer: v.object({ id: Integer }),
  keyed: true,
  refusals: ['MACHINE_NOT_FOUND'],
})

export const DeactivatedMachine = v.object({
  id: Integer,
  name: v.string(),
  type: v.picklist(MACHINE_TYPES),
  address: v.nullable(v.string()),
  deactivatedAt: DateTime,
})
export type DeactivatedMachine = v.InferOutput<typeof DeactivatedMachine>

export const listDeactivated = endpoint({
  name: 'listDeactivated',
  method: 'GET',
  path: '/machines/deactivated',
  who: 'manager',
  summary: 'List deactivated machines, latest first',
  query: v.object({ page: PageNumber, size: pageSize(20) }),
  answer: v.array(DeactivatedMachine),
  paged: true,
})

export const reactivateMachine = endpoint({
  name: 'reactivateMachine',
  method: 'POST',
  path: '/machines/:id/reactivate',
  who: 'manager',
  summary: 'Reactivate a machine with its slots, stock, sticker, servicemen, and its devices that are not in another machine',
  params: MachineParams,
  answer: MachineToday,
  keyed: true,
  refusals: ['MACHINE_NOT_FOUND', 'PLAN_LIMIT'],
})

/** Daily and monthly averages over the last 30 days, or since the first sale if that is later; and the total of all time. */
export const machineStats = endpoint({
  name: 'machineStats',
  method: 'GET',
  path: '/machines/:id/stats',
  who: 'manager',
  summary: 'Retrieve the daily and monthly average revenue of a machine, and its total',
  params: MachineParams,
  answer: v.object({ drr: Money, mrr: Money, totalRevenue: Money }),
  refusals: ['MACHINE_NOT_FOUND'],
})

export const machineByToken = endpoint({
  name: 'machineByToken',
  method: 'GET',
  path: '/machines/by-token/:token',
  who: 'anyone',
  summary: 'Resolve a scanned sticker',
  params: v.object({ token: v.pipe(v.string(), v.maxLength(100)) }),
  answer: Machine,
  refusals: ['MACHINE_NOT_FOUND'],
})

export const qrSticker = endpoint({
  name: 'qrSticker',
  method: 'GET',
  path: '/public/machines/:token/qr-sticker',
  who: 'public',
  summary: 'Retrieve a sticker to print, as SVG or, with format=pdf, on a page; the token grants access to what the machine itself shows',
  params: v.object({ token: v.pipe(v.string(), v.maxLength(100)) }),
  query: v.object({
    locale: v.optional(v.pipe(v.string(), v.maxLength(20)), 'en'),
    format: v.optional(v.picklist(['svg', 'pdf']), 'svg'),
  }),
  answer: v.unknown(),
  answerType: 'image/svg+xml',
  plain: true,
  refusals: ['MACHINE_NOT_FOUND'],
})
