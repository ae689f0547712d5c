import type { RowProblem } from '#contract/import-preview.ts'
import { momentAt } from '#domain/calendar.ts'
import { beginningOf } from '#domain/characters.ts'
import { type Cell, oneLine, shown } from '#domain/imports/cell.ts'
import { type DateHabits, type DateOrder, dateIn } from '#domain/imports/dates.ts'
import { degreesIn } from '#domain/imports/degrees.ts'
import type { Field } from '#domain/imports/heads.ts'
import { halfIn, hourBeside, inHalf } from '#domain/imports/hours.ts'
import { type DecimalMark, debitSignOf, numberIn } from '#domain/imports/numbers.ts'
import { piecesIn } from '#domain/imports/pieces.ts'
import { taxIn } from '#domain/imports/tax-rates.ts'
import { withZeros } from '#domain/imports/whole-times.ts'
import { zoneNamed } from '#domain/imports/zones.ts'
import { withoutDirection } from '#domain/text-direction.ts'
import type { Line } from './read-table.ts'

export type Problem = RowProblem

/** The parsed values of a row. Times are in milliseconds. `firstPart`: the number of its first sale, if its line has several rows. */
export type Row = { row: number; firstPart?: number; values: Readonly<Record<string, string | number | null>> }

/** The format of each column, detected for the column as a whole. */
export type ReadingWays = {
  timezone: string
  order?: DateOrder | undefined
  habits?: DateHabits | undefined
  /** The digits of times that are whole numbers: HHMM or HHMMSS. */
  timeDigits?: 4 | 6 | null | undefined
  mark?: DecimalMark | undefined
  /** Tax rates are parts of one, such as 0.23 for 23 %. */
  taxInParts?: boolean
  /** Fields in which a sign of credit or debit has a meaning. Elsewhere such a number is refused. */
  signed?: readonly string[]
  /** The offset of the file's times from UTC in minutes, if it is not the company's time zone. */
  zone?: number | null | undefined
  /** Values for fields without a column. */
  fixed?: Readonly<Record<string, string>> | undefined
}

const MAX_NAME_LENGTH = 200
/** What databases and spreadsheets write for a missing value. */
const NOTHING = /^(?:[-–—―]+|null|\(null\)|\\N|n\/a|nan|#(?:n\/a|ref!|value!|name\?|div\/0!|null!))$/i
/** These are names of people, and databases write the word in other cases. */
const NAME = /^(?:Null|Nan)$/
const isNothing = (cell: Cell, kind: Field['kind']): boolean =>
  typeof cell === 'string' && NOTHING.test(cell) && !(kind === 'text' && NAME.test(cell))
/** Maximum length of a cell's text in a response. */
const MAX_ECHO_LENGTH = 80

export const echoed = (cell: Cell | undefined): string => {
  const text = withoutDirection(shown(cell))
  return text.length > MAX_ECHO_LENGTH ? `${beginningOf(text, MAX_ECHO_LENGTH)}…` : text
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
    if (cell === null || cell === '' || isNothing(cell, kind)) {
      if (required) problems.push({ row, field: name, code: 'MISSING', value: echoed(cell) })
      continue
    }
    // A time column is read together with its date column.
    if (name === 'time' && kind === 'moment') continue
    if (kind === 'moment') {
      const clock = clockOf(cells, mapping, ways)
      const value = clock && momentIn(cell, clock.ways ? { ...ways, ...clock.ways } : ways, clock)
      if (value !== null) values[name] = value
      else if (clock && isHourUnread(cell, clock))
        problems.push({ row, field: 'time', code: 'NOT_AN_HOUR', value: echoed(cells[mapping.time ?? -1]) })
      else if (clock) problems.push({ row, field: name, code: codeOfMoment(cell, ways, clock), value: echoed(cell) })
      continue
    }
    // Pieces may be written with a decimal mark that amounts do not have: 2.000.
    const value =
      kind === 'number'
        ? debitSignOf(cell) !== null && !ways.signed?.includes(name)
          ? null
          : name === 'tax'
            ? taxIn(cell, { mark: ways.mark, inParts: ways.taxInParts ?? false })
            : numberIn(name === 'case' || name === 'maximum' ? piecesIn(cell) : cell, name === 'quantity' ? undefined : ways.mark)
        : kind === 'degrees'
          ? degreesIn(cell)
          : textIn(cell, name)
    const known = name === 'zone' && typeof value === 'string' ? zoneNamed(value) : value
    if (known === null)
      problems.push({ row, field: name, code: PROBLEM_OF[name === 'zone' || name === 'tax' ? name : kind], value: echoed(cell) })
    else values[name] = value
  }
  return { row: { row, values }, problems }
}

