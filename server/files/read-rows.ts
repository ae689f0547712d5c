import type { RowProblem } from '#contract/imports.ts'
import { momentAt } from '#domain/calendar.ts'
import type { Field } from './heads.ts'
import type { Cell } from './read-table.ts'

export type Problem = RowProblem

/** What a row says, each field as it is meant; a moment is in milliseconds. */
export type Row = { row: number; values: Readonly<Record<string, string | number | null>> }

const LONGEST = 200

/** Reads the cells of every row by the mapping, and names each that cannot be read. */
export function readRows(
  rows: readonly Cell[][],
  fields: readonly Field[],
  mapping: Readonly<Record<string, number>>,
  timezone: string,
): { rows: Row[]; problems: Problem[] } {
  const problems: Problem[] = []
  const read = rows.map((cells, index): Row => {
    const row = index + 2
    const values = fields.map(({ name, kind, required }): [string, string | number | null] => {
      const column = mapping[name]
      const cell = column === undefined ? null : (cells[column] ?? null)
      const wrong = (code: Problem['code']): [string, null] => {
        problems.push({ row, field: name, code, value: shown(cell) })
        return [name, null]
      }
      if (cell === null || cell === '') return required ? wrong('MISSING') : [name, null]
      if (kind === 'number') {
        const value = numberIn(cell)
        return value === null ? wrong('NOT_A_NUMBER') : [name, value]
      }
      if (kind === 'moment') {
        const value = momentIn(cell, timezone)
        return value === null ? wrong('NOT_A_TIME') : [name, value]
      }
      const text = shown(cell)
      return text.length > LONGEST || /\p{Cc}/u.test(text) ? wrong('TOO_LONG') : [name, text]
    })
    return { row, values: Object.fromEntries(values) }
  })
  return { rows: read, problems }
}

export const shown = (cell: Cell): string => (cell instanceof Date ? cell.toISOString() : String(cell ?? '')).trim()

/** 1.50, 1,50, 1 234,50 and 1,234.50: what stands last divides the decimals. */
export function numberIn(cell: Cell): number | null {
  if (typeof cell === 'number') return cell
  const text = shown(cell).replaceAll(/[\s\u00a0'’]|[A-Za-z]{3}$|[€$£]|zł$/g, '')
  const mark = Math.max(text.lastIndexOf(','), text.lastIndexOf('.'))
  const plain = mark < 0 ? text : `${text.slice(0, mark).replaceAll(/[.,]/g, '')}.${text.slice(mark + 1)}`
  return /^-?\d{1,12}(\.\d{1,9})?$/.test(plain) ? Number(plain) : null
}

const ISO = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,3}))?)?)?$/
const DAY_FIRST = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})(?:,?\s+(\d{1,2}):(\d{2})(?::(\d{2}))?)?$/

/** A time with a zone is that moment; one without is what the company's clock on the wall showed. The day stands before the month. */
export function momentIn(cell: Cell, timezone: string): number | null {
  if (cell instanceof Date) return momentAt(cell.getTime(), timezone)
  const text = shown(cell)
  if (/[zZ]$|[+-]\d{2}:?\d{2}$/.test(text) && /^\d{4}-\d{2}-\d{2}T/.test(text)) {
    const at = Date.parse(text)
    return Number.isFinite(at) ? at : null
  }
  const iso = ISO.exec(text)
  const local = DAY_FIRST.exec(text)
  const [year, month, day, hour = '0', minute = '0', second = '0', ms = '0'] = iso
    ? iso.slice(1)
    : local
      ? [local[3], local[2], local[1], ...local.slice(4)]
      : []
  if (!year) return null
  const wall = Date.UTC(
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
    Number(ms.padEnd(3, '0')),
  )
  const date = new Date(wall)
  const isReal = date.getUTCMonth() + 1 === Number(month) && date.getUTCDate() === Number(day) && Number(hour) < 24 && Number(minute) < 60
  return isReal ? momentAt(wall, timezone) : null
}
