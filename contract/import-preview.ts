import * as v from 'valibot'
import { DATE_ORDERS, IMPORT_KINDS } from '#domain/imports.ts'
import { DateTime, Integer } from './fields.ts'

/** Problems of a row. */
export const ROW_PROBLEMS = [
  'MISSING',
  'TOO_LONG',
  'NOT_A_NUMBER',
  'POSITION_HALF',
  'NOT_A_POSITION',
  'NOT_A_TIME',
  'NOT_AN_HOUR',
  'NO_DAY',
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
  'OTHER_HEADS',
  'OTHER_SEPARATOR',
  'WRONG_CODE',
  'CODE_TAKEN',
  'UNKNOWN_PERSON',
  'TWO_PEOPLE',
  'ROUND_THERE',
  'NOT_HOURS',
  'NOT_A_RATE',
  'MIXED_PAYMENT',
] as const

/** A problem of a row, by its number in the file; the header is row 1. */
export const RowProblem = v.object({
  row: Integer,
  field: v.string(),
  code: v.fallback(v.picklist(ROW_PROBLEMS), 'UNKNOWN_WORD'),
  value: v.string(),
})
export type RowProblem = v.InferOutput<typeof RowProblem>

const count = Integer

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
  mapping: v.record(v.string(), Integer),
  rows: Integer,
  sample: v.array(v.array(v.string())),
  /** The first thousand problems. */
  problems: v.array(RowProblem),
  /** The number of all problems; 0 in a preview that an earlier version stored. */
  problemCount: v.optional(Integer, 0),
  done: v.boolean(),
  /** The number of the header row in the file; null if the file has none. */
  header: v.optional(v.nullable(Integer), null),
  /** The first rows of the file, to choose the header row from. */
  firstRows: v.optional(v.array(v.object({ number: Integer, cells: v.array(v.string()) })), []),
  /** The recognised report of another system. */
  layout: v.optional(v.nullable(v.object({ vendor: v.string(), report: v.string() })), null),
  /** What a file read as machines more probably contains. */
  likely: v.optional(v.nullable(v.picklist(IMPORT_KINDS)), null),
  /** The actual content, if it differs from the requested kind: payments of another system, sums, cancelled baskets. */
  holds: v.optional(v.string(), ''),
  /** Headings of columns that are not imported. */
  leftOut: v.optional(v.array(v.string()), []),
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
            dayFirst: v.nullable(DateTime),
            monthFirst: v.nullable(DateTime),
            yearFirst: v.optional(v.nullable(DateTime), null),
          }),
        ),
      }),
    ),
    null,
  ),
  /** The decimal mark of amounts, and a number for which it is ambiguous. */
  decimal: v.optional(v.nullable(v.object({ mark: v.fallback(v.picklist(['.', ',']), '.'), doubt: v.nullable(v.string()) })), null),
  /** Uncertainties, each with a number or name from the file, and the first rows with it. */
  doubts: v.optional(v.array(v.object({ doubt: v.string(), text: v.string(), rows: v.optional(v.array(Integer), []) })), []),
  /** Several ways to read the dates, each with the date of an example, and the one in use. */
  readings: v.optional(
    v.array(
      v.object({
        doubt: v.string(),
        text: v.string(),
        value: v.string(),
        options: v.array(v.object({ value: v.string(), date: v.nullable(DateTime) })),
      }),
    ),
    [],
  ),
  /** Whether amounts are in cents; null if the file has no amounts. */
  inMinor: v.optional(v.nullable(v.boolean()), null),
  /** Whether the amount of a row with several pieces is the price of one; null if no row has several. */
  unitPrice: v.optional(v.nullable(v.boolean()), null),
  /** The values of status columns and how each is interpreted. */
  states: v.optional(v.array(v.object({ word: v.string(), count: Integer, state: v.string(), isSure: v.boolean() })), []),
  /** The sheets of a workbook, or the tables of a page, and the one that is read; `sheet` is empty if all tables are read. */
  sheets: v.optional(v.nullable(v.object({ names: v.array(v.string()), sheet: v.string(), isPage: v.optional(v.boolean(), false) })), null),
  notes: v.optional(v.array(v.object({ note: v.string(), count: Integer })), []),
  counts: v.optional(v.nullable(ImportCounts), null),
  /** Names in the file that the company does not have, the first hundred of each. */
  unknown: v.optional(v.object({ machines: v.array(v.string()), products: v.array(v.string()) }), { machines: [], products: [] }),
  /** Bad rows as CSV with their problems, to be corrected and imported again. */
  badRows: v.optional(v.string(), ''),
  /** First and last moment of its sales. */
  period: v.optional(v.nullable(v.object({ from: DateTime, until: DateTime })), null),
  /** Saved mappings of this kind, by name. */
  saved: v.optional(v.array(v.object({ name: v.string(), mapping: v.record(v.string(), Integer) })), []),
  importId: v.optional(v.nullable(v.string()), null),
})
export type ImportPreview = v.InferOutput<typeof ImportPreview>
