import { csvLines } from '#documents/csv.ts'
import type { Sheet } from './sheet.ts'

export const CSV = 'text/csv; charset=utf-8' as const

const ROWS_AT_ONCE = 500

/** Writes a table as CSV piece by piece. */
export async function* streamCsv({ rows, ...head }: Sheet, locale: string): AsyncGenerator<Buffer> {
  const csv = csvLines(head, locale)
  let lines = [csv.head]
  for await (const row of rows) {
    lines.push(csv.lineOf(row))
    if (lines.length < ROWS_AT_ONCE) continue
    yield Buffer.from(lines.join(''))
    lines = []
  }
  yield Buffer.from(lines.join(''))
}

/** A table as CSV that fits into memory. */
export async function writeCsv(sheet: Sheet, locale: string): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of streamCsv(sheet, locale)) pieces.push(piece)
  return Buffer.concat(pieces)
}
