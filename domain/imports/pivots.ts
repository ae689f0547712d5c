import { type Cell, type FileRow, nameKey, shown } from './cell.ts'
import type { ColumnShape, KnownNames } from './column-shapes.ts'
import { isDate } from './dates.ts'
import { isHour } from './hours.ts'
import { monthNamed } from './months.ts'
import { weekdayIn } from './weekdays.ts'

/** Fewer columns of months, days or hours may be headings by chance. */
const FEWEST = 3
/** Fewer columns that are named like the company's own products or machines. */
const FEWEST_NAMES = 2

const MONTH = /^(\p{L}[\p{L}\p{M}.]{2,})(?:[\s-]*(?:\d{4}|\d{2}))?$|^20\d{2}[-/.](0?[1-9]|1[0-2])$|^(0?[1-9]|1[0-2])[-/.]20\d{2}$/u

/** A month: March, Mar-26, 2026-03 or 03/2026. */
function isMonth(head: string): boolean {
  const match = head.length > 40 ? null : MONTH.exec(head)
  return match !== null && (match[1] === undefined || monthNamed(match[1]) > 0)
}

/** Whether columns of numbers are months, weekdays, dates, hours, products or machines, so that each cell is a total of its own. */
function isPivot(heads: readonly Cell[], shapes: readonly ColumnShape[], known: KnownNames | undefined): boolean {
  const isOfNumbers = ({ filled, numbers }: ColumnShape) => numbers >= filled * 0.5
  const columns = heads.filter((head, column) => shown(head) !== '' && shapes[column] !== undefined && isOfNumbers(shapes[column]))
  const many = (is: (head: Cell) => boolean) => new Set(columns.filter(is).map(shown)).size
  const kinds = [
    (head: Cell) => isMonth(shown(head)),
    (head: Cell) => typeof head === 'string' && weekdayIn(head) !== null,
    (head: Cell) => typeof head !== 'number' && !/^\d+$/.test(shown(head)) && isDate(head),
    isHour,
  ]
  if (kinds.some((is) => many(is) >= FEWEST)) return true
  const isNamed = (of: 'machines' | 'products') => (head: Cell) => known?.[of].has(nameKey(shown(head))) ?? false
  return many(isNamed('products')) >= FEWEST_NAMES || many(isNamed('machines')) >= FEWEST_NAMES
}

/** Most lines of titles above a pivot, one of which may have been taken for its header. */
const TITLES = 4

/** Whether one of these rows, of which the first is the supposed header, is that of a pivot. */
export const hasPivot = (rows: readonly FileRow[], shapes: readonly ColumnShape[], known: KnownNames | undefined): boolean =>
  rows.slice(0, TITLES + 1).some(({ cells }) => isPivot(cells, shapes, known))

/** Whether tables stand side by side: the headings of date and amount occur again, above dates and numbers. */
export function isSideBySide(heads: readonly string[], shapes: readonly ColumnShape[], mapping: Readonly<Record<string, number>>): boolean {
  const occursAgain = (column: number | undefined, of: 'dates' | 'numbers') =>
    column !== undefined &&
    heads.some((head, other) => {
      const shape = shapes[other]
      return (
        other !== column &&
        head !== '' &&
        head === heads[column] &&
        shape !== undefined &&
        shape.filled > 0 &&
        shape[of] > shape.filled * 0.5
      )
    })
  return occursAgain(mapping.at, 'dates') && occursAgain(mapping.amount ?? mapping.price, 'numbers')
}
