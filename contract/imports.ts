import * as v from 'valibot'
import {
  CALENDARS,
  CONVERTED_DATES,
  DATE_ORDERS,
  FIRST_DAYS,
  IMPORT_KINDS,
  IMPORT_STATES,
  MAX_CALL_BYTES,
  MAX_UPLOAD_BYTES,
  MONTH_NAMES,
  PART_BYTES,
  SALE_STATES,
  SMALL_PART_BYTES,
} from '#domain/imports.ts'
import { MACHINE_TYPES } from '#domain/machines/machine.ts'
import { endpoint } from './endpoint.ts'
import { DateTime, Integer, line, QueryId, Uuid } from './fields.ts'
import { ImportCounts, ImportPreview, RowProblem } from './import-preview.ts'
import { TemplateSlot } from './templates.ts'
import { Share } from './units.ts'

const fieldName = v.pipe(v.string(), v.maxLength(40))

/** The user's choices, if they differ from what is proposed. */
const choices = {
  /** The language of the texts in `badRows`; without it they contain codes. */
  locale: v.optional(v.pipe(v.string(), v.maxLength(20))),
  header: v.optional(v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(1_000_100)))),
  mapping: v.optional(v.record(fieldName, v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(255)))),
  dateOrder: v.optional(v.picklist(DATE_ORDERS)),
  /** The calendar of the dates, the meaning of ambiguous names of months, and the first day of a spreadsheet. */
  calendar: v.optional(v.picklist(CALENDARS)),
  months: v.optional(v.picklist(MONTH_NAMES)),
  firstDay: v.optional(v.picklist(FIRST_DAYS)),
  /** Day and month of dates that a spreadsheet has converted. */
  converted: v.optional(v.picklist(CONVERTED_DATES)),
  decimal: v.optional(v.picklist(['.', ','])),
  inMinor: v.optional(v.boolean()),
  unitPrice: v.optional(v.boolean()),
  /** Amounts are in the company's currency, whatever the file contains. */
  ownCurrency: v.optional(v.boolean()),
  /** Interpretation of status values, if it differs from what is proposed. */
  states: v.optional(v.record(v.pipe(v.string(), v.maxLength(80)), v.picklist(SALE_STATES))),
  /** Each row is one sale, although the file looks like totals of periods. */
  asSales: v.optional(v.boolean()),
  /** Rows with a word for a total are totals, although they look like sales. */
  withoutTotals: v.optional(v.boolean()),
  /** The sheet of a workbook to read. */
  sheet: v.optional(v.pipe(v.string(), v.maxLength(255))),
  /** Reads all sheets of a workbook that have the same headings; each is a machine if there is no column of machines. */
  allSheets: v.optional(v.boolean()),
  /** Values for fields without a column. */
  fixed: v.optional(v.record(fieldName, line(200))),
  /** Imports the good rows and skips the bad ones. */
  leaveOut: v.optional(v.boolean()),
  createMachines: v.optional(v.boolean()),
  createProducts: v.optional(v.boolean()),
  /** Saves the mapping under this name. */
  saveAs: v.optional(v.pipe(line(60), v.minLength(1))),
}
/** Extensions of files that contain tables. A file named .xls can be a binary workbook, a web page or XML. */
export const TABLE_FILES = '.csv,.txt,.xlsx,.xls,.ods,.htm,.html,.xml,.json,.jsonl,.ndjson'

/** Choices for an uploaded file. */
const uploadChoices = {
  ...choices,
  /** No kind was chosen, so that an import of machines becomes one of the kind that the first rows show. */
  anyKind: v.optional(v.boolean()),
}

export type ImportChoices = Partial<v.InferOutput<ReturnType<typeof v.object<typeof uploadChoices>>>>

const base64Length = (bytes: number) => Math.ceil(bytes / 3) * 4
/** A file of at most 2 MiB, in base64. */
export const FileContent = v.pipe(v.string(), v.maxLength(base64Length(MAX_CALL_BYTES)), v.base64())

const fileName = v.pipe(line(200), v.minLength(1))

export const importTable = endpoint({
  name: 'importTable',
  method: 'POST',
  path: '/imports',
  who: 'manager',
  summary:
    'Import machines, products, planograms, past sales or routes from a file with a table of at most 2 MB: returns a preview, or imports with `confirm`',
  body: v.strictObject({
    kind: v.picklist(IMPORT_KINDS),
    content: FileContent,
    name: v.optional(fileName),
    ...choices,
    confirm: v.optional(v.boolean(), false),
  }),
  answer: ImportPreview,
  keyed: true,
  refusals: ['IMPORT_UNREADABLE', 'IMPORT_INVALID', 'PLAN_LIMIT'],
})

/** Slots from a file, still without a machine or a template. */
export const PlanogramFile = v.object({
  slots: v.array(TemplateSlot),
  /** The first two hundred problems; their rows are not among the slots. */
  problems: v.array(RowProblem),
  heads: v.array(v.string()),
  /** Column position of each field that was found. */
  mapping: v.record(v.string(), Integer),
  decimal: v.nullable(v.fallback(v.picklist(['.', ',']), '.')),
})
export type PlanogramFile = v.InferOutput<typeof PlanogramFile>

