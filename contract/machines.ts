import * as v from 'valibot'
import { MACHINE_STATES, MACHINE_TYPES } from '#domain/machines/machine.ts'
import { endpoint } from './endpoint.ts'
import { Instant, PageNumber, pageSize, QueryId, SearchText, text } from './fields.ts'

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

/** What a machine complains of, and since when. */
export const Alert = v.object({ code: v.string(), created: v.string() })

/**
 * A machine with how full it is: what a device's mirror keeps, and what every answer about one holds. What is not known of a machine
 * does not travel.
 */
export const Machine = v.object({
  ...MachineCard.entries,
  /** Whole units over all its places. */
  currentQuantity: v.number(),
  maxQuantity: v.number(),
  /** How many of its places hold nothing. */
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

const name = v.pipe(text(NAME), v.nonEmpty('must not be empty'))
/** What a new machine may be called. */
export const MACHINE_NAME = { least: 3, most: 40 } as const
const NewName = v.pipe(text(MACHINE_NAME.most), v.minLength(MACHINE_NAME.least, `must have at least ${MACHINE_NAME.least} characters`))
const described = {
  address: v.optional(v.nullable(text(300))),
  machineVendor: v.optional(v.nullable(text(NAME))),
  machineModel: v.optional(v.nullable(text(NAME))),
  lat: v.optional(v.nullable(v.pipe(v.number(), v.minValue(-90), v.maxValue(90)))),
  lng: v.optional(v.nullable(v.pipe(v.number(), v.minValue(-180), v.maxValue(180)))),
}

export const addMachine = endpoint({
  name: 'addMachine',
  method: 'POST',
  path: '/machines',
  who: 'manager',
  summary: 'Sets up a machine',
  body: v.object({ name: NewName, type: v.picklist(MACHINE_TYPES), ...described }),
  answer: MachineToday,
  status: 201,
  keyed: true,
  refusals: ['PLAN_LIMIT'],
})

/** What may be changed of a machine. `vendor` and `model` are read as `machineVendor` and `machineModel`. */
export const MachineChange = v.object({
  name: v.optional(name),
  type: v.optional(v.picklist(MACHINE_TYPES)),
  ...described,
  vendor: described.machineVendor,
  model: described.machineModel,
  note: v.optional(v.nullable(text(NOTE))),
  blikEnabled: v.optional(v.boolean()),
})

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
export const LONGEST_AUDIT = 1_000_000

/** One audit ("DEX read-out") as text, and when it was read out of the machine; what lies ahead happened now. */
export const AuditFile = v.object({
  file: v.pipe(v.string(), v.nonEmpty('must not be empty'), v.maxLength(LONGEST_AUDIT)),
  readAt: Instant,
})

const AUDIT_KINDS = ['first', 'other', 'since', 'known'] as const

export const recordAudit = endpoint({
  name: 'recordAudit',
  method: 'POST',
  path: '/machines/:id/audits',
  who: 'anyone',
  summary: 'Records an EVA-DTS audit: what its counters say beyond the reading before it becomes sales; the same audit counts once',
  params: MachineParams,
  body: AuditFile,
  /** `pieces`: how many sales this reading brought. `known`: it was recorded before, and this brought nothing. */
  answer: v.object({ ...Noted, kind: v.picklist(AUDIT_KINDS), pieces: v.number() }),
  operation: true,
  refusals: ['MACHINE_NOT_FOUND', 'AUDIT_UNREADABLE', 'AUDITS_SEVERAL'],
})

/** What a reading would bring. `turnover` is for managers alone, in the company's currency. */
export const AuditPreview = v.object({
  kind: v.picklist(AUDIT_KINDS),
  previous: v.nullable(v.object({ readAt: v.string(), serial: v.nullable(v.string()), model: v.nullable(v.string()) })),
  pieces: v.number(),
  turnover: v.optional(v.number()),
  selections: v.array(v.object({ selection: v.string(), pieces: v.number(), turnover: v.optional(v.number()) })),
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
