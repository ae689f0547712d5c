import * as v from 'valibot'
import { MACHINE_STATES, MACHINE_TYPES } from '#domain/machines/machine.ts'
import { REASON_CODES } from '#domain/sales/audit-doubts.ts'
import { endpoint } from './endpoint.ts'
import { changeOf, Id, Instant, line, PageNumber, pageSize, QueryId, SearchText, text, Uuid } from './fields.ts'

/** A machine by itself. */
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
  note: v.nullable(v.string()),
  lastRefill: v.nullable(v.string()),
})
export type MachineCard = v.InferOutput<typeof MachineCard>

/** What a machine complains of, since when, and what its device says about it. */
export const Alert = v.object({ code: v.string(), created: v.string(), message: v.optional(v.string()) })

/**
 * A machine with how full it is: what a device's mirror keeps, and what every answer about one holds. What is not known of a machine
 * does not travel.
 */
export const Machine = v.object({
  ...MachineCard.entries,
  /** Whole units over all its places. */
  currentQuantity: v.number(),
  maxQuantity: v.number(),
  /** What of it counts for the capacity: each place at most full. Absent in what a device kept from before. */
  filledQuantity: v.optional(v.number()),
  /** How full it is, 0 to 1: of slots by their pieces, of canisters the mean of their shares; null where no place has a maximum. */
  fillShare: v.optional(v.nullable(v.number())),
  /** How many of its places with a maximum hold nothing. */
  emptyPlaces: v.optional(v.number(), 0),
  /** Why it is in its state, where the machine says so: in its own words, or by an EVA-DTS event code. */
  stateCause: v.optional(v.string()),
  alerts: v.optional(v.array(Alert)),
  /** 0 to 1. */
  signalStrength: v.optional(v.number()),
  /** Degrees Celsius. */
  temperature: v.optional(v.number()),
  lastWithdrawDatetime: v.optional(v.string()),
})
export type Machine = v.InferOutput<typeof Machine>

export const MachineGroup = v.object({ machineGroupId: v.number(), name: v.string() })
export type MachineGroup = v.InferOutput<typeof MachineGroup>

/** A machine as it does today. Money is for managers alone, and absent for everybody else. */
export const MachineToday = v.object({
  ...Machine.entries,
  blikEnabled: v.boolean(),
  groups: v.array(MachineGroup),
  /** Whether one of its devices takes commands. */
  actionsSupport: v.boolean(),
  /** Pieces and cups, since midnight where the company is. */
  soldToday: v.number(),
  turnoverToday: v.optional(v.number()),
  cashInMachine: v.optional(v.number()),
  cashInCoinAcceptor: v.optional(v.number()),
})
export type MachineToday = v.InferOutput<typeof MachineToday>

export const MachineParams = v.object({ id: QueryId })

export const listMachines = endpoint({
  name: 'listMachines',
  method: 'GET',
  path: '/machines',
  who: 'anyone',
  summary: 'The machines of the company; an employee sees the assigned ones',
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
  summary: 'One machine',
  params: MachineParams,
  query: v.object({ type: v.optional(v.literal('summary')) }),
  answer: MachineToday,
  refusals: ['MACHINE_NOT_FOUND'],
})

/** Longer than any that is typed in earnest. */
const NAME = 100
const NOTE = 2000

/** How long the name of a machine may be, when it is set up and when it is changed. */
export const MACHINE_NAME = { least: 3, most: 40 } as const
const NewName = v.pipe(line(MACHINE_NAME.most), v.minLength(MACHINE_NAME.least, `must have at least ${MACHINE_NAME.least} characters`))
const described = {
  address: v.optional(v.nullable(line(300))),
  machineVendor: v.optional(v.nullable(line(NAME))),
  machineModel: v.optional(v.nullable(line(NAME))),
  lat: v.optional(v.nullable(v.pipe(v.number(), v.minValue(-90), v.maxValue(90)))),
  lng: v.optional(v.nullable(v.pipe(v.number(), v.minValue(-180), v.maxValue(180)))),
}

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
  summary: 'Sets up a machine',
  body: v.pipe(v.object({ name: NewName, type: v.picklist(MACHINE_TYPES), ...described }), bothCoordinates()),
  answer: MachineToday,
  status: 201,
  keyed: true,
  refusals: ['PLAN_LIMIT'],
})

