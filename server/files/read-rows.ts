import type { RowProblem } from '#contract/imports.ts'
import { momentAt } from '#domain/calendar.ts'
import { type Cell, shown } from '#domain/imports/cell.ts'
import { type DateOrder, dateIn } from '#domain/imports/dates.ts'
import type { Field } from '#domain/imports/heads.ts'
import { hourIn } from '#domain/imports/hours.ts'
import { type DecimalMark, numberIn } from '#domain/imports/numbers.ts'
import { withoutDirection } from '#domain/text-direction.ts'
import type { Line } from './read-table.ts'

export type Problem = RowProblem

/** The parsed values of a row. Times are in milliseconds. `firstPart`: the number of its first sale, if its line has several rows. */
export type Row = { row: number; firstPart?: number; values: Readonly<Record<string, string | number | null>> }

/** The format of each column, detected for the column as a whole. */
export type ReadingWays = {
  timezone: string
  order?: DateOrder | undefined
  mark?: DecimalMark | undefined
  /** The offset of the file's times from UTC in minutes, if it is not the company's time zone. */
  zone?: number | null | undefined
  /** Values for fields without a column. */
  fixed?: Readonly<Record<string, string>> | undefined
}

const LONGEST = 200
/** What databases and spreadsheets write for a missing value. */
const NOTHING = /^(?:null|\(null\)|\\N|n\/a|nan|#(?:n\/a|ref!|value!|name\?|div\/0!|null!))$/i
/** Maximum length of a cell's text in a response. */
const MAX_ECHO_LENGTH = 80

export const echoed = (cell: Cell | undefined): string => {
  const text = withoutDirection(shown(cell))
  return text.length > MAX_ECHO_LENGTH ? `${text.slice(0, MAX_ECHO_LENGTH)}…` : text
}

/** Reads one row by the mapping and reports each unreadable cell. */
export function readRow(
  { number: row, cells }: Line,
  fields: readonly Field[],
  mapping: Readonly<Record<string, number>>,
  ways: ReadingWays,
): { row: Row; problems: Problem[] } {
  const problems: Problem[] = []
  const values: Record<string, string | number | null> = {}
  for (const { name, kind, required } of fields) {
    const column = mapping[name]
    const cell = column === undefined ? (ways.fixed?.[name] ?? null) : (cells[column] ?? null)
    values[name] = null
    if (cell === null || cell === '' || (typeof cell === 'string' && NOTHING.test(cell))) {
      if (required) problems.push({ row, field: name, code: 'MISSING', value: '' })
      continue
    }
    // A time column is read together with its date column.
    if (name === 'time' && kind === 'moment') continue
    const hour = mapping.time === undefined ? null : (cells[mapping.time] ?? null)
    const value = kind === 'number' ? numberIn(cell, ways.mark) : kind === 'moment' ? momentIn(cell, ways, hour) : textIn(cell, name)
    if (value !== null) values[name] = value
    else problems.push({ row, field: name, code: codeOf(kind, cell, ways, hour), value: echoed(cell) })
  }
  return { row: { row, values }, problems }
}

/** Several lines are several products of one payment. Other control characters are an error. */
function textIn(cell: Cell, name: string): string | null {
  // Copied texts contain direction marks by accident, so that they are removed rather than refused, as in every form.
  const text = withoutDirection(shown(cell)).trim()
  const hasSigns = /\p{Cc}/u.test(name === 'product' ? text.replaceAll(/[\r\n\t]/g, ' ') : text)
  return (name !== 'product' && text.length > LONGEST) || text.length > 4_000 || hasSigns ? null : text
}

/** Why a cell is unreadable. */
function codeOf(kind: Field['kind'], cell: Cell, ways: ReadingWays, hour: Cell): Problem['code'] {
  if (kind === 'number') return 'NOT_A_NUMBER'
  if (kind !== 'moment') return 'TOO_LONG'
  const order = ways.order === 'MONTH_FIRST' ? 'DAY_FIRST' : 'MONTH_FIRST'
  return momentIn(cell, { ...ways, order }, hour) === null ? 'NOT_A_TIME' : 'OTHER_ORDER'
}

/** Reads all rows by the mapping. */
export function readRows(
  lines: readonly Line[],
  fields: readonly Field[],
  mapping: Readonly<Record<string, number>>,
  ways: ReadingWays,
): { rows: Row[]; problems: Problem[] } {
  const read = lines.map((line) => readRow(line, fields, mapping, ways))
  return { rows: read.map(({ row }) => row), problems: read.flatMap(({ problems }) => problems) }
}

/** A time with an offset is absolute; a time without one is local time of the company. */
export function momentIn(cell: Cell, { timezone, order = 'DAY_FIRST', zone = null }: ReadingWays, hour: Cell = null): number | null {
  const written = dateIn(cell, order)
  if (!written) return null
  const time = hour === null || hour === '' ? 0 : hourIn(hour)
  if (time === null) return null
  const wall = time > 0 || hour !== null ? written.wall - (written.wall % 86_400_000) + time : written.wall
  if (written.isMoment) return hour === null ? written.wall : wall
  if (zone !== null) return wall - zone * 60_000
  return momentAt(wall, timezone)
}
