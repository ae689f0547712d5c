import type { ImportPreview } from '#contract/import-preview.ts'
import { FURTHER_FIELDS } from '#domain/imports/fields.ts'
import { shownFields } from '#domain/imports/recognise.ts'
import type { ImportKind } from '#domain/imports.ts'
import { echoed } from '../../files/read-rows.ts'
import type { Outcome } from './outcome.ts'
import type { Reading } from './reading.ts'

/** The preview of a file that users see. */
export const previewOf = (
  kind: ImportKind,
  reading: Reading,
  outcome: Outcome,
  more: { done: boolean; importId: string | null },
): ImportPreview => ({
  heads: reading.understanding.heads.map(echoed),
  fields: shownFields(kind)
    .filter(({ name }) => reading.understanding.mapping[name] !== undefined || !FURTHER_FIELDS.some((one) => one === name))
    .map(({ name, required }) => ({ name, required })),
  mapping: reading.understanding.mapping,
  rows: outcome.rows,
  sample: reading.sample,
  problems: outcome.problems,
  problemCount: outcome.problemCount,
  header: reading.headerNumber,
  leftOut: reading.leftOut,
  firstRows: reading.firstRows,
  layout: reading.understanding.layout,
  likely: reading.likely,
  holds: reading.understanding.holds,
  byContent: reading.understanding.byContent,
  dates: reading.dates,
  readings: reading.readings,
  decimal: reading.decimal,
  doubts: reading.doubts,
  inMinor: reading.shownInMinor,
  unitPrice: reading.shownUnitPrice,
  states: reading.states,
  sheets: reading.sheets && { names: reading.sheets.names, sheet: reading.sheets.sheet, isPage: reading.sheets.isPage ?? false },
  notes: outcome.notes,
  counts: outcome.counts,
  unknown: outcome.unknown,
  badRows: outcome.badRows,
  period: outcome.period,
  saved: reading.saved,
  ...more,
})