export const readPlanogram = endpoint({
  name: 'readPlanogram',
  method: 'POST',
  path: '/imports/planogram',
  who: 'manager',
  summary:
    'Read the slots of one planogram from a file with a table of at most 2 MB, for a template or a machine of this type; stores nothing. Products are found by name or article number',
  body: v.strictObject({
    content: FileContent,
    type: v.picklist(MACHINE_TYPES),
    header: choices.header,
    mapping: choices.mapping,
    decimal: choices.decimal,
    sheet: choices.sheet,
  }),
  answer: PlanogramFile,
  refusals: ['IMPORT_UNREADABLE'],
})

/** An imported file. */
export const Import = v.object({
  id: v.string(),
  kind: v.fallback(v.picklist(IMPORT_KINDS), 'SALES'),
  name: v.string(),
  size: Integer,
  state: v.fallback(v.picklist(IMPORT_STATES), 'DONE'),
  by: v.nullable(v.string()),
  at: DateTime,
  ended: v.nullable(DateTime),
  counts: v.nullable(ImportCounts),
})
export type Import = v.InferOutput<typeof Import>

const ofImport = v.object({ importId: Uuid })

/** An import with its progress; `preview` once the file is read, `why` if it cannot be read. */
export const ImportStatus = v.object({
  ...Import.entries,
  /** Within the current state. */
  progress: Share,
  why: v.nullable(v.string()),
  choices: v.record(v.string(), v.unknown()),
  preview: v.nullable(ImportPreview),
})
export type ImportStatus = v.InferOutput<typeof ImportStatus>

export const beginImport = endpoint({
  name: 'beginImport',
  method: 'POST',
  path: '/imports/uploads',
  who: 'manager',
  summary: 'Create an import of a file of up to 100 MB, which is uploaded in parts of 1 MiB or 512 KiB',
  body: v.strictObject({
    kind: v.picklist(IMPORT_KINDS),
    name: fileName,
    size: v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(MAX_UPLOAD_BYTES)),
  }),
  answer: ImportStatus,
  status: 201,
  keyed: true,
  refusals: ['IMPORT_INVALID'],
})

export const addImportPart = endpoint({
  name: 'addImportPart',
  method: 'PUT',
  path: '/imports/:importId/parts/:part',
  who: 'manager',
  summary:
    'Upload one part of the file, numbered from 1. Every part except the last has `partBytes`, by default 1 MiB, and a part can be sent again',
  params: v.object({ importId: Uuid, part: QueryId }),
  body: v.strictObject({
    content: v.pipe(v.string(), v.nonEmpty(), v.maxLength(base64Length(PART_BYTES)), v.base64()),
    partBytes: v.optional(v.picklist([PART_BYTES, SMALL_PART_BYTES]), PART_BYTES),
  }),
  answer: v.object({ part: Integer }),
  refusals: ['NOT_FOUND', 'IMPORT_INVALID'],
})

export const readImport = endpoint({
  name: 'readImport',
  method: 'POST',
  path: '/imports/:importId/read',
  who: 'manager',
  summary: 'Read the uploaded file in the background with the given options, then provide its preview',
  params: ofImport,
  body: v.strictObject(uploadChoices),
  answer: ImportStatus,
  refusals: ['NOT_FOUND', 'IMPORT_INVALID'],
})

export const runImport = endpoint({
  name: 'runImport',
  method: 'POST',
  path: '/imports/:importId/run',
  who: 'manager',
  summary: 'Import in the background what the preview shows',
  params: ofImport,
  body: v.strictObject({ leaveOut: choices.leaveOut, saveAs: choices.saveAs }),
  answer: ImportStatus,
  refusals: ['NOT_FOUND', 'IMPORT_INVALID', 'PLAN_LIMIT'],
})

export const getImport = endpoint({
  name: 'getImport',
  method: 'GET',
  path: '/imports/:importId',
  who: 'manager',
  summary: 'Retrieve an import: its state, progress and preview',
  params: ofImport,
  answer: ImportStatus,
  refusals: ['NOT_FOUND'],
})

export const cancelImport = endpoint({
  name: 'cancelImport',
  method: 'POST',
  path: '/imports/:importId/cancel',
  who: 'manager',
  summary: 'Cancel an unfinished import and remove what it has already added',
  params: ofImport,
  answer: ImportStatus,
  refusals: ['NOT_FOUND', 'IMPORT_INVALID'],
})

export const listImports = endpoint({
  name: 'listImports',
  method: 'GET',
  path: '/imports',
  who: 'manager',
  summary: 'List the latest hundred imports with user, time and outcome',
  answer: v.array(Import),
})

export const undoImport = endpoint({
  name: 'undoImport',
  method: 'POST',
  path: '/imports/:importId/undo',
  who: 'manager',
  summary: 'Undo an import: remove its sales, and the machines, slots and products that it created and nothing else uses',
  params: ofImport,
  answer: Import,
  refusals: ['NOT_FOUND', 'IMPORT_INVALID'],
})
