import * as v from 'valibot'
import { DATE_ORDERS, IMPORT_KINDS, IMPORT_STATES, MAX_CALL_BYTES, MAX_UPLOAD_BYTES, PART_BYTES, SALE_STATES } from '#domain/imports.ts'
import { MACHINE_TYPES } from '#domain/machines/machine.ts'
import { endpoint } from './endpoint.ts'
import { line, QueryId, Uuid } from './fields.ts'
import { TemplateSlot } from './templates.ts'

/** Problems of a row. */
export const ROW_PROBLEMS = [
  'MISSING',
  'TOO_LONG',
  'NOT_A_NUMBER',
  'POSITION_HALF',
  'NOT_A_POSITION',
  'NOT_A_TIME',
  'UNKNOWN_WORD',
  'UNKNOWN_MACHINE',
  'UNKNOWN_PRODUCT',
  'WRONG_PRODUCT',
  'ALREADY_THERE',
  'TWICE',
  'OUT_OF_RANGE',
  'IN_FUTURE',
  'TOO_OLD',
  'TWO_MACHINES',
  'OTHER_ORDER',
  'OTHER_CURRENCY',
  'TOO_MANY_CELLS',
  'WRONG_CODE',
  'CODE_TAKEN',
  'UNKNOWN_PERSON',
  'TWO_PEOPLE',
  'ROUND_THERE',
  'NOT_HOURS',
] as const

/** A problem of a row, by its number in the file; the header is row 1. */
export const RowProblem = v.object({
  row: v.number(),
  field: v.string(),
  code: v.fallback(v.picklist(ROW_PROBLEMS), 'UNKNOWN_WORD'),
  value: v.string(),
})
export type RowProblem = v.InferOutput<typeof RowProblem>

const count = v.number()

export const ImportCounts = v.object({
  /** Records in the file: rows except totals, and each vend of a row with several. */
  records: count,
  new: count,
  /** Sales that already exist, from any source. */
  known: count,
  /** Rows with a problem. */
  refused: count,
  /** Machines and products that the import creates. */
  machines: count,
  products: count,
})
export type ImportCounts = v.InferOutput<typeof ImportCounts>

export const ImportPreview = v.object({
  heads: v.array(v.string()),
  /** The fields of a row of this kind, and which are required. */
  fields: v.array(v.object({ name: v.string(), required: v.boolean() })),
  /** Column position of each field. */
  mapping: v.record(v.string(), v.number()),
  rows: v.number(),
  sample: v.array(v.array(v.string())),
  /** The first thousand bad rows. */
  problems: v.array(RowProblem),
  done: v.boolean(),
  /** The number of the header row in the file; null if the file has none. */
  header: v.optional(v.nullable(v.number()), null),
  /** The first rows of the file, to choose the header row from. */
  firstRows: v.optional(v.array(v.object({ number: v.number(), cells: v.array(v.string()) })), []),
  /** The recognised report of another system. */
  layout: v.optional(v.nullable(v.object({ vendor: v.string(), report: v.string() })), null),
  /** The actual content, if it differs from the requested kind: payments of another system, sums, cancelled baskets. */
  holds: v.optional(v.string(), ''),
  /** Fields that were detected by the content of their columns. */
  byContent: v.optional(v.array(v.string()), []),
  /** How dates are read, and whether both orders are possible; then the user chooses from an example in both orders. */
  dates: v.optional(
    v.nullable(
      v.object({
        order: v.fallback(v.picklist(DATE_ORDERS), 'DAY_FIRST'),
        isSure: v.boolean(),
        isMixed: v.boolean(),
        example: v.nullable(
          v.object({
            text: v.string(),
            dayFirst: v.nullable(v.string()),
            monthFirst: v.nullable(v.string()),
            yearFirst: v.optional(v.nullable(v.string()), null),
          }),
        ),
      }),
    ),
    null,
  ),
  /** The decimal mark of amounts, and a number for which it is ambiguous. */
  decimal: v.optional(v.nullable(v.object({ mark: v.fallback(v.picklist(['.', ',']), '.'), doubt: v.nullable(v.string()) })), null),
  /** Uncertainties, each with a number or name from the file. */
  doubts: v.optional(v.array(v.object({ doubt: v.string(), text: v.string() })), []),
  /** Whether amounts are in cents; null if the file has no amounts. */
  inMinor: v.optional(v.nullable(v.boolean()), null),
  /** Whether the amount of a row with several pieces is the price of one; null if no row has several. */
  unitPrice: v.optional(v.nullable(v.boolean()), null),
  /** The values of status columns and how each is interpreted. */
  states: v.optional(v.array(v.object({ word: v.string(), count: v.number(), state: v.string(), isSure: v.boolean() })), []),
  /** The sheets of a workbook, one of which is read. */
  sheets: v.optional(v.nullable(v.object({ names: v.array(v.string()), sheet: v.string() })), null),
  notes: v.optional(v.array(v.object({ note: v.string(), count: v.number() })), []),
  counts: v.optional(v.nullable(ImportCounts), null),
  /** Names in the file that the company does not have, the first hundred of each. */
  unknown: v.optional(v.object({ machines: v.array(v.string()), products: v.array(v.string()) }), { machines: [], products: [] }),
  /** Bad rows as CSV with their problems, to be corrected and imported again. */
  badRows: v.optional(v.string(), ''),
  /** First and last moment of its sales. */
  period: v.optional(v.nullable(v.object({ from: v.string(), until: v.string() })), null),
  /** Saved mappings of this kind, by name. */
  saved: v.optional(v.array(v.object({ name: v.string(), mapping: v.record(v.string(), v.number()) })), []),
  importId: v.optional(v.nullable(v.string()), null),
})
export type ImportPreview = v.InferOutput<typeof ImportPreview>

