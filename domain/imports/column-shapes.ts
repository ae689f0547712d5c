import { isGtin } from '../products/gtin.ts'
import { codesIn, withLostZeros } from '../products/read-codes.ts'
import { type Cell, type FileRow, nameKey, shown } from './cell.ts'
import { currenciesIn } from './currencies.ts'
import { isDate } from './dates.ts'
import { positionIn } from './degrees.ts'
import { plainHead } from './heads.ts'
import { halfIn, hourIn, isHour } from './hours.ts'
import { numberIn } from './numbers.ts'
import { productsIn } from './product-text.ts'
import { weekdayIn } from './weekdays.ts'
import { WholeTimes } from './whole-times.ts'
import { PAYMENT_WORDS } from './words.ts'

/** Names of a company, in the form of `nameKey`, by which columns are recognised. */
export type KnownNames = { machines: ReadonlySet<string>; products: ReadonlySet<string> }

export type ColumnShape = {
  filled: number
  dates: number
  numbers: number
  machines: number
  products: number
  payments: number
  productText: number
  distinct: number
  times: number
  /** Cells that can be a time of day, such as 10.05 or 1005. */
  hours: number
  decimals: number
  most: number
  slots: number
  selections: number
  currencies: number
  /** Moments without marks: seconds since 1970, or the digits of a date and a time. */
  epochs: number
  /** Serial numbers of the years 2009 to 2036, and those with a time of day that no amount has. */
  serials: number
  timedSerials: number
  gtins: number
  /** Cells that may be bar codes with a wrong digit, or rounded by a spreadsheet: 4,90123E+12. */
  codeLike: number
  weekdays: number
  /** AM or PM alone. */
  halves: number
  /** A latitude and a longitude in one cell. */
  positions: number
}

export function shapesOf(rows: readonly FileRow[], width: number, known: KnownNames | undefined): ColumnShape[] {
  return Array.from({ length: width }, (_, column): ColumnShape => {
    const cells = rows.map(({ cells }) => cells[column] ?? null).filter((cell) => shown(cell) !== '')
    const many = (is: (cell: Cell) => boolean) => cells.filter(is).length
    const wholeTimes = new WholeTimes()
    for (const cell of cells) wholeTimes.see(cell)
    const numbers = cells.map((cell) => numberIn(cell)).filter((value) => value !== null)
    return {
      filled: cells.length,
      dates: many((cell) => typeof cell !== 'number' && isDate(cell) && !/^\d+$/.test(shown(cell))),
      numbers: numbers.length,
      machines: known
        ? many((cell) => known.machines.has(nameKey(shown(cell))) || known.machines.has(nameKey(withoutCode(shown(cell)))))
        : 0,
      products: known ? many((cell) => known.products.has(nameKey(shown(cell)))) : 0,
      payments: many((cell) => !/\d[.,]\d/.test(shown(cell)) && PAYMENT_WORDS.has(plainHead(shown(cell)))),
      productText: many((cell) => typeof cell === 'string' && productsIn(cell) !== null),
      distinct: new Set(cells.map(shown)).size,
      times: many(isHour),
      hours: wholeTimes.digits === null ? many((cell) => hourIn(cell) !== null) : cells.length,
      decimals: many((cell) => (typeof cell === 'number' ? !Number.isInteger(cell) : /[.,]\d{1,4}\D*$/.test(shown(cell)))),
      most: Math.max(0, ...numbers.map(Math.abs)),
      slots: many((cell) => /^[A-Z]{1,2}-?\d{1,3}$/.test(shown(cell))),
      selections: many((cell) => /^\d{1,3}$/.test(shown(cell))),
      epochs: many((cell) => EPOCH.test(shown(cell)) || STAMP.test(shown(cell))),
      timedSerials: many((cell) => /^4\d{4}[.,]\d{3,17}$/.test(shown(cell))),
      serials: many((cell) => /^4\d{4}(?:[.,]\d{1,17})?$/.test(shown(cell))),
      gtins: many((cell) => shown(cell).length < 100 && codesIn(shown(cell)).some((code) => isGtin(withLostZeros(code)))),
      codeLike: many((cell) => /^\d{7,14}$|^\d[.,]\d+E\+\d{1,2}$/i.test(shown(cell))),
      weekdays: many((cell) => typeof cell === 'string' && weekdayIn(cell) !== null),
      positions: many((cell) => typeof cell === 'string' && cell.length < 300 && positionIn(cell) !== null),
      halves: many((cell) => halfIn(cell) !== null),
      currencies: many((cell) => /^[A-Z]{3}$/.test(shown(cell)) && currenciesIn(shown(cell)) !== null),
    }
  })
}

/** Seconds, milliseconds or microseconds since 1970, in the years 2014 to 2036. */
const EPOCH = /^(?:1[4-9]|20)\d{8}(?:\.\d{1,6}|\d{3}|\d{6})?$/

/** 20260313100500 */
const STAMP = /^20\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:[01]\d|2[0-3])[0-5]\d[0-5]\d$/

/** How well a column of numbers fits the date of a sale. Serial numbers of days need a column with parts of a day. */
export function fitOfNumbers(shape: ColumnShape | undefined, isBesideTimes: boolean): number {
  if (!shape || shape.filled === 0) return 0
  const most = shape.filled * 0.9
  if (shape.epochs > most) return 0.5
  return shape.serials > most && (isBesideTimes || shape.timedSerials > shape.filled / 2) ? 0.4 : 0
}

/** The parts of a cell with the number and the name of a machine: "12 / Foyer", "Hall - A12". */
const partsOf = (name: string): string[] => (name.length > 300 ? [] : name.split(/ ?[/|;:] ?| [-–—] /u).filter((part) => part !== name))

/** Which cells are read as the machine that one of their parts names: all, or only those whose other parts are numbers. */
export type PartsRead = 'ALL' | 'NUMBERED'

const NUMBER = /^[#№]?\s?\p{L}{0,3}[-. ]?\d[\d.-]*$/u

/** The key of the only machine that a part of the cell names; null if none or several do. */
export function machineInParts(machines: { has(key: string): boolean }, name: string, read: PartsRead): string | null {
  const keys = partsOf(name).map(nameKey)
  const named = new Set(keys.filter((key) => machines.has(key)))
  if (named.size !== 1 || (read === 'NUMBERED' && !keys.every((key) => named.has(key) || NUMBER.test(key)))) return null
  return [...named][0] ?? null
}

/** A machine's name without a leading code: "[16] Foyer". */
export const withoutCode = (name: string): string => name.replace(/^\[[^\]]{1,20}\]\s*/, '')