/** Several lines are several products of one payment; other texts are joined to one line. Other control characters are an error. */
function textIn(cell: Cell, name: string): string | null {
  // Copied texts contain direction marks by accident, so that they are removed rather than refused, as in every form.
  const written = shown(cell)
  if (written.length <= MAX_NAME_LENGTH && /^[ -~]*$/.test(written)) return written
  const lines = withoutDirection(written).trim()
  const text = name === 'product' ? lines : oneLine(lines)
  const hasSigns = /\p{Cc}/u.test(text.replaceAll(/[\r\n\t]/g, ' '))
  return (name !== 'product' && text.length > MAX_NAME_LENGTH) || text.length > 4_000 || hasSigns ? null : text
}

const PROBLEM_OF = { text: 'TOO_LONG', number: 'NOT_A_NUMBER', degrees: 'NOT_A_NUMBER', zone: 'UNKNOWN_WORD', tax: 'NOT_A_RATE' } as const

/** Why a date is unreadable. */
function codeOfMoment(cell: Cell, ways: ReadingWays, clock: Clock): Problem['code'] {
  const order = ways.order === 'MONTH_FIRST' ? 'DAY_FIRST' : 'MONTH_FIRST'
  return momentIn(cell, { ...ways, order }, clock) === null ? 'NOT_A_TIME' : 'OTHER_ORDER'
}

/** What other cells of a row contain about its date: the time of day, its half, and the zone. */
type Clock = { hour?: Cell; half?: 'AM' | 'PM' | null; ways?: Partial<ReadingWays> }

const NO_CLOCK: Clock = {}

const isHourUnread = (day: Cell, { hour = null }: Clock) => hour !== null && hour !== '' && hourBeside(day, hour) === null

/** The clock of a row; null if its zone is unknown, which is reported at the zone. */
function clockOf(cells: readonly Cell[], mapping: Readonly<Record<string, number>>, { fixed, timeDigits }: ReadingWays): Clock | null {
  if (mapping.time === undefined && mapping.half === undefined && mapping.zone === undefined && !fixed?.zone) return NO_CLOCK
  const cell = (field: string) => (mapping[field] === undefined ? null : (cells[mapping[field]] ?? null))
  const text = mapping.zone === undefined ? (fixed?.zone ?? '') : shown(cell('zone'))
  const zone = text === '' || NOTHING.test(text) ? 'local' : zoneNamed(text)
  if (zone === null) return null
  const ways = zone === 'local' ? undefined : 'name' in zone ? { timezone: zone.name, zone: null } : { zone: zone.minutes }
  return { hour: withZeros(cell('time'), timeDigits), half: halfIn(cell('half')), ...(ways && { ways }) }
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
export function momentIn(
  cell: Cell,
  { timezone, order = 'DAY_FIRST', habits, zone = null }: ReadingWays,
  clock: Clock = {},
): number | null {
  const written = dateIn(cell, order, habits)
  if (!written) return null
  const { hour = null, half } = clock
  const own = written.wall - startOfDay(written.wall)
  const given = hour === null || hour === '' ? (hour === null ? own : 0) : hourBeside(cell, hour)
  const time = given !== null && half ? inHalf(given, half) : given
  if (time === null) return null
  const wall = startOfDay(written.wall) + time + (habits?.isFrom1904 ? DAYS_TO_1904 : 0)
  if (written.isMoment) return wall
  if (zone !== null) return wall - zone * 60_000
  return momentAt(wall, timezone)
}

/** Between the first days of both ways to count days in spreadsheets. */
export const DAYS_TO_1904 = 1_462 * 86_400_000

const startOfDay = (wall: number) => Math.floor(wall / 86_400_000) * 86_400_000
