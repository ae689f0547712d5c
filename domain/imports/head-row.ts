import type { ImportKind } from '../imports.ts'
import { type Cell, type FileRow, shown } from './cell.ts'
import { isDate } from './dates.ts'
import { FIELDS } from './fields.ts'
import { mappingBy } from './heads.ts'
import { isHour } from './hours.ts'
import { numberIn } from './numbers.ts'

/** Number of rows that are searched for the header. */
const HEAD_ROWS = 15

const looksLikeData = (cell: Cell): boolean =>
  cell instanceof Date || typeof cell === 'number' || (shown(cell).length >= 6 && isDate(cell)) || numberIn(cell) !== null

/** Scores how much a row looks like the header of such a file. */
function headScore(cells: readonly Cell[], kind: ImportKind, among: readonly FileRow[]): number {
  const texts = cells.map(shown)
  const heading = texts.join('\n')
  const others = among.map((row) => row.cells.map(shown)).filter((other) => other.join('\n') !== heading)
  // A word that occurs again in the same column is a value, such as "Paid"; a whole header row may be repeated.
  const isValue = (column: number) => texts[column] !== '' && others.some((other) => other[column] === texts[column])
  const filled = texts.filter((text) => text !== '').length
  if (filled === 0) return 0
  const mapping = mappingBy(FIELDS[kind], texts)
  const required = FIELDS[kind].filter(({ required }) => required)
  const found = Object.keys(mapping).length
  const foundRequired = required.filter(({ name }) => name in mapping).length
  const data = cells.filter((cell, column) => looksLikeData(cell) || isValue(column)).length
  return found * 2 + foundRequired * 3 + Math.min(5, filled) * 0.2 - data * 2
}

/** Finds the header row; null if the file starts with data. */
export function headerOf(rows: readonly FileRow[], kind: ImportKind): number | null {
  const among = rows.slice(0, HEAD_ROWS)
  const scores = among.map(({ cells }) => headScore(cells, kind, among))
  const best = scores.reduce((most, score, at) => (score > (scores[most] ?? 0) ? at : most), 0)
  if ((scores[best] ?? 0) > 2.5) return best
  // Headers in an unknown language: the first wide row of texts above the data.
  const width = Math.max(0, ...among.map(({ cells }) => cells.filter((cell) => shown(cell) !== '').length))
  const wide = among.findIndex(({ cells }) => cells.filter((cell) => shown(cell) !== '').length >= Math.max(1, width * 0.6))
  const first = among[Math.max(0, wide)]
  if (!first) return null
  const hasData = first.cells.some(
    (cell) => cell instanceof Date || typeof cell === 'number' || isDate(cell) || isHour(cell) || /^\d+[.,]\d\d$/.test(shown(cell)),
  )
  return hasData && width > 1 ? null : Math.max(0, wide)
}