/** What may be changed of a machine. `vendor` and `model` are read as `machineVendor` and `machineModel`. */
export const MachineChange = v.pipe(
  changeOf({
    name: v.optional(NewName),
    type: v.optional(v.picklist(MACHINE_TYPES)),
    ...described,
    vendor: described.machineVendor,
    model: described.machineModel,
    note: v.optional(v.nullable(text(NOTE))),
    blikEnabled: v.optional(v.boolean()),
  }),
  bothCoordinates(),
)

export const changeMachine = endpoint({
  name: 'changeMachine',
  method: 'PATCH',
  path: '/machines/:id',
  who: 'anyone',
  summary: 'Changes what is written of a machine; an employee changes the note of an assigned one, and nothing else',
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
  summary: 'Takes a machine out of service; what it sold and held stays known',
  params: MachineParams,
  answer: v.object({ id: v.number() }),
  keyed: true,
  refusals: ['MACHINE_NOT_FOUND'],
})

/** A machine that is out of service. */
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
  summary: 'The machines that are out of service, the latest first',
  query: v.object({ page: PageNumber, size: pageSize(20) }),
  answer: v.array(DeactivatedMachine),
  paged: true,
})

export const reactivateMachine = endpoint({
  name: 'reactivateMachine',
  method: 'POST',
  path: '/machines/:id/reactivate',
  who: 'manager',
  summary:
    'Puts a machine into service again with its slots, stock, sticker and servicemen, and with those of its devices that are in no other machine',
  params: MachineParams,
  answer: MachineToday,
  keyed: true,
  refusals: ['MACHINE_NOT_FOUND', 'PLAN_LIMIT'],
})

/** Averages of a day and a month over the last 30 days, or since the first sale where that is later; and all it ever brought. */
export const machineStats = endpoint({
  name: 'machineStats',
  method: 'GET',
  path: '/machines/:id/stats',
  who: 'manager',
  summary: 'What a machine brings: daily and monthly averages, and the total',
  params: MachineParams,
  answer: v.object({ drr: v.number(), mrr: v.number(), totalRevenue: v.number() }),
  refusals: ['MACHINE_NOT_FOUND'],
})

export const NoteText = v.object({ note: text(NOTE) })

/** What a deed on a machine answers that moves no stock. */
const Noted = { operationId: v.string(), warnings: v.array(v.looseObject({ code: v.string() })) }

export const writeNote = endpoint({
  name: 'writeNote',
  method: 'PUT',
  path: '/machines/:id/note',
  who: 'anyone',
  summary: 'Writes the note of a machine; of several the one that was written last stands, in whatever order they come',
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
  summary: 'Records that the cash box was emptied, at Occurred-At; how much lay in it follows from what was sold until then',
  params: MachineParams,
  answer: v.object(Noted),
  operation: true,
  refusals: ['MACHINE_NOT_FOUND'],
})

/** Far more than one audit of any machine. */
export const MAX_READ_OUT_LENGTH = 1_000_000

/** Where the time of a read-out is from: the machine's own clock, the date of the file, a person, a device, or when it was received. */
export const READ_AT_SOURCES = ['CLOCK', 'FILE', 'PERSON', 'DEVICE', 'RECEIVED'] as const

/**
 * One audit ("DEX read-out") as text. `readAt` is when it was read out of the machine; a time ahead becomes now. Without it, or where it
 * is from the date of the file, the machine's own clock decides, if it tells a possible time.
 */
export const AuditFile = v.strictObject({
  file: v.pipe(v.string(), v.nonEmpty('must not be empty'), v.maxLength(MAX_READ_OUT_LENGTH)),
  readAt: v.optional(v.nullable(Instant)),
  readAtFrom: v.optional(v.picklist(['CLOCK', 'FILE', 'PERSON'])),
  /** A manager confirms what else would be held back. Of anybody else it has no effect. */
  confirm: v.optional(v.boolean(), false),
})

export const AUDIT_KINDS = ['first', 'other', 'since', 'known', 'held'] as const

