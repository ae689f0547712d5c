import { type Cell, shown } from './cell.ts'
import { dateIn, isDate } from './dates.ts'
import { FIELDS } from './fields.ts'
import { plainHead } from './heads.ts'
import { hourIn, isHour } from './hours.ts'

let labels: ReadonlySet<string> | undefined
const isLabel = (text: string) => {
  labels ??= new Set(FIELDS.SALES.find(({ name }) => name === 'at')?.heads.map(plainHead))
  return labels.has(plainHead(text))
}

/** Longer than any labelled date. */
const MAX_LENGTH = 80
const LABELLED = /^([^\d:：]{2,30})[:：]\s*(\d.*)$/su

const isDay = (cell: Cell): boolean => {
  if (typeof cell === 'number' || /^\d+$/.test(shown(cell)) || !isDate(cell)) return false
  const read = dateIn(cell, 'DAY_FIRST') ?? dateIn(cell, 'MONTH_FIRST')
  return read === null || !read.hasTime || (cell instanceof Date && read.wall % 86_400_000 === 0)
}

/** The day on a line of its own above its sales: "13.03.2026" or "Date: 13.03.2026"; null if it is another line. */
export function dayAbove(cells: readonly Cell[]): Cell {
  const filled = cells.filter((cell) => shown(cell) !== '')
  const [first = null, second] = filled
  if (filled.length > 2 || shown(first).length > MAX_LENGTH) return null
  if (second !== undefined) return isLabel(shown(first).replace(/\s*[:：]$/, '')) && isDay(second) ? second : null
  if (first !== null && isDay(first)) return first
  const [, label, day] = LABELLED.exec(shown(first)) ?? []
  return label !== undefined && day !== undefined && isLabel(label) && isDay(day) ? day : null
}

/** Whether a row has no date but all else of a sale, so that the date above it is its own; a total has neither a time nor a product. */
export function isBelowDay(cells: readonly Cell[], mapping: Readonly<Record<string, number>>): boolean {
  const cell = (field: string) => (mapping[field] === undefined ? null : (cells[mapping[field]] ?? null))
  const at = cell('at')
  if (shown(at) !== '') return isHourAlone(at)
  if (mapping.time !== undefined) return hourIn(cell('time')) !== null && shown(cell('time')) !== ''
  return mapping.product !== undefined && shown(cell('product')) !== ''
}

/** Most dates of a file, which need no closer look. */
const NUMERIC_DATE = /^\d{1,4}[./-]\d{1,2}[./-]\d/

/** Whether the cell of a date contains only a time of day. */
export const isHourAlone = (cell: Cell): boolean =>
  !(typeof cell === 'string' && NUMERIC_DATE.test(cell)) && isHour(cell) && !(typeof cell === 'string' && isDate(cell))

/** The time of day of a cell on a day, in milliseconds. */
export const onDay = (wall: number, cell: Cell): Date => new Date(Math.floor(wall / 86_400_000) * 86_400_000 + (hourIn(cell) ?? 0))
