import * as v from 'valibot'
import { REASON_CODES } from '#domain/sales/audit-doubts.ts'
import { endpoint } from './endpoint.ts'
import { DateTime, Id, Instant, Integer, PageNumber, pageSize, QueryId, Uuid } from './fields.ts'
import { Noted } from './machine-operations.ts'
import { MachineParams } from './machines.ts'
import { Celsius, Hours, Money, Seconds } from './units.ts'

/** Far more than one audit of any machine. */
export const MAX_READ_OUT_LENGTH = 1_000_000

/** Source of a read-out's time: the machine's own clock, the file date, a person, a device, or the time of receipt. */
const READ_AT_SOURCES = ['CLOCK', 'FILE', 'PERSON', 'DEVICE', 'RECEIVED'] as const

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

const AUDIT_KINDS = ['first', 'other', 'since', 'known', 'held'] as const

/** Why a read-out needs a manager's confirmation, with both values. */
export const AuditReason = v.object({
  code: v.picklist(REASON_CODES),
  before: v.nullable(v.union([v.string(), v.number()])),
  now: v.nullable(v.union([v.string(), v.number()])),
  selection: v.optional(v.string()),
  hours: v.optional(Hours),
})

const AuditTime = {
  readAt: DateTime,
  readAtFrom: v.picklist(READ_AT_SOURCES),
  /** By which the machine's clock is ahead, if known. */
  clockAhead: v.nullable(Seconds),
}

/** The machine's own totals since the previous read-out. Money is for managers only. */
export const AuditFigures = v.object({
  /** Paid vends; null if the machine reports no total. */
  pieces: v.nullable(Integer),
  turnover: v.optional(v.nullable(Money)),
  /** Vends of those that are in no booked selection. */
  unlisted: Integer,
  unconfirmed: v.array(v.object({ selection: v.string(), pieces: Integer })),
  /** By means of payment: the machine's own figure, and what is booked (including sales reported one by one). */
  payments: v.array(
    v.object({
      method: v.string(),
      pieces: v.nullable(Integer),
      bookedPieces: Integer,
      turnover: v.optional(v.nullable(Money)),
      bookedTurnover: v.optional(Money),
    }),
  ),
  /** Cash movements by the machine's own counters; `inTubes` is now, `toCollect` since the read-out at the last collection. */
  cash: v.optional(
    v.object({
      in: v.nullable(Money),
      toBox: v.nullable(Money),
      toTubes: v.nullable(Money),
      bills: v.nullable(Money),
      dispensed: v.nullable(Money),
      overpaid: v.nullable(Money),
      filledByHand: v.nullable(Money),
      inTubes: v.nullable(Money),
      toCollect: v.nullable(Money),
      collectedAt: v.nullable(DateTime),
    }),
  ),
  temperatures: v.array(v.object({ name: v.string(), celsius: Celsius })),
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
    pieces: Integer,
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
  previous: v.nullable(v.object({ readAt: DateTime, serial: v.nullable(v.string()), model: v.nullable(v.string()) })),
  pieces: Integer,
  turnover: v.optional(Money),
  selections: v.array(v.object({ selection: v.string(), pieces: Integer, turnover: v.optional(Money) })),
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
      machine: v.nullable(v.object({ id: Integer, name: v.string() })),
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
  machine: v.object({ id: Integer, name: v.string() }),
  ...AuditTime,
  receivedAt: DateTime,
  /** The user, or the number of the device. */
  by: v.nullable(v.string()),
  serial: v.nullable(v.string()),
  model: v.nullable(v.string()),
  status: v.picklist(['BOOKED', 'HELD', 'UNDONE']),
  kind: v.picklist(AUDIT_KINDS),
  isCut: v.boolean(),
  pieces: Integer,
  turnover: v.optional(Money),
  reasons: v.array(AuditReason),
  warnings: v.array(v.string()),
  confirmed: v.nullable(v.object({ at: DateTime, by: v.nullable(v.string()) })),
  undone: v.nullable(v.object({ at: DateTime, by: v.nullable(v.string()) })),
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