/** Why a read-out needs a manager's confirmation, with the figures side by side. */
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
  /** How far the machine's clock is ahead of the right time, in seconds, where that is known. */
  clockAhead: v.nullable(v.number()),
}

/** What the machine's own totals say of the time since the read-out before it. Money is for managers alone. */
export const AuditFigures = v.object({
  /** Paid vends; null where the machine tells no total. */
  pieces: v.nullable(v.number()),
  turnover: v.optional(v.nullable(v.number())),
  /** Of them, those in no booked selection. */
  unlisted: v.number(),
  unconfirmed: v.array(v.object({ selection: v.string(), pieces: v.number() })),
  /** By means of payment: the machine's own figure, and what is booked (sales that were told one by one included). */
  payments: v.array(
    v.object({
      method: v.string(),
      pieces: v.nullable(v.number()),
      bookedPieces: v.number(),
      turnover: v.optional(v.nullable(v.number())),
      bookedTurnover: v.optional(v.number()),
    }),
  ),
  /** Money that moved, by the machine's own counters; `inTubes` is now, `toCollect` since the read-out at the last collection. */
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
  summary: 'Records an EVA-DTS audit: what its counters say beyond the reading before it becomes sales; the same audit counts once',
  params: MachineParams,
  body: AuditFile,
  /**
   * `pieces`: how many sales this reading brought. `known`: it was recorded before, and this brought nothing. `held`: nothing is booked
   * until a manager confirms it; `reasons` say why. `isCut`: the file is not whole, and only what it contains is compared.
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

/** What a reading would bring. `turnover` is for managers alone, in the company's currency. */
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
  summary: 'What an EVA-DTS audit would bring if it were recorded now; nothing is recorded',
  params: MachineParams,
  body: AuditFile,
  answer: AuditPreview,
  refusals: ['MACHINE_NOT_FOUND', 'AUDIT_UNREADABLE', 'AUDITS_SEVERAL'],
})

/** As many as one file may hold. */
export const MAX_AUDITS_AT_ONCE = 250

/** `machine`: assigned by hand; without it the machine is found by the serial number, and is null where none is. */
export const previewAudits = endpoint({
  name: 'previewAudits',
  method: 'POST',
  path: '/audits/preview',
  who: 'anyone',
  summary: 'What many EVA-DTS audits would bring, each with its machine found by serial number; nothing is recorded',
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
      /** `SERIAL`: found by what the read-out tells. `HAND`: as it was asked. */
      matchedBy: v.nullable(v.picklist(['SERIAL', 'HAND'])),
      refusal: v.nullable(v.picklist(['AUDIT_UNREADABLE', 'AUDITS_SEVERAL', 'MACHINE_NOT_FOUND'])),
      preview: v.nullable(AuditPreview),
    }),
  ),
})

/** A read-out as it was recorded, who brought it, and what became of it. */
export const RecordedAudit = v.object({
  id: v.string(),
  machine: v.object({ id: v.number(), name: v.string() }),
  ...AuditTime,
  receivedAt: v.string(),
  /** The person, or the number of the device. */
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
  summary: 'The read-outs of all machines, the latest received first',
  query: AuditsQuery,
  answer: v.array(RecordedAudit),
  paged: true,
})

export const listMachineAudits = endpoint({
  name: 'listMachineAudits',
  method: 'GET',
  path: '/machines/:id/audits',
  who: 'anyone',
  summary: 'The read-outs of a machine, the latest received first',
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
  summary: 'Books a read-out that was held back',
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
  summary: 'Undoes a read-out: its sales and what they took from stock are taken back, and later read-outs are compared without it',
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
  summary: 'What a scanned sticker means',
  params: v.object({ token: v.pipe(v.string(), v.maxLength(100)) }),
  answer: Machine,
  refusals: ['MACHINE_NOT_FOUND'],
})

export const qrSticker = endpoint({
  name: 'qrSticker',
  method: 'GET',
  path: '/public/machines/:token/qr-sticker',
  who: 'public',
  summary: "A machine's sticker to print, as SVG or, with format=pdf, on a page; whoever has its token sees the same on the machine",
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
