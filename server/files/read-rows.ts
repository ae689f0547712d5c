import type { RowProblem } from '#contract/imports.ts'
import { momentAt } from '#domain/calendar.ts'
import { type Cell, plainDigits, shown } from '#domain/imports/cell.ts'
import { type DateOrder, dateIn } from '#domain/imports/dates.ts'
import type { Field } from '#domain/imports/heads.ts'
import { type DecimalMark, numberIn } from '#domain/imports/numbers.ts'
import { withoutDirection } from '#domain/text-direction.ts'
import type { Line } from './read-table.ts'

export type Problem = RowProblem

/** The parsed values of a row. Times are in milliseconds. */
export type Row = { row: number; values: Readonly<Record<string, string | number | null>> }

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
    if (cell === null || cell === '') {
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

const HOUR_OF_DAY =
  /^(午前|午後|上午|下午)?\s*(\d{1,2})\s*[:.h時时]\s*(\d{2})(?:[:.分](\d{2})(?:[.,]\d+)?)?[秒分]?\s*(?:([ap])\.?\s?m\.?|([صم]|öö|ös)|uhr|h)?$/i

/** The time of day in a cell, in milliseconds since midnight. */
function hourIn(cell: Cell): number | null {
  if (cell instanceof Date) return ((cell.getTime() % 86_400_000) + 86_400_000) % 86_400_000
  if (typeof cell === 'number') {
    if (cell >= 0 && cell < 1) return Math.round(cell * 86_400_000)
    return Number.isInteger(cell) && cell < 24 ? cell * 3_600_000 : null
  }
  const match = HOUR_OF_DAY.exec(plainDigits(shown(cell)))
  if (!match) return null
  const half = match[1] ?? match[5] ?? match[6]
  const isAfternoon = half !== undefined && /^(?:p|午後|下午|م|ös)$/i.test(half)
  if (half !== undefined && Number(match[2]) > 12) return null
  const hour = half === undefined ? Number(match[2]) : (Number(match[2]) % 12) + (isAfternoon ? 12 : 0)
  return hour < 24 && Number(match[3]) < 60 ? ((hour * 60 + Number(match[3])) * 60 + Number(match[4] ?? 0)) * 1_000 : null
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
