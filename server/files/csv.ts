import type { Sheet, SheetRow } from './sheet.ts'

export const CSV = 'text/csv; charset=utf-8' as const

/** Programs such as Excel would execute a text that starts like this as a formula. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/
const NUMBER = /^-?\d+([.,]\d+)?$/

const ROWS_AT_ONCE = 500

/**
 * Writes a table as CSV piece by piece. Where the comma is the decimal separator, spreadsheets expect semicolons between the columns. The
 * mark at the beginning tells them that it is UTF-8.
 */
export async function* streamCsv({ columns, rows, decimals }: Sheet, locale: string): AsyncGenerator<Buffer> {
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
  const lineOf = (cells: readonly string[]) => `${cells.map(cellOf).join(separator)}\r\n`
  let lines = [`\uFEFF${lineOf(columns.map(({ head }) => head))}`]
  for await (const row of rows) {
    lines.push(lineOf(row.map(textOf)))
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
