import * as v from 'valibot'
import { MACHINE_STATES, MACHINE_TYPES } from '#domain/machines/machine.ts'
import { REASON_CODES } from '#domain/sales/audit-doubts.ts'
import { CollectionBody } from './collections.ts'
import { endpoint } from './endpoint.ts'
import { changeOf, Id, Instant, keysOf, line, PageNumber, pageSize, QueryId, SearchText, text, Uuid } from './fields.ts'

/** Basic data of a machine. */
export const MachineCard = v.object({
  id: v.number(),
  name: v.string(),
  type: v.picklist(MACHINE_TYPES),
  state: v.fallback(v.picklist(MACHINE_STATES), 'UNKNOWN'),
  token: v.string(),
  vendor: v.nullable(v.string()),
  model: v.nullable(v.string()),
  address: v.nullable(v.string()),
  lat: v.nullable(v.number()),
  lng: v.nullable(v.number()),
  /** Absent in older stored data. */
  openingHours: v.optional(v.nullable(v.string()), null),
  note: v.nullable(v.string()),
  lastRefill: v.nullable(v.string()),
})
export type MachineCard = v.InferOutput<typeof MachineCard>
/** The fields of a card that are columns with the same name. */
export const MACHINE_CARD_COLUMNS = keysOf(v.omit(MachineCard, ['id', 'lastRefill']).entries)

/** An alert of a machine: code, start, and the device's message. */
export const Alert = v.object({ code: v.string(), created: v.string(), message: v.optional(v.string()) })

/** Stock level and latest reports of a machine. Unknown values are absent. */
export const MachineStatus = v.object({
  /** Whole units in all its slots or canisters. */
  currentQuantity: v.number(),
  maxQuantity: v.number(),
  /** The part that counts toward the capacity: each slot or canister at most full. Absent in older stored data. */
  filledQuantity: v.optional(v.number()),
  /** Stock level, 0 to 1: of slots by pieces, of canisters the mean of their shares; null if none has a maximum. */
  fillShare: v.optional(v.nullable(v.number())),
  /** Number of empty slots or canisters with a maximum. */
  emptyPlaces: v.optional(v.number(), 0),
  /** The cause of its state, if the machine reports it: as text, or as an EVA-DTS event code. */
  stateCause: v.optional(v.string()),
  alerts: v.optional(v.array(Alert)),
  /** 0 to 1. */
  signalStrength: v.optional(v.number()),
  /** Degrees Celsius. */
  temperature: v.optional(v.number()),
  lastWithdrawDatetime: v.optional(v.string()),
})

/** A machine as stored on devices and returned by all calls. */
export const Machine = v.object({ ...MachineCard.entries, ...MachineStatus.entries })
export type Machine = v.InferOutput<typeof Machine>

export const MachineGroup = v.object({ machineGroupId: v.number(), name: v.string() })
export type MachineGroup = v.InferOutput<typeof MachineGroup>

