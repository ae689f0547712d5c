import * as v from 'valibot'
import { IMPORT_KINDS } from '#domain/imports.ts'
import { endpoint } from './endpoint.ts'

/** What may be wrong with a row. */
export const ROW_PROBLEMS = [
  'MISSING',
  'TOO_LONG',
  'NOT_A_NUMBER',
  'NOT_A_TIME',
  'UNKNOWN_WORD',
  'UNKNOWN_MACHINE',
  'UNKNOWN_PRODUCT',
  'WRONG_PRODUCT',
  'ALREADY_THERE',
  'TWICE',
  'OUT_OF_RANGE',
] as const

/** What is wrong with a row, by its number in the file, where the heads are row 1. */
export const RowProblem = v.object({
  row: v.number(),
  field: v.string(),
  code: v.fallback(v.picklist(ROW_PROBLEMS), 'UNKNOWN_WORD'),
  value: v.string(),
})
export type RowProblem = v.InferOutput<typeof RowProblem>

export const ImportPreview = v.object({
  heads: v.array(v.string()),
  /** What a row of this kind says, and whether it must. */
  fields: v.array(v.object({ name: v.string(), required: v.boolean() })),
  /** Which column says what, by its place. */
  mapping: v.record(v.string(), v.number()),
  rows: v.number(),
  sample: v.array(v.array(v.string())),
  /** Every bad row. */
  problems: v.array(RowProblem),
  done: v.boolean(),
})
export type ImportPreview = v.InferOutput<typeof ImportPreview>

/** 2 MiB, as base64 writes them. */
const LONGEST = Math.ceil((2 * 1024 * 1024) / 3) * 4
/** A file, in base64. */
export const FileContent = v.pipe(v.string(), v.maxLength(LONGEST), v.base64())

export const importTable = endpoint({
  name: 'importTable',
  method: 'POST',
  path: '/imports',
  who: 'manager',
  summary: 'Takes in machines, products, planograms or past sales from CSV or xlsx: first to look at, with `confirm` all or nothing',
  body: v.object({
    kind: v.picklist(IMPORT_KINDS),
    content: FileContent,
    mapping: v.optional(v.record(v.pipe(v.string(), v.maxLength(40)), v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(59)))),
    confirm: v.optional(v.boolean(), false),
  }),
  answer: ImportPreview,
  keyed: true,
  refusals: ['IMPORT_UNREADABLE', 'IMPORT_INVALID', 'PLAN_LIMIT'],
})