const fieldName = v.pipe(v.string(), v.maxLength(40))

/** The user's choices, if they differ from what is proposed. */
const choices = {
  /** The language of the texts in `badRows`; without it they contain codes. */
  locale: v.optional(v.pipe(v.string(), v.maxLength(20))),
  header: v.optional(v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(1_000_100)))),
  mapping: v.optional(v.record(fieldName, v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(255)))),
  dateOrder: v.optional(v.picklist(DATE_ORDERS)),
  decimal: v.optional(v.picklist(['.', ','])),
  inMinor: v.optional(v.boolean()),
  unitPrice: v.optional(v.boolean()),
  /** Amounts are in the company's currency, whatever the file contains. */
  ownCurrency: v.optional(v.boolean()),
  /** Interpretation of status values, if it differs from what is proposed. */
  states: v.optional(v.record(v.pipe(v.string(), v.maxLength(80)), v.picklist(SALE_STATES))),
  /** The sheet of a workbook to read. */
  sheet: v.optional(v.pipe(v.string(), v.maxLength(255))),
  /** Values for fields without a column. */
  fixed: v.optional(v.record(fieldName, line(200))),
  /** Imports the good rows and skips the bad ones. */
  leaveOut: v.optional(v.boolean()),
  createMachines: v.optional(v.boolean()),
  createProducts: v.optional(v.boolean()),
  /** Saves the mapping under this name. */
  saveAs: v.optional(v.pipe(line(60), v.minLength(1))),
}
export type ImportChoices = Partial<v.InferOutput<ReturnType<typeof v.object<typeof choices>>>>

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
    'Import machines, products, planograms, past sales or routes from CSV or XLSX of at most 2 MB: returns a preview, or imports with `confirm`',
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
  mapping: v.record(v.string(), v.number()),
  decimal: v.nullable(v.fallback(v.picklist(['.', ',']), '.')),
})
export type PlanogramFile = v.InferOutput<typeof PlanogramFile>

export const readPlanogram = endpoint({
  name: 'readPlanogram',
  method: 'POST',
  path: '/imports/planogram',
  who: 'manager',
  summary:
    'Read the slots of one planogram from CSV or XLSX of at most 2 MB, for a template or a machine of this type; stores nothing. Products are found by name or article number',
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
  size: v.number(),
  state: v.fallback(v.picklist(IMPORT_STATES), 'DONE'),
  by: v.nullable(v.string()),
  at: v.string(),
  ended: v.nullable(v.string()),
  counts: v.nullable(ImportCounts),
})
export type Import = v.InferOutput<typeof Import>

const ofImport = v.object({ importId: Uuid })

/** An import with its progress; `preview` once the file is read, `why` if it cannot be read. */
export const ImportStatus = v.object({
  ...Import.entries,
  /** From 0 to 1, within the current state. */
  progress: v.number(),
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
  summary: 'Create an import of a file of up to 100 MB, which is uploaded in parts of 1 MiB',
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
  summary: 'Upload one part of the file, numbered from 1. Every part except the last has 1 MiB, and a part can be sent again',
  params: v.object({ importId: Uuid, part: QueryId }),
  body: v.strictObject({ content: v.pipe(v.string(), v.nonEmpty(), v.maxLength(base64Length(PART_BYTES)), v.base64()) }),
  answer: v.object({ part: v.number() }),
  refusals: ['NOT_FOUND', 'IMPORT_INVALID'],
})

export const readImport = endpoint({
  name: 'readImport',
  method: 'POST',
  path: '/imports/:importId/read',
  who: 'manager',
  summary: 'Read the uploaded file in the background with the given options, then provide its preview',
  params: ofImport,
  body: v.strictObject(choices),
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