/** Data of a machine that is not stored on devices. Money is absent except for managers. */
export const MachineFigures = v.object({
  blikEnabled: v.boolean(),
  groups: v.array(MachineGroup),
  /** Whether one of its devices accepts commands. */
  actionsSupport: v.boolean(),
  /** Open issues of the last 30 days, reported by customers or employees. Absent in older stored data. */
  openProblems: v.optional(v.number(), 0),
  /** Pieces and cups since midnight in the company's time zone. */
  soldToday: v.number(),
  turnoverToday: v.optional(v.number()),
  cashInMachine: v.optional(v.number()),
  cashInCoinAcceptor: v.optional(v.number()),
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
const MAX_NOTE_LENGTH = 2000

/** Length limits of a machine's name, on creation and on change. */
export const MACHINE_NAME = { least: 3, most: 40 } as const
export const MachineName = v.pipe(
  line(MACHINE_NAME.most),
  v.minLength(MACHINE_NAME.least, `must have at least ${MACHINE_NAME.least} characters`),
)
/** Of opening hours, such as "Mo-Fr 08:00-17:00; Sa 09:00-12:00". The server reads them; the first load of the app has no room for that. */
export const MAX_OPENING_HOURS_LENGTH = 200

/** Details of a machine: optional on creation and on change, with the same names in the database. A new field belongs here. */
const details = {
  address: v.optional(v.nullable(line(MAX_ADDRESS_LENGTH))),
  lat: v.optional(v.nullable(v.pipe(v.number(), v.minValue(-90), v.maxValue(90)))),
  lng: v.optional(v.nullable(v.pipe(v.number(), v.minValue(-180), v.maxValue(180)))),
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
  answer: v.object({ id: v.number() }),
  keyed: true,
  refusals: ['MACHINE_NOT_FOUND'],
})

export const DeactivatedMachine = v.object({
  id: v.number(),
  name: v.string(),
  type: v.picklist(MACHINE_TYPES),
  address: v.nullable(v.string()),
  deactivatedAt: v.string(),
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
  answer: v.object({ drr: v.number(), mrr: v.number(), totalRevenue: v.number() }),
  refusals: ['MACHINE_NOT_FOUND'],
})

export const NoteText = v.object({ note: text(MAX_NOTE_LENGTH) })

/** Response of an operation on a machine that moves no stock. */
const Noted = { operationId: v.string(), warnings: v.array(v.looseObject({ code: v.string() })) }

export const writeNote = endpoint({
  name: 'writeNote',
  method: 'PUT',
  path: '/machines/:id/note',
  who: 'anyone',
  summary: 'Set the note of a machine; the note that was written last wins, whatever the order of arrival',
  params: MachineParams,
  body: NoteText,
  answer: v.object({ ...Noted, note: v.nullable(v.string()) }),
  operation: true,
  refusals: ['MACHINE_NOT_FOUND'],
})

export const withdrawCash = endpoint({
  name: 'withdrawCash',
  method: 'POST',
  path: '/machines/:id/cash-withdraws',
  who: 'anyone',
  summary:
    'Record that the cash box was emptied, at Occurred-At; its content is computed from the sales until then. The body is optional: bag, float, reading and blind count of the collection',
  params: MachineParams,
  body: CollectionBody,
  answer: v.object(Noted),
  operation: true,
  refusals: ['MACHINE_NOT_FOUND'],
})

/** Far more than one audit of any machine. */
export const MAX_READ_OUT_LENGTH = 1_000_000

/** Source of a read-out's time: the machine's own clock, the file date, a person, a device, or the time of receipt. */
export const READ_AT_SOURCES = ['CLOCK', 'FILE', 'PERSON', 'DEVICE', 'RECEIVED'] as const

/**
 * One audit (DEX read-out) as text. `readAt` is when the machine was read; a future time becomes now. Without it, or if it is the file
 * date, the machine's own clock is used if its time is plausible.
 */
export const AuditFile = v.strictObject({
  file: v.pipe(v.string(), v.nonEmpty('must not be empty'), v.maxLength(MAX_READ_OUT_LENGTH)),
  readAt: v.optional(v.nullable(Instant)),
  readAtFrom: v.optional(v.picklist(['CLOCK', 'FILE', 'PERSON'])),
  /** Confirms a read-out that would otherwise be held. Ignored unless the user is a manager. */
  confirm: v.optional(v.boolean(), false),
})

export const AUDIT_KINDS = ['first', 'other', 'since', 'known', 'held'] as const

/** Why a read-out needs a manager's confirmation, with both values. */
export const AuditReason = v.object({
  code: v.picklist(REASON_CODES),
  before: v.nullable(v.union([v.string(), v.number()])),
  now: v.nullable(v.union([v.string(), v.number()])),
  selection: v.optional(v.string()),
  hours: v.optional(v.number()),
})

const AuditTime = {
  readAt: v.string(),
  readAtFrom: v.picklist(READ_AT_SOURCES),
  /** Seconds by which the machine's clock is ahead, if known. */
  clockAhead: v.nullable(v.number()),
}

/** The machine's own totals since the previous read-out. Money is for managers only. */
export const AuditFigures = v.object({
  /** Paid vends; null if the machine reports no total. */
  pieces: v.nullable(v.number()),
  turnover: v.optional(v.nullable(v.number())),
  /** Vends of those that are in no booked selection. */
  unlisted: v.number(),
  unconfirmed: v.array(v.object({ selection: v.string(), pieces: v.number() })),
  /** By means of payment: the machine's own figure, and what is booked (including sales reported one by one). */
  payments: v.array(
    v.object({
      method: v.string(),
      pieces: v.nullable(v.number()),
      bookedPieces: v.number(),
      turnover: v.optional(v.nullable(v.number())),
      bookedTurnover: v.optional(v.number()),
    }),
  ),
  /** Cash movements by the machine's own counters; `inTubes` is now, `toCollect` since the read-out at the last collection. */
  cash: v.optional(
    v.object({
      in: v.nullable(v.number()),
      toBox: v.nullable(v.number()),
      toTubes: v.nullable(v.number()),
      bills: v.nullable(v.number()),
      dispensed: v.nullable(v.number()),
      overpaid: v.nullable(v.number()),
      filledByHand: v.nullable(v.number()),
      inTubes: v.nullable(v.number()),
      toCollect: v.nullable(v.number()),
      collectedAt: v.nullable(v.string()),
    }),
  ),
  temperatures: v.array(v.object({ name: v.string(), celsius: v.number() })),
})
export type AuditFigures = v.InferOutput<typeof AuditFigures>

export const recordAudit = endpoint({
  name: 'recordAudit',
  method: 'POST',
  path: '/machines/:id/audits',
  who: 'anyone',
  summary: 'Record an EVA-DTS audit: counter increases since the previous reading become sales; the same audit counts once',
  params: MachineParams,
  body: AuditFile,
  /**
   * `pieces`: number of sales in this reading. `known`: it was already recorded and added nothing. `held`: nothing is booked until a
   * manager confirms it; `reasons` contains why. `isCut`: the file is incomplete, and only what it contains is compared.
   */
  answer: v.object({
    ...Noted,
    kind: v.picklist(AUDIT_KINDS),
    pieces: v.number(),
    isCut: v.boolean(),
    reasons: v.array(AuditReason),
    ...AuditTime,
  }),
  operation: true,
  refusals: ['MACHINE_NOT_FOUND', 'AUDIT_UNREADABLE', 'AUDITS_SEVERAL'],
})

/** The effect of a reading. `turnover` is for managers only, in the company's currency. */
export const AuditPreview = v.object({
  kind: v.picklist(AUDIT_KINDS),
  ...AuditTime,
  isCut: v.boolean(),
  needsConfirmation: v.boolean(),
  reasons: v.array(AuditReason),
  previous: v.nullable(v.object({ readAt: v.string(), serial: v.nullable(v.string()), model: v.nullable(v.string()) })),
  pieces: v.number(),
  turnover: v.optional(v.number()),
  selections: v.array(v.object({ selection: v.string(), pieces: v.number(), turnover: v.optional(v.number()) })),
  figures: v.nullable(AuditFigures),
  warnings: v.array(v.string()),
})
export type AuditPreview = v.InferOutput<typeof AuditPreview>

export const previewAudit = endpoint({
  name: 'previewAudit',
  method: 'POST',
  path: '/machines/:id/audits/preview',
  who: 'anyone',
  summary: 'Preview the effect of an EVA-DTS audit without recording it',
  params: MachineParams,
  body: AuditFile,
  answer: AuditPreview,
  refusals: ['MACHINE_NOT_FOUND', 'AUDIT_UNREADABLE', 'AUDITS_SEVERAL'],
})

/** The maximum in one file. */
export const MAX_AUDITS_AT_ONCE = 250

/** `machine`: assigned by hand; without it the machine is found by the serial number, and is null if none matches. */
export const previewAudits = endpoint({
  name: 'previewAudits',
  method: 'POST',
  path: '/audits/preview',
  who: 'anyone',
  summary: 'Preview the effect of several EVA-DTS audits, with machines found by serial number, without recording them',
  body: v.strictObject({
    audits: v.pipe(
      v.array(
        v.strictObject({
          file: AuditFile.entries.file,
          readAt: AuditFile.entries.readAt,
          readAtFrom: AuditFile.entries.readAtFrom,
          machine: v.optional(v.nullable(Id)),
        }),
      ),
      v.minLength(1),
      v.maxLength(MAX_AUDITS_AT_ONCE),
    ),
  }),
  answer: v.array(
    v.object({
      machine: v.nullable(v.object({ id: v.number(), name: v.string() })),
      /** `SERIAL`: found by the identity in the read-out. `HAND`: as requested. */
      matchedBy: v.nullable(v.picklist(['SERIAL', 'HAND'])),
      refusal: v.nullable(v.picklist(['AUDIT_UNREADABLE', 'AUDITS_SEVERAL', 'MACHINE_NOT_FOUND'])),
      preview: v.nullable(AuditPreview),
    }),
  ),
})

/** A recorded read-out with its user and outcome. */
export const RecordedAudit = v.object({
  id: v.string(),
  machine: v.object({ id: v.number(), name: v.string() }),
  ...AuditTime,
  receivedAt: v.string(),
  /** The user, or the number of the device. */
  by: v.nullable(v.string()),
  serial: v.nullable(v.string()),
  model: v.nullable(v.string()),
  status: v.picklist(['BOOKED', 'HELD', 'UNDONE']),
  kind: v.picklist(AUDIT_KINDS),
  isCut: v.boolean(),
  pieces: v.number(),
  turnover: v.optional(v.number()),
  reasons: v.array(AuditReason),
  warnings: v.array(v.string()),
  confirmed: v.nullable(v.object({ at: v.string(), by: v.nullable(v.string()) })),
  undone: v.nullable(v.object({ at: v.string(), by: v.nullable(v.string()) })),
})
export type RecordedAudit = v.InferOutput<typeof RecordedAudit>

const AuditsQuery = v.object({
  status: v.optional(v.picklist(['BOOKED', 'HELD', 'UNDONE'])),
  page: PageNumber,
  size: pageSize(20),
})

export const listAudits = endpoint({
  name: 'listAudits',
  method: 'GET',
  path: '/audits',
  who: 'manager',
  summary: 'List the read-outs of all machines, latest received first',
  query: AuditsQuery,
  answer: v.array(RecordedAudit),
  paged: true,
})

export const listMachineAudits = endpoint({
  name: 'listMachineAudits',
  method: 'GET',
  path: '/machines/:id/audits',
  who: 'anyone',
  summary: 'List the read-outs of a machine, latest received first',
  params: MachineParams,
  query: AuditsQuery,
  answer: v.array(RecordedAudit),
  paged: true,
  refusals: ['MACHINE_NOT_FOUND'],
})

const AuditParams = v.object({ id: QueryId, audit: Uuid })

export const confirmAudit = endpoint({
  name: 'confirmAudit',
  method: 'POST',
  path: '/machines/:id/audits/:audit/confirm',
  who: 'manager',
  summary: 'Book a read-out that was held',
  params: AuditParams,
  answer: RecordedAudit,
  keyed: true,
  refusals: ['MACHINE_NOT_FOUND', 'AUDIT_NOT_FOUND'],
})

export const undoAudit = endpoint({
  name: 'undoAudit',
  method: 'POST',
  path: '/machines/:id/audits/:audit/undo',
  who: 'manager',
  summary: 'Undo a read-out: reverse its sales and stock changes, and compare later read-outs without it',
  params: AuditParams,
  answer: RecordedAudit,
  keyed: true,
  refusals: ['MACHINE_NOT_FOUND', 'AUDIT_NOT_FOUND'],
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
