import type { SheetRow, WorkbookHead } from './workbook.js'

/** Programs such as Excel would execute a text that starts like this as a formula. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/
const NUMBER = /^-?\d+([.,]\d+)?$/

/**
 * Writes the lines of a table as CSV. Where the comma is the decimal separator, spreadsheets expect semicolons between the columns. The
 * byte order mark at the start of the head marks the file as UTF-8.
 */
export function csvLines({ columns, decimals }: WorkbookHead, locale: string): { head: string; lineOf(row: SheetRow): string } {
  const hasComma = new Intl.NumberFormat(locale).format(1.5).includes(',')
  const separator = hasComma ? ';' : ','
  const numberOf = (value: number, isAmount: boolean) => {
    const text = isAmount ? value.toFixed(decimals) : String(value)
    return hasComma ? text.replace('.', ',') : text
  }
  const textOf = (value: SheetRow[number], index: number) => {
    const kind = columns[index]?.kind
    if (value === null) return ''
    if (kind === 'moment') return new Date(Number(value)).toISOString().slice(0, 19).replace('T', ' ')
    return typeof value === 'number' ? numberOf(value, kind === 'amount') : value
  }
  const cellOf = (text: string) => {
    const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text
    return /["\r\n]/.test(safe) || safe.includes(separator) ? `"${safe.replaceAll('"', '""')}"` : safe
  }
  const line = (cells: readonly string[]) => `${cells.map(cellOf).join(separator)}\r\n`
  return { head: `\uFEFF${line(columns.map(({ head }) => head))}`, lineOf: (row) => line(row.map(textOf)) }
}
